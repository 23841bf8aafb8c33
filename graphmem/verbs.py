"""The verbs, each said once: what it takes, as a frozen value, and the flow that answers it.

A face (Memory, a client, a route of the server) is called with these values; the memory runs their flows. Ingest and
remember_many stream: they are loops of faces over chunks and batches, not values.
"""

from __future__ import annotations

import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Annotated, Any, ClassVar, Generic, TypeVar, get_args

from pydantic import ConfigDict, Field

from graphmem.errors import Incorrect
from graphmem.gate.redact import clean, redact
from graphmem.model import Block, Change, Erasure, Explanation, Fact, Fate, Kind, Path, Receipt, ReviewItem, SourceKind
from graphmem.model import from_us as moment_of
from graphmem.moments import Instant, instant_us, moment
from graphmem.registry import Registry
from graphmem.remembering import Remembered, remembered
from graphmem.store.call import Flow, Ground
from graphmem.store.flows import erase, read, taking_back, waiting
from graphmem.store.flows.recall import recall
from graphmem.store.flows.remember import remember
from graphmem.store.flows.why_not import why_not
from graphmem.store.flows.write import once
from graphmem.store.keys import tombstone

__all__ = [
    "MAX_HOPS", "READINGS", "WRITINGS", "Approve", "Changes", "Erase", "Facts", "Ground", "History", "Host", "Making",
    "Merge", "Paths", "Reading", "Recall", "Reject", "Remember", "Retract", "Review", "Split", "Sweep", "Verb", "Why",
    "WhyNot", "Writing", "new_lock",
]  # fmt: skip

Result = TypeVar("Result")
Written = TypeVar("Written", Receipt, Erasure)
Making = Callable[[], Flow[Result]]  # a write may be run again: each try makes the flow, and reads the clock, anew
MAX_HOPS = 3
PATHS = 20

Name = Annotated[str, Field(description="A name, an alias, or an id.", examples=["Elena Sartori"])]
Relation = Annotated[str | None, Field(description="Only this predicate.", examples=["lives_in"])]
At = Annotated[
    Instant | None,
    Field(description="What held then in the world; RFC 3339 with a zone. Now by default."),
]
Known = Annotated[Instant | None, Field(description="What the memory believed then, likewise. Now by default.")]


@dataclass(slots=True)
class Host:
    """The memory that verbs are asked of: whose it is, who asks, its predicates, its clock, its store's secret."""

    tenant: str
    asker: str | None
    registry: Registry
    clock: Callable[[], datetime]
    tokenizer: Any = None
    secret: str = ""

    def now(self) -> int:
        """The clock, in microseconds."""
        return instant_us(self.clock(), "clock()")

    def ground(self) -> Ground:
        """Whose memory, and now. A write reads the clock when its turn comes: it may have waited for others."""
        return Ground(self.tenant, self.registry, self.secret, self.now(), self.now)


def new_lock() -> str:
    """A text that differs from write to write."""
    return secrets.token_hex(8)


@dataclass(frozen=True)
class Verb:
    """One call of a verb. `name` is what doors call it."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(extra="forbid")

    @classmethod
    def name(cls) -> str:
        """The verb as doors write it: recall, why_not."""
        return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()

    @classmethod
    def gives(cls) -> Any:
        """The type of its answer."""
        return next(get_args(base)[0] for base in cls.__orig_bases__ if get_args(base))  # type: ignore[attr-defined]


@dataclass(frozen=True)
class Reading(Verb, ABC, Generic[Result]):
    """A verb that changes nothing."""

    @abstractmethod
    def flow(self, host: Host) -> Making[Result]:
        """Checks the parameters; gives what makes the flow. Raises Incorrect."""


@dataclass(frozen=True)
class Writing(Verb, ABC, Generic[Written]):
    """A verb that writes. `call` is an idempotency key: the same again gives the first answer and writes nothing."""

    @abstractmethod
    def flow(self, host: Host, call: str | None) -> Making[Written]:
        """Checks the parameters; gives what makes the flow. Raises Incorrect."""


@dataclass(frozen=True)
class Recall(Reading[Block]):
    """The facts that answer a question, cited, in a budget of tokens; or that none is stored."""

    question: Annotated[str, Field(examples=["Where does Elena live?"])]
    as_of: At = None
    known_at: Known = None
    budget_tokens: Annotated[int, Field(description="The most tokens of the block.", examples=[400])] = 400

    def flow(self, host: Host) -> Making[Block]:
        """See Reading.flow."""
        from graphmem.recall.tokens import counter

        ground = host.ground()
        asked: dict[str, Any] = {
            "asker": host.asker,
            "as_of": None if self.as_of is None else moment(self.as_of, "as_of"),
            "known_at": None if self.known_at is None else moment(self.known_at, "known_at"),
            "budget_tokens": self.budget_tokens,
            "count": counter(host.tokenizer),
        }
        return lambda: recall(ground, clean(self.question), **asked)


@dataclass(frozen=True)
class Facts(Reading[tuple[Fact, ...]]):
    """What holds of an entity at one point of both clocks."""

    entity: Name
    predicate: Relation = None
    as_of: At = None
    known_at: Known = None

    def flow(self, host: Host) -> Making[tuple[Fact, ...]]:
        """See Reading.flow."""
        ground, known = host.ground(), _known(self.known_at)
        valid = _valid(self.as_of, ground)
        return lambda: read.facts(ground, clean(self.entity), _predicate(self.predicate), valid, known)


@dataclass(frozen=True)
class History(Reading[tuple[Fact, ...]]):
    """Every segment believed of an entity, in order of valid time."""

    entity: Name
    predicate: Relation = None
    known_at: Known = None

    def flow(self, host: Host) -> Making[tuple[Fact, ...]]:
        """See Reading.flow."""
        ground, known = host.ground(), _known(self.known_at)
        return lambda: read.history(ground, clean(self.entity), _predicate(self.predicate), known)


@dataclass(frozen=True)
class Paths(Reading[tuple[Path, ...]]):
    """How two entities are joined, over facts that all hold at the viewpoint; shortest first."""

    start: Name
    stop: Name
    max_hops: Annotated[int, Field(description=f"The longest walk, 1 to {MAX_HOPS} facts.", examples=[2])] = MAX_HOPS
    as_of: At = None
    known_at: Known = None

    def flow(self, host: Host) -> Making[tuple[Path, ...]]:
        """See Reading.flow."""
        if not 1 <= self.max_hops <= MAX_HOPS:
            raise Incorrect(f"max_hops={self.max_hops} is not between 1 and {MAX_HOPS}. Ask for fewer hops.")
        ground, known = host.ground(), _known(self.known_at)
        asked = {"hops": self.max_hops, "valid": _valid(self.as_of, ground), "limit": PATHS}
        return lambda: read.paths(ground, clean(self.start), clean(self.stop), known=known, **asked)


@dataclass(frozen=True)
class Changes(Reading[tuple[Change, ...]]):
    """What came to be believed, and ceased to be, between two moments of the memory's clock, oldest first."""

    since: Annotated[Instant, Field(examples=["2025-05-01T00:00:00Z"])]
    until: Annotated[Instant | None, Field(description="Now by default.")] = None

    def flow(self, host: Host) -> Making[tuple[Change, ...]]:
        """See Reading.flow."""
        ground, first = host.ground(), instant_us(self.since, "since")
        last = max(ground.now, first) + 1_000_000 if self.until is None else instant_us(self.until, "until")
        if last < first:
            raise Incorrect(f"until={self.until!s} is before since={self.since!s}. Swap them.")
        return lambda: read.changes(ground, first, last)


@dataclass(frozen=True)
class Why(Reading[Explanation]):
    """A fact with every statement behind it."""

    fact_id: Annotated[str, Field(description="As `facts`, `history` and `recall` show it.")]

    def flow(self, host: Host) -> Making[Explanation]:
        """See Reading.flow."""
        ground = host.ground()
        return lambda: read.why(ground, clean(self.fact_id))


@dataclass(frozen=True)
class WhyNot(Reading[tuple[Fate, ...]]):
    """Why something is not believed: what became of the turns that say it, or that none does."""

    text: Annotated[str, Field(description="What was said, or should have been.", examples=["Elena lives in Udine"])]

    def flow(self, host: Host) -> Making[tuple[Fate, ...]]:
        """See Reading.flow."""
        ground, text = host.ground(), clean(self.text).strip()
        if not text:
            raise Incorrect(f"text={self.text!r} says nothing. Give the words that were, or should have been, said.")
        return lambda: why_not(ground, text)


@dataclass(frozen=True)
class Review(Reading[tuple[ReviewItem, ...]]):
    """What waits for a person to look at it."""

    def flow(self, host: Host) -> Making[tuple[ReviewItem, ...]]:
        """See Reading.flow."""
        ground = host.ground()
        return lambda: waiting.review(ground)


@dataclass(frozen=True)
class Remember(Writing[Receipt]):
    """Records one structured statement, through the same gate as text."""

    subject: Name
    predicate: Annotated[str, Field(description="By its name in the registry.", examples=["lives_in"])]
    object: Annotated[str | None, Field(description="The value; an end may have none.", examples=["Trieste"])] = None
    kind: Kind = "state"
    corrects: Annotated[str | None, Field(description="What a correction takes away.")] = None
    said_at: Annotated[Instant | None, Field(examples=["2025-05-20T19:15:00Z"])] = None
    valid_from: Annotated[Instant | None, Field(examples=["2025-03-08T00:00:00Z"])] = None
    valid_to: Instant | None = None
    speaker: Annotated[str | None, Field(examples=["Elena Sartori"])] = None
    source_kind: SourceKind = "user_statement"
    episode: Annotated[str | None, Field(description="The id of the episode it belongs to.")] = None

    def checked(self, host: Host) -> Remembered:
        """The statement, ready to be written. Raises Incorrect, with close names for an unknown predicate."""
        return remembered(
            host.registry, host.registry.known(self.predicate), self.subject, self.object, tenant=host.tenant,
            now=moment_of(host.now()), kind=self.kind, corrects=self.corrects, said_at=self.said_at,
            valid_from=self.valid_from, valid_to=self.valid_to, speaker=self.speaker, source_kind=self.source_kind,
            episode=self.episode,
        )  # fmt: skip

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        said, lock = self.checked(host), new_lock()
        return lambda: remember(host.ground(), [said], lock=lock, call=call)


@dataclass(frozen=True)
class Merge(Writing[Receipt]):
    """Makes two entities one, recorded and reversible; the first gives the name."""

    entity: Name
    other: Name

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        write = partial(taking_back.merge, one=clean(self.entity), other=clean(self.other), lock=new_lock())
        return _once(self.name(), host, call, Receipt, write)


@dataclass(frozen=True)
class Split(Writing[Receipt]):
    """Takes a merge back, by a name or the id of what was merged away."""

    entity: Name

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        write = partial(taking_back.split, name=clean(self.entity), lock=new_lock())
        return _once(self.name(), host, call, Receipt, write)


Waiting = Annotated[str, Field(description="The id of a statement that waits, as `review` or a receipt shows it.")]
Because = Annotated[str | None, Field(description="Why, in your words.", examples=["She said so on the phone."])]


@dataclass(frozen=True)
class Approve(Writing[Receipt]):
    """Vouches for a statement that waits, in an episode of its own: it counts from now on."""

    item: Waiting
    reason: Because = None
    speaker: Annotated[str | None, Field(description="Who approves it. The asker by default.")] = None
    source_kind: SourceKind = "user_statement"

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        approval = waiting.Approval(self.speaker or host.asker, self.source_kind, _because(self.reason))
        write = partial(waiting.approve, statement=clean(self.item), approval=approval, lock=new_lock())
        return _once(self.name(), host, call, Receipt, write)


@dataclass(frozen=True)
class Reject(Writing[Receipt]):
    """Keeps a statement that waits out, and the same inference later."""

    item: Waiting
    reason: Because = None

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        write = partial(waiting.reject, statement=clean(self.item), reason=_because(self.reason), lock=new_lock())
        return _once(self.name(), host, call, Receipt, write)


def _because(reason: str | None) -> str:
    """A person's reason as it may be kept: without secrets."""
    return redact(clean(reason or "")).text.strip()


@dataclass(frozen=True)
class Retract(Writing[Receipt]):
    """Withdraws a source: belief is folded again, history keeps what was."""

    episode: Annotated[str, Field(description="The id of an episode, from a receipt or a fact's sources.")]

    def flow(self, host: Host, call: str | None) -> Making[Receipt]:
        """See Writing.flow."""
        write = partial(taking_back.retract, episode=clean(self.episode), lock=new_lock())
        return _once(self.name(), host, call, Receipt, write)


@dataclass(frozen=True)
class Erase(Writing[Erasure]):
    """Destroys a subject or an episode, one of them, and all that is stated by it, history too."""

    subject: Annotated[str | None, Field(description="A name or an id.")] = None
    episode: Annotated[str | None, Field(description="The id of an episode.")] = None

    def flow(self, host: Host, call: str | None) -> Making[Erasure]:
        """See Writing.flow."""
        if (self.subject is None) == (self.episode is None):
            raise Incorrect("erase takes subject= or episode=, one of them. Name what to destroy.")
        lock = new_lock()
        if self.subject is not None:
            write = partial(erase.erase_subject, name=clean(self.subject), lock=lock)
        else:
            write = partial(erase.erase_episode, episode=clean(str(self.episode)), lock=lock)
        return _once(self.name(), host, call, Erasure, write)


@dataclass(frozen=True)
class Sweep(Writing[Erasure]):
    """Destroys what was kept for a time that is over, a thousand episodes and statements at most."""

    def flow(self, host: Host, call: str | None) -> Making[Erasure]:
        """See Writing.flow."""
        return _once(self.name(), host, call, Erasure, partial(erase.sweep, lock=new_lock()))


def _once(
    name: str, host: Host, call: str | None, kind: type[Written], write: Callable[..., Flow[Written]]
) -> Making[Written]:
    """Makes the flow that writes, unless a call of that key was answered before. Of the key a keyed hash is kept."""

    def flow() -> Flow[Written]:
        ground = host.ground()
        key = None if call is None else tombstone(ground.secret, ground.tenant, "call", f"{name}:{call}")
        return once(ground, key, kind, write(ground, call=key))

    return flow


READINGS: tuple[type[Reading[Any]], ...] = (Recall, Facts, History, Paths, Changes, Why, WhyNot, Review)
WRITINGS: tuple[type[Writing[Any]], ...] = (Remember, Approve, Reject, Merge, Split, Retract, Erase, Sweep)


def _known(known_at: Instant | None) -> int | None:
    return None if known_at is None else instant_us(known_at, "known_at")


def _valid(as_of: Instant | None, ground: Ground) -> int:
    return ground.now if as_of is None else instant_us(as_of, "as_of")


def _predicate(name: str | None) -> str | None:
    return None if name is None else name.strip().lower().replace(" ", "_")
