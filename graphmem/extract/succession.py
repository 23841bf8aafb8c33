"""What a change, a correction or an end is aimed at, when its words name the slot otherwise than what was said did."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain

from graphmem.extract.lexicon import group
from graphmem.extract.rivals import predicate_name
from graphmem.extract.values import number_words, value_type
from graphmem.model import Statement
from graphmem.registry import registry

__all__ = ["displaced", "succeeding"]

QUANTITIES = frozenset({"number", "amount", "money"})
PLACED = re.compile(
    r"located_in|located_at|(?:is|stands|lies|sits|hangs|meets)_(?:on|in|at|under|outside|behind|beside|above|below|"
    r"near|inside|next_to|over|opposite|by)"
)
PLACES = frozenset({"uses", "located_in", "located_at"})  # what an arrival tells of anything
# Predicates that say only that there is a new value.
BARE = frozenset({"is", "date", "time", "frequency"})


def succeeding(made: Statement, said: Sequence[Statement], *, changes: bool) -> Statement:
    """The statement in the slot of what it changes or puts right, told in other words before; else as it is.

    Evidence in this order: the slot is the thing spoken of ("the door code is 4411", then "door code: 8820"); the same
    thing with a value of the same type, or with a place for a place.
    """
    changing = made.kind == "correction" or (made.kind == "state" and (changes or made.claimed_from is not None))
    if not changing or made.object is None or not made.polarity or made.modality not in {"asserted", "planned"}:
        return made
    before = [s for s in reversed(said) if s.kind != "end" and s.object is not None and s.polarity]
    if any(_slot(s) == _slot(made) for s in before):
        return made
    found = (_renamed, _turned, _headed, _numbered, _stationed, _served, _alike)
    target = next(chain.from_iterable(read(made, before) for read in found), None)
    return made if target is None else _in_slot_of(target, made)


LED = {"leads": False, "led_by": True}  # whether the thing that is led is the subject


def displaced(made: Statement, said: Sequence[Statement], *, changes: bool) -> Iterator[Statement]:
    """The ends of what others did, as another turn tells who does it now: "Ana runs the bar", then "Ben does"."""
    mine = _held(made, changes=changes)
    if mine is None or made.kind == "end" or not made.polarity or made.modality != "asserted":
        return
    told: set[tuple[str, str]] = set()
    for earlier in reversed(said):
        theirs = _held(earlier, changes=changes) if changes or earlier.predicate in LED else None
        if theirs is None or earlier.kind == "end" or earlier.episode == made.episode or earlier.object is None:
            continue
        turned = (earlier.predicate, *theirs)
        if theirs[0] != mine[0] or theirs[1] == mine[1] or _slot(earlier) == _slot(made) or turned[::2] in told:
            continue
        told.add(turned[::2])
        subject = earlier.subject.model_copy(update={"text": "", "start": made.start, "stop": made.start})
        fields = {"subject": subject, "object": earlier.object, "predicate": earlier.predicate, "slot": earlier.slot}
        why = "somebody else does it now"
        end = {**fields, "kind": "end", "functional": earlier.functional, "claimed_to": None, "why": why}
        yield made.model_copy(update=end)


def _held(statement: Statement, *, changes: bool) -> tuple[str, str] | None:
    """(what is led or done, by whom) of a statement that tells it; what one does only where something changes."""
    if statement.object is None:
        return None
    pair = (statement.subject.name.casefold(), statement.object.name.casefold())
    if statement.predicate in LED and statement.object.type != "Value":
        thing, holder = pair if LED[statement.predicate] else pair[::-1]
        return _thing(thing), holder
    duty = statement.predicate == "teaches" or (statement.predicate not in registry() and not statement.functional)
    by_person = statement.subject.type == "Person" or statement.subject.name[:1].isupper()
    held = statement.object.name
    named = held.casefold().startswith(("the ", "our ")) or " " in held.strip() or held[:1].isupper()
    if not (changes and duty and by_person) or (statement.predicate != "teaches" and not named):
        return None
    return f"{statement.predicate} {_thing(pair[1].removeprefix('the ').removeprefix('our '))}", pair[0]


def _slot(statement: Statement) -> tuple[str, str]:
    return _thing(statement.subject.name), statement.slot


def _thing(name: str) -> str:
    """A name without number: tickets and ticket are one."""
    words = name.casefold().split()
    return " ".join(
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words
    )


def _in_slot_of(target: Statement, made: Statement) -> Statement:
    subject = made.subject.model_copy(update={"name": target.subject.name, "type": target.subject.type})
    return made.model_copy(
        update={
            "subject": subject,
            "predicate": target.predicate,
            "slot": target.slot,
            "functional": target.functional,
            "why": f"{made.why}; in the slot told before",
        }
    )


def _turned(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """The thing told of is now the attribute, or the attribute the thing: "X's code is A", "the code is B"."""
    for earlier in before:
        thing, attribute = predicate_name(earlier.subject.name.rpartition("'s ")[2]), earlier.predicate
        new, of = predicate_name(made.subject.name.rpartition("'s ")[2]), made.predicate
        if (
            earlier.functional
            and _one_type(made, earlier)
            and ((thing == of and attribute in BARE) or (new == attribute and of in BARE))
        ):
            yield earlier


def _headed(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """The same relation under a fuller noun: "my thesis supervisor is …", then "my supervisor is …"."""
    known = registry().get(made.predicate)
    nouns = known.nouns if known is not None else (made.predicate,)
    same = [s for s in before if s.functional and _thing(s.subject.name) == _thing(made.subject.name)]
    fuller = [s for s in same if "_" in s.predicate and s.predicate.rpartition("_")[2] in nouns]
    if made.functional and _type(made) == "text" and len({s.slot for s in fuller}) == 1:
        yield from (s for s in fuller if _type(s) == "text")


def _alike(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """The same thing with one value of that type: a date for a date, a place for a place."""
    if made.predicate not in BARE | PLACES:
        return
    same = [s for s in before if s.functional and _thing(s.subject.name) == _thing(made.subject.name)]
    yield from (s for s in same if _type(made) != "text" and _one_type(made, s))
    yield from (s for s in same if PLACED.fullmatch(s.predicate) and made.predicate in PLACES)
    worded = [s for s in same if _type(s) == _type(made) == "text"]
    if made.predicate in PLACES and made.subject.type != "Person" and len({s.slot for s in worded}) == 1:
        yield from worded


def _renamed(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """The same thing by a shorter name or with its words turned: "garden gate code", "road to the quarry"."""
    if made.subject.type == "Person" or made.subject.name.istitle():
        return
    mine = _content(made.subject.name)
    same = [s for s in before if s.slot == made.slot and s.functional and s.subject.type != "Person"]
    turned = {s.subject.name: s for s in same if set(_content(s.subject.name)) == set(mine)}
    fuller = {s.subject.name: s for s in same if _content(s.subject.name)[-len(mine) :] == mine}
    for one in (turned, fuller):
        if len(one) == 1 and mine:
            yield from one.values()


LINKS = frozenset({"the", "a", "an", "to", "of", "for", "in", "at", "on", "our", "my"})


def _content(name: str) -> tuple[str, ...]:
    return tuple(word for word in _thing(name).split() if word not in LINKS)


def _numbered(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """The same words with another number, whatever the verb: "year 3" and "year 4", "a Volta 2" and "a Volta 4"."""
    new = made.object.name if made.object is not None else ""
    worded = number_words(new)
    if "#" not in worded or not worded.strip("# "):
        return
    for earlier in _mine(made, before):
        old = earlier.object.name if earlier.object is not None else ""
        if earlier.functional and old != new and number_words(old) == worded and _type(earlier) == _type(made):
            yield earlier


# Where or with whom somebody is: what "I'm at X now", "they moved me to X" may change.
STATIONS = frozenset(
    {"located_in", "located_at", "assigned_to", "works_at", "member_of", "attends", "is_on", "is_with"}
)


def _stationed(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """A team for a team, a school for a school: somebody's place told with another verb than before."""
    if made.predicate not in STATIONS or made.subject.type != "Person" or made.object is None:
        return
    head = _thing(made.object.name).split()[-1]
    for earlier in _mine(made, before):
        held = _thing(earlier.object.name).split()[-1] if earlier.object is not None else ""
        kept = earlier.predicate in STATIONS and earlier.functional
        at_work = earlier.predicate == "works_at" and made.predicate in {"located_at", "is_with"}
        if kept and (held == head or (at_work and head not in group("nouns", "place"))):
            yield earlier


def _served(made: Statement, before: Sequence[Statement]) -> Iterator[Statement]:
    """As in "The van is with Mutua now": with whom it was insured, kept or booked before."""
    if made.predicate in {"is_with", "uses"} and made.object is not None and made.object.type != "Person":
        ties = [s for s in _mine(made, before) if s.functional and s.predicate.endswith("_with")]
        if len({s.slot for s in ties}) == 1:
            yield from ties


def _mine(made: Statement, before: Sequence[Statement]) -> list[Statement]:
    """What was said of the same subject; of a thing also by its fuller name, if only one thing bears such a name."""
    mine = _content(made.subject.name)
    same = [s for s in before if _thing(s.subject.name) == _thing(made.subject.name)]
    if same or made.subject.type == "Person" or not mine:
        return same
    fuller = [s for s in before if s.subject.type != "Person" and _content(s.subject.name)[-len(mine) :] == mine]
    return fuller if len({s.subject.name for s in fuller}) == 1 else []


def _type(statement: Statement) -> str:
    return value_type(statement.object.name) if statement.object is not None else "text"


def _one_type(made: Statement, earlier: Statement) -> bool:
    types = {_type(made), _type(earlier)}
    return len(types) == 1 or types <= QUANTITIES
