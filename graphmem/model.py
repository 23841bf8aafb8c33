"""The words of graphmem, as frozen values (docs/glossary.md says each in a sentence)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from graphmem.errors import Incorrect

__all__ = [
    "BEGINNING_US",
    "FOREVER_US",
    "AsOf",
    "Block",
    "Change",
    "Decision",
    "Entity",
    "Episode",
    "Erasure",
    "Explanation",
    "Fact",
    "Fate",
    "FateOf",
    "Kind",
    "Mention",
    "Modality",
    "Path",
    "Period",
    "Precision",
    "Question",
    "Receipt",
    "Reextraction",
    "Rereading",
    "ReviewItem",
    "Role",
    "Source",
    "SourceKind",
    "Statement",
    "Status",
    "from_us",
    "refusing",
    "to_us",
]

Role = Literal["user", "assistant", "tool", "system"]
SourceKind = Literal[
    "user_correction", "user_statement", "document", "tool_result", "report", "assistant_message", "inference"
]
Kind = Literal["state", "end", "correction"]
Modality = Literal["asserted", "planned", "hypothetical", "asked", "reported", "joking"]
Precision = Literal["instant", "day", "month", "season", "quarter", "year", "decade"]
Status = Literal["active", "contested", "planned"]
Evidence = Literal["stated", "confirmed", "observed", "inferred"]
Verdict = Literal["kept", "skipped", "quarantined", "review"]
FateOf = Literal[
    "not_said", "not_read", "skipped", "quarantined", "review", "rejected", "kept", "upcoming", "contested", "ended",
    "superseded", "overruled", "retracted", "expired", "erased",
]  # fmt: skip

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
BEGINNING_US = -62_135_596_800_000_000  # 0001-01-01T00:00:00Z: an unknown start, in the store
FOREVER_US = 253_402_300_799_999_999  # 9999-12-31T23:59:59.999999Z: an open end, in the store


def to_us(moment: datetime) -> int:
    """Microseconds since 1970 in UTC, exact for every datetime Python can hold."""
    return (moment - EPOCH) // MICROSECOND


def from_us(us: int) -> datetime:
    """The UTC datetime of an epoch microsecond: the inverse of `to_us`."""
    return EPOCH + timedelta(microseconds=us)


@contextmanager
def refusing(what: str) -> Iterator[None]:
    """What pydantic finds wrong with a value of a caller's, as Incorrect."""
    try:
        yield
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise Incorrect(f"this {what} is not one: {wrong}. Mend these fields (times: 2026-03-02T09:00:00Z).") from error


def _in_its_zone(moment: datetime) -> datetime:
    offset = moment.utcoffset()
    return moment.replace(tzinfo=timezone(offset) if offset else UTC, fold=0)


def _day_in(moment: datetime, zones: Iterable[tzinfo]) -> datetime:
    """The moment in the first of the zones in which it begins a day; else in the first of them."""
    try:
        told = [moment.astimezone(zone) for zone in zones]
    except OverflowError:  # on the first or last day that Python can hold
        return moment
    return next((at for at in told if at.time() == time.min), told[0])


Moment = Annotated[AwareDatetime, AfterValidator(lambda moment: moment.astimezone(UTC))]
Said = Annotated[AwareDatetime, AfterValidator(_in_its_zone)]


class Value(BaseModel):
    """A frozen value: compared by content, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Period(Value):
    """`[start, stop)` in UTC; `None` is an unknown start or an open end."""

    start: Moment | None = None
    stop: Moment | None = None

    @classmethod
    def of(cls, start_us: int, stop_us: int) -> Period:
        """The period of two stored integers, BEGINNING and FOREVER read as `None`."""
        return cls(
            start=None if start_us == BEGINNING_US else from_us(start_us),
            stop=None if stop_us == FOREVER_US else from_us(stop_us),
        )

    def __contains__(self, moment: datetime) -> bool:
        return (self.start is None or self.start <= moment) and (self.stop is None or moment < self.stop)


class AsOf(Value):
    """The viewpoint of a read: what holds at `valid`, as believed at `known`."""

    valid: Moment
    known: Moment


class Episode(Value):
    """One turn or document as received; `said_at` is the source's clock, `seq` its place in the session.

    `said_at` keeps its zone: "tonight" and "on Monday" are days of that zone. `extract_of` names the whole of a text
    that was too long to be kept: where it is, its SHA-256, its length.
    Raises Incorrect for a `said_at` without a zone and for fields that an episode does not have.
    """

    id: str = Field(min_length=1)
    session: str = "default"
    seq: int = 0
    speaker: str | None = None
    role: Role = "user"
    said_at: AwareDatetime
    text: str
    source_kind: SourceKind = "user_statement"
    tenant: str | None = None
    source_uri: str | None = None
    extract_of: str | None = None
    said_at_precision: Literal["instant", "day"] = "instant"

    def __init__(self, **given: Any) -> None:
        with refusing("episode"):
            super().__init__(**given)


class Mention(Value):
    """A span of an episode that names something.

    `text` is as written, `episode.text[start:stop]`; a structured statement has an empty span.
    `name` is what it stands for once speakers and relations are resolved ("my sister" said by
    Runa Holst: "Runa Holst's sister"); `also` are further names the same text gives it.
    """

    text: str
    start: int = 0
    stop: int = 0
    name: str
    type: str = "Thing"  # Person, Place, Organization, Project, Animal, Event, Thing, Concept, or Value for a literal
    also: tuple[str, ...] = ()

    @property
    def literal(self) -> bool:
        """Whether it is a value (a date, a number, a phrase), and not something statements can be about."""
        return self.type == "Value"


class Statement(Value):
    """A claim as said: who claims what of whom, for which period, in which words.

    `slot` is what the object is a value of; an unknown predicate has an open slot made from its own words.
    `start`, `stop` span the words in the episode that state it. `why` is the reason of the rule that read it.
    """

    episode: str
    kind: Kind = "state"
    subject: Mention
    predicate: str
    slot: str
    functional: bool = True
    object: Mention | None = None
    corrects: Mention | None = None
    polarity: bool = True
    modality: Modality = "asserted"
    claimed_from: Moment | None = None
    claimed_to: Moment | None = None
    precision: Precision | None = None
    start: int = 0
    stop: int = 0
    source_kind: SourceKind = "user_statement"
    evidence: Evidence = "stated"
    extractor: str = "structured/1"
    why: str = ""


class Decision(Value):
    """What the gate or the resolver decided on one statement, and why."""

    id: str
    decision: Verdict
    reason: str
    subject: str = ""
    predicate: str = ""
    object: str = ""


class Entity(Value):
    """What statements are about. `str(entity)` is its name; a literal has type `Value`."""

    id: str
    name: str
    type: str = "Thing"
    aliases: tuple[str, ...] = ()

    def __str__(self) -> str:
        return self.name


class Source(Value):
    """Where a fact comes from: the episode, the span of it, who said it when, in which words.

    `span` is characters `[start, stop)` of the episode's text; where that is an extract, `extract_of` names the whole.
    `said_at` keeps the zone of the turn.
    """

    episode: str
    span: tuple[int, int]
    speaker: str | None
    said_at: Said
    quote: str
    source_kind: SourceKind
    statement: str
    kind: Kind = "state"
    extract_of: str | None = None

    @property
    def start(self) -> int:
        """Where the span begins."""
        return self.span[0]

    @property
    def stop(self) -> int:
        """Where the span ends, exclusive."""
        return self.span[1]


class Fact(Value):
    """A canonical, dated belief. `valid` is when it holds in the world, `system` when the memory believed it."""

    id: str
    subject: Entity
    predicate: str
    object: Entity
    valid: Period
    system: Period
    status: Status = "active"
    fact: str
    source_kind: SourceKind
    sources: tuple[Source, ...] = ()
    planned_for: Moment | None = None

    @property
    def zones(self) -> tuple[tzinfo, ...]:
        """The zones of the turns that said it, the first to say it first; UTC where none is known."""
        found = (source.said_at.tzinfo for source in self.sources)
        return tuple(dict.fromkeys(zone for zone in found if zone is not None)) or (UTC,)

    def local(self, at: datetime) -> datetime:
        """`at` as people read a date of this fact: in the zone of the turn that said it first."""
        return _day_in(at, self.zones[:1])

    @property
    def dates(self) -> tuple[datetime | None, datetime | None]:
        """Start and stop of `valid` as people read them: in the first of its zones, but a day in that which begins it.

        What ends it was said by another turn, in summer perhaps, and itself in winter: so for the end an hour more, and
        an hour less, are zones too.
        """
        start, stop = self.valid.start, self.valid.stop
        if start and stop and stop - start < DAY:
            return self.local(start), self.local(stop)
        return start and _day_in(start, self.zones), stop and _day_in(stop, self._zones_of_the_end())

    def _zones_of_the_end(self) -> tuple[tzinfo, ...]:
        offset = self.zones[0].utcoffset(None) or timedelta()
        return (*self.zones, timezone(offset + HOUR), timezone(offset - HOUR))

    def __str__(self) -> str:
        return self.fact


class Change(Value):
    """One difference a write made to what is believed: a fact `opened` or `closed` at `at` (system time)."""

    at: Moment
    change: Literal["opened", "closed"]
    fact: Fact


class Path(Value):
    """Facts that join two entities, in walking order."""

    facts: tuple[Fact, ...]


class ReviewItem(Value):
    """Something a person should look at: both sides of a conflict, or a decision that stayed open.

    `sides` are the statements as sentences, or the names of entities that may be one.
    """

    id: str
    kind: Literal["overruled", "contested", "same_entity", "period", "gate"]
    reason: str
    statements: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    at: Moment
    open: bool = True


class Receipt(Value):
    """What one call wrote. `opened` and `closed` are fact ids; `at` is its system time.

    `replaced` are the versions of documents whose place a newer one took.

    The receipt of `remember_many` lists only what was not simply kept, and counts the rest in `counts`. That of
    `ingest` lists the first 10,000 of each kind, counts all in `counts` and `roles`, and in `left_out`, by the reason,
    what the source held that is no turn.
    """

    id: str = ""
    episodes: tuple[str, ...] = ()
    statements: tuple[Decision, ...] = ()
    opened: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    review: tuple[str, ...] = ()
    duplicates: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    roles: dict[str, int] = Field(default_factory=dict)
    counts: dict[str, int] = Field(default_factory=dict)
    left_out: dict[str, int] = Field(default_factory=dict)
    at: Moment
    bookmarks: tuple[str, ...] = ()
    seconds: float = 0.0
    stopped: str | None = None


class Rereading(Value):
    """What reading a turn again changes: a statement `added`, `gone` or `changed`; or the turn stayed `unread`.

    `before` and `after` are the statement as a sentence, `quote` the words that state it, `reason` why it is unread.
    """

    change: Literal["added", "gone", "changed", "unread"]
    episode: str
    said_at: Moment
    speaker: str | None = None
    before: str = ""
    after: str = ""
    quote: str = ""
    reason: str = ""


class Reextraction(Value):
    """What reading stored turns again came to: shown, or written where it is `applied`.

    `episodes` is how many turns were read. `counts` has all changes by kind, statements that stay the `same`, and of
    what was applied the facts `opened` and `closed`; `changes` lists the first of them, `omitted` says how many not.
    """

    extractor: str
    applied: bool
    episodes: int
    counts: dict[str, int]
    changes: tuple[Rereading, ...] = ()
    omitted: int = 0
    at: Moment
    seconds: float = 0.0


class Erasure(Value):
    """Certificate of an erasure: what was destroyed, what was looked at, what remains and how to remove it."""

    id: str
    of: str
    at: Moment
    episodes: int = 0
    blanked: int = 0
    statements: int = 0
    facts: int = 0
    entities: int = 0
    looked_at: tuple[str, ...] = ()
    remains: tuple[str, ...] = ()
    bookmarks: tuple[str, ...] = ()


class Explanation(Value):
    """Why a fact is believed: the fact, every statement behind it, and what was overruled."""

    fact: Fact
    sources: tuple[Source, ...]
    overruled: tuple[ReviewItem, ...] = ()


class Fate(Value):
    """What became of something that was said, or that it was not said: the verdict and its reason in words.

    Where a turn says it: which, in which words (`span` of its text), and whose they are. `statement` is what was read
    in them, `fact` what is or was believed by it.
    """

    verdict: FateOf
    reason: str
    episode: str | None = None
    span: tuple[int, int] | None = None
    speaker: str | None = None
    said_at: Moment | None = None
    quote: str = ""
    predicate: str = ""
    statement: str | None = None
    fact: str | None = None


class Question(Value):
    """A question as understood: about whom, which predicates, of when, and of which kind."""

    text: str
    entities: tuple[Entity, ...] = ()
    unknown_names: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()
    kind: Literal["current", "past", "history", "changes", "why", "plan", "conflict"] = "current"
    as_of: AsOf
    reasons: tuple[str, ...] = ()


class Block(Value):
    """The context block: `str(block)` is the text, never longer than the budget in the caller's tokens."""

    text: str
    tokens: int
    facts: tuple[Fact, ...] = ()
    sources: tuple[str, ...] = ()
    omitted: int = 0
    abstained: bool = False
    reason: str = ""
    question: Question
    explanation: tuple[dict[str, Any], ...] = ()

    def __str__(self) -> str:
        return self.text
