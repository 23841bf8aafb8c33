"""A small invented world for the tests of recall: entities, facts and turns, as the store would hand them over."""

from __future__ import annotations

from datetime import UTC, datetime

from graphmem.model import Block, Entity, Episode, Fact, Period, Source, SourceKind, Status
from graphmem.recall.abstain import abstain
from graphmem.recall.candidate import Candidate, Entities, Leg, Ranked, kept
from graphmem.recall.pack import pack
from graphmem.recall.question import Reading, read_question
from graphmem.recall.rank import rank
from graphmem.registry import Predicate, Registry

NOW = datetime(2031, 6, 5, 12, tzinfo=UTC)  # a Thursday


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


REGISTRY = Registry([
    Predicate(name="lives_in", functional=True, subject="Person", object="Place", verbs=("live in", "reside in"),
              starts=("move to",), nouns=("home", "residence"), asks=("live", "home", "town", "city"),
              sentence="{subject} lives in {object}"),
    Predicate(name="works_at", functional=True, subject="Person", object="Organization", verbs=("work at", "work for"),
              nouns=("employer", "company"), asks=("work", "employer"), sentence="{subject} works at {object}"),
    Predicate(name="occupation", functional=True, subject="Person", nouns=("job", "profession", "occupation"),
              verbs=("work as",), asks=("job", "do for a living"), sentence="{subject} is {object}"),
    Predicate(name="manager", functional=True, subject="Person", object="Person", nouns=("manager", "boss"),
              verbs=("report to",), asks=("manager", "boss"), sentence="{subject}'s manager is {object}"),
    Predicate(name="sister", subject="Person", object="Person", nouns=("sister",), asks=("sister", "sibling"),
              sentence="{subject}'s sister is {object}"),
    Predicate(name="phone", functional=True, subject="Person", nouns=("phone number", "number", "phone"),
              asks=("phone number", "number", "call", "reach"), value="phone",
              sentence="{subject}'s phone number is {object}"),
    Predicate(name="mobile", functional=True, subject="Person", nouns=("mobile number", "mobile"), value="phone",
              sentence="{subject}'s mobile is {object}"),
    Predicate(name="has_pet", subject="Person", nouns=("pet",), verbs=("keep",), asks=("pet", "pets", "animal"),
              sentence="{subject} has {object}"),
    Predicate(name="colour", functional=True, nouns=("colour", "color"), asks=("colour",),
              sentence="{subject} is {object}"),
    Predicate(name="deposit", functional=True, nouns=("deposit",), asks=("deposit",),
              sentence="the deposit for {subject} is {object}"),
])  # fmt: skip

TILDA = Entity(id="p-tilda", name="Tilda Brannock", type="Person", aliases=("Tilda",))
OSCAR = Entity(id="p-oscar", name="Oscar Vey", type="Person", aliases=("Oscar",))
RHEA = Entity(id="p-rhea", name="Rhea Brannock", type="Person", aliases=("Rhea",))
VARDO = Entity(id="l-vardo", name="Vardo", type="Place")
SELBY = Entity(id="l-selby", name="Selby", type="Place")
FENWORKS = Entity(id="o-fen", name="Fenworks", type="Organization")
BARN = Entity(id="t-barn", name="Corn Barn", type="Place")
PEOPLE = {name: (entity,) for entity in (TILDA, OSCAR, RHEA) for name in (entity.name, *entity.aliases)}
THINGS = {"Fenworks": (FENWORKS,), "Vardo": (VARDO,), "Selby": (SELBY,), "Corn Barn": (BARN,), "corn barn": (BARN,)}
NAMES: Entities = {**PEOPLE, **THINGS}


def literal(text: str) -> Entity:
    return Entity(id=f"v-{text.casefold()}", name=text, type="Value")


def fact(
    subject: Entity, predicate: str, value: Entity | str, since: str | None = "2031-01-10", until: str | None = None,
    *, quote: str | None = None, said: str | None = None, speaker: str | None = None, episode: str | None = None,
    status: Status = "active", known: str | None = None, forgotten: str | None = None,
    source_kind: SourceKind = "user_statement", sentence: str | None = None, sources: tuple[Source, ...] | None = None,
) -> Fact:  # fmt: skip
    thing = literal(value) if isinstance(value, str) else value
    entry = REGISTRY.get(predicate) or Predicate(name=predicate)
    wording = sentence or entry.phrase(subject.name, thing.name)
    told = day(said or since or "2031-01-10")
    name = f"{subject.id}-{predicate}-{thing.name}-{since}"
    source = Source(
        episode=episode or f"e-{name}".replace(" ", "_"), span=(0, 20), said_at=told, source_kind=source_kind,
        speaker=speaker or (subject.name if subject.type == "Person" else "Tilda Brannock"),
        quote=wording + "." if quote is None else quote, statement=f"s-{name}",
    )  # fmt: skip
    return Fact(
        id=f"f-{name}", subject=subject, predicate=predicate, object=thing, status=status, fact=wording,
        valid=Period(start=day(since) if since else None, stop=day(until) if until else None),
        system=Period(start=day(known) if known else told, stop=day(forgotten) if forgotten else None),
        source_kind=source_kind, sources=(source,) if sources is None else sources,
    )  # fmt: skip


def turn(text: str, said: str = "2031-02-01", *, speaker: str = "Oscar Vey", id: str = "") -> Episode:
    return Episode(id=id or f"t-{said}-{len(text)}", speaker=speaker, said_at=day(said), text=text)


def about(*facts: Fact, leg: Leg = "subject") -> tuple[Candidate, ...]:
    return tuple(Candidate(leg=leg, fact=one) for one in facts)


def read(text: str, **given: datetime | str | None) -> Reading:
    return read_question(text, now=NOW, registry=REGISTRY, **given)  # type: ignore[arg-type]


def ranked(
    text: str, *candidates: Candidate, entities: Entities = NAMES, asker: str | None = None
) -> tuple[Ranked, ...]:
    return rank(read(text, asker=asker), entities, candidates)


def shown(text: str, *candidates: Candidate, asker: str | None = None) -> list[str]:
    """The ids of what answers, in order."""
    return [one.candidate.id for one in kept(ranked(text, *candidates, asker=asker))]


def words_of(text: str) -> int:
    return len(text.split())


def block(text: str, *candidates: Candidate, budget: int = 400, asker: str | None = None) -> Block:
    """The packed block, counted in characters over four."""
    reading = read(text, asker=asker)
    order = rank(reading, NAMES, candidates)
    reason = abstain(reading, NAMES, order)
    return pack(reading, NAMES, order, budget_tokens=budget, count=lambda text: -(-len(text) // 4), reason=reason)
