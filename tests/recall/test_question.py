"""Questions of many kinds, and how each is understood."""

from __future__ import annotations

import time
from datetime import UTC, datetime

import pytest

from graphmem.errors import Incorrect
from graphmem.recall.question import read_question

from .world import NOW, REGISTRY, day, read

KINDS = """
current | Where does Tilda live?
current | In which town is Tilda at home these days?
current | What does Oscar Vey do for a living?
current | How long has Oscar worked at Fenworks?
current | Has Rhea been to Vardo?
current | barn deposit, latest
current | chairperson?
current | How old is the mill?
past | Where did Tilda use to live?
past | Who used to run the mill?
past | Who was Oscar's previous manager?
past | What was her former job?
past | Where did Tilda work before Fenworks?
past | Where did she live originally?
past | What was my old address?
history | Where has Tilda lived over the years?
history | List Oscar's managers in order.
history | Which phone numbers has Rhea had?
history | Who have been our treasurers?
history | Tell me the history of the deposit.
history | Who has been the keeper of the barn so far?
changes | What has changed since last week?
changes | What's new about Oscar since 1 May?
changes | What have we learnt about Rhea since March?
changes | Any news of Tilda?
why | Why is Oscar in Vardo?
why | Who says that the barn is full?
why | How do you know that Rhea moved?
why | On what basis is the deposit 900 euros?
why | How come the mill is shut?
plan | What are Tilda's plans for the barn?
plan | What is Oscar going to paint?
plan | Which colour will the gate be?
conflict | Who says what about the deposit?
conflict | Do the sources agree on the deposit?
conflict | Is there a contradiction about the deposit?
"""

PREDICATES = """
lives_in | Where does Tilda live?
lives_in | In which town is Tilda at home?
lives_in | What is Rhea's place of residence?
lives_in | Where has Oscar moved to?
works_at | Who is Oscar's employer?
works_at | Which company does Oscar work for?
occupation | What's Oscar's job?
occupation | What does Oscar do for a living?
occupation | What is Tilda by profession?
manager | Who is Tilda's manager?
manager | Who does Oscar report to?
manager | Who's the boss of Oscar Vey?
manager | Whose manager is Oscar?
sister | What is my sister called?
phone | How can I reach Rhea?
phone | What is the phone number of Tilda's sister?
has_pet | Do I have any pets?
has_pet | Which animals does Oscar have?
colour | What colour is the shed?
colour | What color is Dr. Quill's bicycle?
deposit | How much is the deposit for the corn barn?
"""

VALUES = """
place | Where does Tilda live?
place | In which city is the mill?
person | Who is Tilda's manager?
person | Whose manager is Oscar?
date | When is Tilda's birthday?
date | On which date does the mill open?
clock | What time does the bakery open?
count | How many pets has Rhea got?
age | How old is Rhea?
duration | How long is the notice period?
money | How much is the deposit for the barn?
quantity | How wide is the gate?
phone | What is Rhea's phone number?
email | What is Rhea's e-mail address?
url | What is the website of Fenworks?
None | Is Oscar in Vardo?
None | What does Oscar collect?
"""

VALID = """
2030-03 | Where did Tilda live in March 2030?
2030-02 | Where did Tilda live before March 2030?
2029-06 | Where did Oscar work two years ago?
2031-04-05 | On 5 April, who was the manager of Oscar?
2031-06-04T18 | Who was in charge at 18:00?
2030-04 | In the spring of 2030, where did Rhea live?
2031-04 | Back in April, what did the deposit come to?
2031-07-15 | Who is on duty on 15 July?
2030-08 | In Q3 2030, who ran the bakery?
2031-05 | Who was the keeper in mid-May?
2030-05-01 | As of 1 May 2030, where did Rhea live?
2032 | What will the deposit be next year?
"""

NOT_DATED = """
Where does Tilda live today?
Where does Tilda live now?
What is the deposit this year?
Which ferry is the 09:40?
Is the rent still due in April?
Since when does Rhea live in Selby?
What does May Brannock do?
How late may Rhea swim?
Who told you that the lease of the barn runs till December?
"""

KNOWN = """
2031-05-16 | 2031-05-16 | What did we think in May Tilda's phone number was?
2031-05-02 | 2031-05-02 | According to our records on 2 May, where did Oscar live?
2031-04-17 | 2031-04-17 | As far as we knew by 17 April, who was Tilda's manager?
2031-02-15 | 2031-05-08 | Going by what we knew the day of 8 May, who was our courier in February?
2031-05-27 | 2031-05-27 | What did you believe on 27 May the deposit was?
2031-05-03 | 2031-05-03 | Asked on 3 May, where would we have said Rhea lives?
"""

NAMES = """
Tilda | Where does Tilda live?
Tilda Brannock, Oscar Vey | Is Tilda Brannock older than Oscar Vey?
Dr. Quill | What colour is Dr. Quill's bicycle?
Anna-Lena van der Meer | What does Anna-Lena van der Meer collect?
José Ibáñez, Fenworks | Does José Ibáñez still work at Fenworks?
Juan de la Torre | Where is Juan de la Torre from?
QX-77-PL | Is the van QX-77-PL insured?
stock-ledger | Who maintains stock-ledger?
The Salt Stair | Who wrote "The Salt Stair"?
Артём | Where's Артём?
O'Leary | What does O'Leary sell?
AC/DC | Who likes AC/DC?
 | What is the name of the bakery?
 | Who is on duty on Friday in March?
 | Is there an e-mail address?
"""

CHAINS = """
Tilda > sister | Who is Tilda's sister?
Tilda > sister > phone number | What is the phone number of Tilda's sister?
Oscar Vey > boss | Who's the boss of Oscar Vey?
Tilda Brannock > manager > sister | Where does my manager's sister work?
Rhea > manager > laptop | What colour is Rhea's manager's laptop?
glazier > phone number | What's the glazier's phone number?
"""


def rows(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in row.split("|")] for row in table.strip("\n").splitlines()]


@pytest.mark.parametrize(("kind", "question"), rows(KINDS))
def test_the_kind_of_answer(kind: str, question: str) -> None:
    assert kind == read(question).kind


@pytest.mark.parametrize(("predicate", "question"), rows(PREDICATES))
def test_the_relation_asked_for_comes_first(predicate: str, question: str) -> None:
    assert predicate == read(question, asker="Tilda Brannock").predicates[0].predicate


@pytest.mark.parametrize(("value", "question"), rows(VALUES))
def test_the_type_of_value(value: str, question: str) -> None:
    assert value == str(read(question).value)


@pytest.mark.parametrize(("start", "question"), rows(VALID))
def test_words_of_time_move_the_viewpoint(start: str, question: str) -> None:
    reading = read(question)
    assert reading.dated
    assert start == reading.as_of.valid.isoformat()[: len(start)]


@pytest.mark.parametrize("question", [row[0] for row in rows(NOT_DATED)])
def test_other_words_of_time_leave_it_at_now(question: str) -> None:
    reading = read(question)
    assert (NOW, False) == (reading.as_of.valid, reading.dated)


@pytest.mark.parametrize(("valid", "known", "question"), rows(KNOWN))
def test_what_was_thought_then_moves_the_memorys_clock(valid: str, known: str, question: str) -> None:
    as_of = read(question).as_of
    assert (valid, known) == (f"{as_of.valid:%Y-%m-%d}", f"{as_of.known:%Y-%m-%d}")


@pytest.mark.parametrize(("names", "question"), rows(NAMES))
def test_names_are_found(names: str, question: str) -> None:
    assert sorted(filter(None, names.split(", "))) == sorted(name.text for name in read(question).names)


@pytest.mark.parametrize(("chain", "question"), rows(CHAINS))
def test_chains_lead_from_an_owner_through_relations(chain: str, question: str) -> None:
    (found,) = read(question, asker="Tilda Brannock").chains
    assert chain == " > ".join((found.owner, *found.relations))


def test_explicit_times_win_over_words() -> None:
    reading = read("Where did Tilda live in March 2030?", as_of=day("2029-01-01"), known_at=day("2031-01-01"))

    assert (day("2029-01-01"), day("2031-01-01"), None) == (reading.as_of.valid, reading.as_of.known, reading.during)


def test_a_period_of_words_is_kept_as_one() -> None:
    during = read("Where did Tilda live in March 2030?").during

    assert during is not None
    assert (day("2030-03-01"), day("2030-04-01")) == (during.start, during.stop)


def test_changes_are_counted_from_the_time_named_and_else_for_thirty_days() -> None:
    named = read("What has changed since 1 May?")
    unnamed = read("What has changed?")

    assert (day("2031-05-01"), 30) == (named.since, (NOW - (unnamed.since or NOW)).days)


def test_only_what_leads_on_is_taken_from_the_relations_asked_for() -> None:
    reading = read("Where does Tilda's manager live?")

    assert (["lives_in"], ["manager"]) == (
        [wanted.predicate for wanted in reading.predicates],
        [wanted.predicate for wanted in reading.via],
    )


def test_a_longer_phrase_silences_the_words_in_it() -> None:
    wanted = read("What is the phone number of the mill?").predicates

    assert [("phone", "phone number")] == [(one.predicate, one.evidence) for one in wanted]


def test_terms_hold_no_names_times_or_words_of_asking() -> None:
    assert ("gate", "paint") == read("Could you please tell me who painted the gate for Tilda in March 2030?").terms[
        ::-1
    ]


def test_lookups_begin_with_chains_and_names() -> None:
    lookups = read("What colour is Rhea's manager's van?", asker="Tilda Brannock").lookups

    assert ("Rhea's manager's van", "Rhea") == lookups[:2]
    assert "van" in lookups


def test_who_asks_is_looked_up_only_for_first_person() -> None:
    assert "Tilda Brannock" in read("Do I have any pets?", asker="Tilda Brannock").lookups
    assert "Tilda Brannock" not in read("Does Oscar have any pets?", asker="Tilda Brannock").lookups


def test_the_reading_is_handed_on_as_a_question() -> None:
    question = read("Where did Tilda live in March 2030?").question(unknown=("Tilda",))

    assert ("current", ("lives_in",), ("Tilda",)) == (question.kind, question.predicates, question.unknown_names)


@pytest.mark.parametrize(
    "question", ["What is it?", "???", "김민수는 어디에 살아요?", "a" * 300, "'s", "of of of", "🙂", "my my's"]
)
def test_odd_questions_are_read_all_the_same(question: str) -> None:
    assert question == read(question, asker="Tilda Brannock").text


@pytest.mark.parametrize(("question", "message"), [("  ", "the question is empty"), ("x" * 4001, "4001 characters")])
def test_what_is_no_question_is_refused(question: str, message: str) -> None:
    with pytest.raises(Incorrect, match=message):
        read(question)


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(Incorrect, match="as_of=2031-01-01T00:00:00 has no zone"):
        read("Where does Tilda live?", as_of=datetime(2031, 1, 1))


def test_one_question_has_one_reading() -> None:
    question = "What did we think in May the phone number of Tilda's sister was?"

    assert len({repr(read(question)) for _ in range(3)}) == 1


def test_a_question_is_read_in_ten_milliseconds() -> None:
    questions = [row[-1] for table in (KINDS, PREDICATES, VALUES, VALID, KNOWN) for row in rows(table)]
    for question in questions:
        read(question)

    began = time.process_time()
    for number, question in enumerate(questions):
        read_question(f"{question} ({number})", now=datetime(2031, 6, 5, tzinfo=UTC), registry=REGISTRY)
    assert (time.process_time() - began) / len(questions) < 0.010
