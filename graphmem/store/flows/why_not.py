"""Why something is not believed: what became of the turns that say it, and of each candidate in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from graphmem.gate.fence import without_blocks
from graphmem.gate.instructions import first_instruction, sentences
from graphmem.gate.redact import BLANK, redact
from graphmem.identity.keys import alias_key
from graphmem.model import FOREVER_US, Fate, FateOf, from_us
from graphmem.recall.sought import Sought, sought
from graphmem.store.call import Flow, Ground, Row
from graphmem.store.flows.noted import Note, notes_read
from graphmem.store.flows.write import NAMING
from graphmem.store.keys import tombstone
from graphmem.store.lexical import words_of
from graphmem.store.rows import episode_of

__all__ = ["why_not"]

TURNS = 40  # that the lexical index nominates
TOLD = 8  # turns that are told of
FATES = 24
NAME_WORDS = 4
KEPT_UNTIL = "kept for a time that is over: it is not shown any more"
NEVER = "such words are never stored"
NOWHERE = (0, 0)  # the span of what was taken out of a text as a whole
Span = tuple[int, int]


@dataclass(slots=True)
class Turn:
    """A stored turn in which the words stand, with what it states and what of it was not kept."""

    row: Row
    places: tuple[Span, ...]
    share: float
    statements: list[Row] = field(default_factory=list)
    notes: tuple[Note, ...] = ()

    def fate(self, verdict: FateOf, reason: str, span: Span | None = None, *, untold: bool = False) -> Fate:
        """What became of words of this turn; `untold`: they are not shown."""
        place = span if span is not None and span[0] < span[1] else self.places[0]
        return Fate(
            verdict=verdict,
            reason=reason,
            episode=self.row["episode_id"],
            span=place,
            speaker=self.row["speaker"],
            said_at=from_us(self.row["said_at"]),
            quote="" if untold else self.row["content"][slice(*place)],
        )


def why_not(ground: Ground, text: str) -> Flow[tuple[Fate, ...]]:
    """What became of what a text says, most to the point first; one fate at least. Reads what is stored alone."""
    redacted = redact(text)
    plain, reason = redacted.text, f"a secret ({redacted.kinds[0]}): {NEVER}" if redacted.kinds else ""
    found, meant = (yield from _erased(ground, plain)), sought(plain)
    turns = yield from _turns(ground, meant)
    ordered = first_instruction(plain, "tool", "tool_result")
    if ordered is not None and not turns:
        reason, meant = f"{ordered[1]}: from a tool or document {NEVER}", sought(plain[: ordered[0]])
        turns = yield from _turns(ground, meant)
    for turn in turns:
        found += yield from _fates(ground, turn, meant, blanked=bool(reason))
    return tuple(found[:FATES]) or (_unheard(plain, reason),)


def _erased(ground: Ground, text: str) -> Flow[list[Fate]]:
    """That the very text was erased, or somebody whom it names; by keyed hashes, for nothing else is left."""
    words = text.split()[:64]
    runs = {" ".join(words[n : n + size]) for size in range(1, NAME_WORDS + 1) for n in range(len(words) - size + 1)}
    names = {tombstone(ground.secret, ground.tenant, "name", alias_key(run)) for run in runs}
    whole = tombstone(ground.secret, ground.tenant, "text", text)
    rows = yield ground.call("tombstones_present", uuids=sorted({whole, *names}))
    erased = {row["uuid"] for row in rows}
    told = []
    if whole in erased:
        told.append(Fate(verdict="erased", reason="this text was erased from this memory and is not taken in again"))
    if names & erased:
        told.append(Fate(verdict="erased", reason="it names somebody who was erased: nothing of them is taken in"))
    return told


def _turns(ground: Ground, meant: Sought) -> Flow[list[Turn]]:
    """The stored turns that say it, those with most of its words first, the latest of equal ones first."""
    words = words_of(" ".join(sorted(meant.stems)))
    hits = (yield ground.call("search_episodes", words=words, limit=TURNS)) if words else []
    rows = (yield ground.call("episodes_read", uuids=sorted(row["id"] for row in hits))) if hits else []
    turns = [turn for row in rows if (turn := _turn(row, meant)) is not None]
    turns.sort(key=lambda turn: (-turn.share, -turn.row["said_at"], turn.row["uuid"]))
    del turns[TOLD:]
    uuids = [turn.row["uuid"] for turn in turns]
    stated = (yield ground.call("statements_behind", episodes=uuids)) if uuids else []
    noted = (yield ground.call("episodes_noted", uuids=uuids)) if uuids else []
    notes = {row["uuid"]: notes_read(row["unkept"]) for row in noted}
    for turn in turns:
        turn.statements = [row["statement"] for row in stated if row["episode"] == turn.row["uuid"]]
        turn.notes = notes.get(turn.row["uuid"], ())
    return turns


def _turn(row: Row, meant: Sought) -> Turn | None:
    episode = episode_of(row)
    text, speaker = episode.text, episode.speaker or ""
    pieces = [(piece.start, piece.stop) for piece in sentences(text)]
    places = meant.places(text, pieces, speaker)
    return Turn(row, places, meant.met(f"{speaker} {text}")) if places else None


def _fates(ground: Ground, turn: Turn, meant: Sought, *, blanked: bool) -> Flow[list[Fate]]:
    """What became of the candidates in one turn: those whose value is meant, else all where the words stand.

    What was blanked in the turn is told where the text asked about would be blanked too, or nothing else is told.
    """
    if turn.row["expires_at"] is not None and turn.row["expires_at"] <= ground.now:
        return [turn.fate("expired", KEPT_UNTIL, untold=True)]
    here = [s for s in turn.statements if _inside((s["span_start"], s["span_end"]), turn.places)]
    stated = [s for s in here if meant.holds(s.get("object_text") or s["name"])]
    notes = [note for note in turn.notes if note.span != NOWHERE and _inside(note.span, turn.places)]
    noted = [note for note in notes if meant.holds(turn.row["content"][slice(*note.value)])]
    removed = [note for note in turn.notes if note.span == NOWHERE]
    if not (stated or noted or (blanked and removed)):
        stated, noted = here, notes
    if blanked or not (stated or noted):
        noted = [*removed, *noted]
    stated = [s for s in stated if s["decision"] != "skipped"]
    told = [turn.fate(note.decision, note.reason, note.span) for note in _plain(noted)]
    for statement in sorted(stated, key=lambda s: (s["span_start"], s["uuid"])):
        told += [(yield from _fate(ground, turn, statement))]
    return told or [turn.fate("not_read", _unread(turn))]


def _inside(span: Span, places: Iterable[Span]) -> bool:
    return span[0] >= span[1] or any(span[0] < stop and start < span[1] for start, stop in places)


def _plain(notes: Sequence[Note]) -> list[Note]:
    """Each reason once for the same words."""
    return list({(note.decision, note.reason, note.span): note for note in notes}.values())


def _unread(turn: Turn) -> str:
    if turn.row["role"] == "assistant":
        return "said, but an assistant's words are nobody's statement"
    if BLANK in turn.row["content"]:
        return "said, but words of it were blanked, and nothing is stated in what is left"
    return "said and stored as text, but nothing was read in it that a later question could ask for"


def _fate(ground: Ground, turn: Turn, statement: Row) -> Flow[Fate]:
    """What became of a statement that was kept, or waits."""
    span = (statement["span_start"], statement["span_end"])
    if statement["expires_at"] <= ground.now:
        told = turn.fate("expired", KEPT_UNTIL, span, untold=True)
    elif statement["decision"] == "rejected":
        told = turn.fate("rejected", _with_reason("a person rejected it", statement.get("rejected_for")), span)
    elif statement["system_to"] != FOREVER_US and statement["system_to"] == turn.row["replaced_at"]:
        told = turn.fate("superseded", f"a newer version took its place on {_day(statement['system_to'])}", span)
    elif statement["system_to"] != FOREVER_US:
        told = turn.fate("retracted", f"{_withdrawn(statement)} on {_day(statement['system_to'])}", span)
    elif statement.get("waits") and not statement["folds"]:
        told = turn.fate("review", f"waits for a person: {statement['waits_for']}", span)
    elif not statement["folds"]:
        told = turn.fate("kept", _beside_facts(statement), span)
    elif statement["modality"] == "planned":
        told = turn.fate("kept", "kept as a plan: shown to those who ask for plans", span)
    else:
        told = yield from _believed(ground, turn, statement)
    return told.model_copy(update={"predicate": statement["predicate"], "statement": statement["uuid"]})


def _withdrawn(statement: Row) -> str:
    reader = statement.get("unread_by")
    return f"withdrawn, for {reader} did not read it again," if reader else "its source was withdrawn"


def _beside_facts(statement: Row) -> str:
    """Why a kept statement makes no fact."""
    if not statement["polarity"]:
        return "kept as what was denied: it closes what it meets, and is no fact of its own"
    return "kept as another name of its subject" if statement["predicate"] == NAMING else "kept as what was said"


def _with_reason(said: str, reason: str | None) -> str:
    return f"{said}: {reason}" if reason else said


def _day(us: int) -> str:
    return from_us(us).strftime("%Y-%m-%d")


def _believed(ground: Ground, turn: Turn, statement: Row) -> Flow[Fate]:
    """How the facts stand that a statement speaks for."""
    key, span = statement["key"], (statement["span_start"], statement["span_end"])
    rows = yield ground.call("facts_behind", keys=[key], statements=[statement["uuid"]], now=ground.now)
    edges = sorted((row["edge"] for row in rows), key=lambda edge: (edge["system_to"], edge["valid_to"], edge["uuid"]))
    if not edges:
        verdict, reason = yield from _without_effect(ground, statement)
        return turn.fate(verdict, reason, span)
    rows = yield ground.call("facts_of_keys", keys=[key])
    others = [row["edge"] for row in rows if row["edge"]["expires_at"] > ground.now]
    verdict, reason = _standing(ground, edges[-1], others)
    return _about(turn.fate(verdict, reason, span), edges[-1])


def _about(fate: Fate, edge: Row) -> Fate:
    """The fate with the fact it is about."""
    return fate.model_copy(update={"fact": edge["uuid"]})


def _standing(ground: Ground, edge: Row, others: Sequence[Row]) -> tuple[FateOf, str]:
    """How one fact stands now, among those of its key."""
    if edge["system_to"] != FOREVER_US:
        now = [other["fact"] for other in others if other["valid_from"] <= ground.now < other["valid_to"]]
        instead = f"; believed instead: {', '.join(sorted(now))}" if now else ""
        return "superseded", f"believed until {_day(edge['system_to'])}, then corrected or overtaken{instead}"
    if edge["status"] == "contested":
        return "contested", "another says otherwise: both are shown, neither as current"
    if edge["valid_to"] <= ground.now:
        later = [other for other in others if other["valid_from"] == edge["valid_to"]]
        if later:
            return "superseded", f"held until {_day(edge['valid_to'])}, then: {', '.join(o['fact'] for o in later)}"
        return "ended", f"held until {_day(edge['valid_to'])}: believed as past"
    if edge["valid_from"] > ground.now:
        return "upcoming", f"holds from {_day(edge['valid_from'])}"
    return "kept", "believed: `facts` shows it, and `recall` with --explain says what becomes of it"


def _without_effect(ground: Ground, statement: Row) -> Flow[tuple[FateOf, str]]:
    """Why a statement that counts stands behind no fact."""
    if statement.get("waits"):
        return "review", f"waits for a second occurrence or a person: {statement['waits_for']}"
    if statement["kind"] == "end":
        return "kept", "kept as an end: it closed what had begun before it"
    items = yield ground.call("reviews_of_keys", keys=[statement["key"]])
    own = sorted(item["reason"] for item in items if statement["uuid"] in item["statements"])
    return "overruled", own[0] if own else "another claim of higher authority, or a correction, stands against it"


def _unheard(text: str, reason: str) -> Fate:
    """What the gate would do with words of which no turn is stored."""
    if reason:
        return Fate(verdict="quarantined", reason=reason)
    if without_blocks(text) != text:
        return Fate(verdict="skipped", reason="a context block of this memory is not learnt from when it comes back")
    return Fate(
        verdict="not_said",
        reason="no stored turn holds these words: they were not said to this memory, "
        "or were left out or blanked before anything was kept",
    )
