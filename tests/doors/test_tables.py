"""How values of the model read as tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

from graphmem.doors.output import Sheet, dump, plain
from graphmem.doors.tables import (
    change_sheets,
    erasure_sheets,
    explanation_sheets,
    fact_sheets,
    history_sheets,
    moment,
    path_sheets,
    period,
    receipt_sheets,
    review_sheets,
)
from graphmem.model import (
    Change,
    Decision,
    Entity,
    Erasure,
    Explanation,
    Fact,
    Path,
    Period,
    Receipt,
    ReviewItem,
    Source,
)

NEWS = datetime(2025, 5, 20, 19, 15, tzinfo=UTC)
MOVED = datetime(2025, 3, 8, tzinfo=UTC)
ELENA = Entity(id="n1", name="Elena Sartori", type="Person")
SAID = Source(
    episode="e7",
    span=(35, 64),
    speaker="Elena Sartori",
    said_at=NEWS,
    quote="I moved to Trieste on 8 March",
    source_kind="user_statement",
    statement="s7",
)
TRIESTE = Fact(
    id="f2",
    subject=ELENA,
    predicate="lives_in",
    object=Entity(id="n3", name="Trieste", type="Place"),
    valid=Period(start=MOVED),
    system=Period(start=NEWS),
    fact="Elena Sartori lives in Trieste",
    source_kind="user_statement",
    sources=(SAID,),
)
DISPUTED = ReviewItem(id="r1", kind="contested", reason="two speakers, two values", at=NEWS)


def text(sheets: list[Sheet]) -> list[str]:
    return "\n".join(plain(sheet) for sheet in sheets).splitlines()


def test_a_midnight_is_a_day_and_any_other_time_has_its_zone() -> None:
    assert ("2025-03-08", "2025-05-20 19:15Z") == (moment(MOVED), moment(NEWS))


def test_a_fact_shows_its_days_in_the_zone_of_who_said_it() -> None:
    tokyo = timezone(timedelta(hours=9))
    said = SAID.model_copy(update={"said_at": datetime(2025, 5, 21, 4, 15, tzinfo=tokyo)})
    moved = Period(start=datetime(2025, 3, 8, tzinfo=tokyo), stop=datetime(2025, 4, 2, 18, 30, tzinfo=tokyo))
    abroad = TRIESTE.model_copy(update={"sources": (said,), "valid": moved})
    shown = "2025-03-08 → 2025-04-02 18:30+09:00"
    assert shown in text(fact_sheets([abroad]))[1]
    assert shown in text(explanation_sheets(Explanation(fact=abroad, sources=(said,))))[0]
    assert "Elena Sartori, 2025-05-21 04:15+09:00" in text(history_sheets([abroad]))[1]
    # What the memory did is told by its own clock.
    assert "2025-05-20 19:15Z" in text(history_sheets([abroad]))[1]


def test_an_unknown_start_is_a_question_mark_and_an_open_end_is_nothing() -> None:
    assert "? → 2025-03-08" == period(Period(stop=MOVED))
    assert "2025-03-08 →" == period(Period(start=MOVED))


def test_facts_line_up_under_their_columns() -> None:
    assert [
        "FACT                            VALID         STATUS  SAID BY                           ID",
        "Elena Sartori lives in Trieste  2025-03-08 →  active  Elena Sartori, 2025-05-20 19:15Z  f2",
    ] == text(fact_sheets([TRIESTE]))


def test_a_plan_shows_its_date() -> None:
    planned = TRIESTE.model_copy(update={"status": "planned", "planned_for": MOVED})
    assert "planned for 2025-03-08" in text(fact_sheets([planned]))[1]


def test_a_history_has_both_clocks() -> None:
    shown = text(history_sheets([TRIESTE]))[1]
    assert "2025-03-08  still  2025-05-20 19:15Z  still" in shown


def test_no_rows_are_a_sentence() -> None:
    assert ["No facts there."] == text(fact_sheets([]))
    assert ["No path joins them."] == text(path_sheets([]))
    assert ["Nothing waits for review."] == text(review_sheets([]))


def test_a_cell_stays_on_its_line() -> None:
    assert "A\nfirst second" == plain(Sheet(("a",), [("first\n  second",)]))


def test_a_change_says_when_it_was_believed_and_what() -> None:
    shown = text(change_sheets([Change(at=NEWS, change="opened", fact=TRIESTE)]))
    assert "2025-05-20 19:15Z  opened  Elena Sartori lives in Trieste  2025-03-08 →" == shown[1]


def test_an_explanation_quotes_each_source_and_names_what_was_overruled() -> None:
    shown = text(explanation_sheets(Explanation(fact=TRIESTE, sources=(SAID,), overruled=(DISPUTED,))))
    assert shown[0].startswith("Elena Sartori lives in Trieste")
    assert shown[2].endswith("e7:35-64  “I moved to Trieste on 8 March”")
    assert "2025-05-20 19:15Z contested two speakers, two values r1" == " ".join(shown[-1].split())


def test_paths_number_their_walks() -> None:
    shown = text(path_sheets([Path(facts=(TRIESTE,)), Path(facts=(TRIESTE, TRIESTE))]))
    assert ["1", "2", "2"] == [line.split()[0] for line in shown[1:]]


def test_a_receipt_counts_and_gives_the_reason_for_what_was_kept_out() -> None:
    receipt = Receipt(
        episodes=("e1", "e2"),
        statements=(
            Decision(id="s1", decision="kept", reason="said of oneself"),
            Decision(id="s2", decision="quarantined", reason="gives orders to a reader", subject="Elena Sartori"),
        ),
        opened=("f1",),
        duplicates=("e1",),
        at=NEWS,
        seconds=0.25,
    )
    assert [
        "2 episodes (1 duplicate), 2 statements (1 kept, 1 quarantined), 1 fact opened, 0 closed, 0.2 s",
        "DECISION     ABOUT          REASON",
        "quarantined  Elena Sartori  gives orders to a reader",
    ] == text(receipt_sheets(receipt))


def test_a_receipt_of_a_broken_file_says_where_it_stopped() -> None:
    receipt = Receipt(at=NEWS, stopped="chat.jsonl:3 is no JSON")
    assert "Stopped: chat.jsonl:3 is no JSON" == text(receipt_sheets(receipt))[-1]


def test_a_certificate_names_what_remains() -> None:
    erasure = Erasure(id="x1", of="Dorian Hale", at=NEWS, facts=3, looked_at=("edges",), remains=("transaction log",))
    shown = text(erasure_sheets(erasure))
    assert "Erased Dorian Hale: 0 episodes, 0 statements, 3 facts, 0 entities" in shown[0]
    assert ["Looked at: edges.", "Remains: transaction log"] == shown[1:3]


def test_the_json_of_several_values_is_an_array_of_their_own_dumps() -> None:
    assert f"[{TRIESTE.model_dump_json()},{TRIESTE.model_dump_json()}]" == dump((TRIESTE, TRIESTE))
    assert "[]" == dump(())
