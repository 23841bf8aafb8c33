"""An extractor of somebody else's in the place of the shipped rules: asked for each turn, its answers judged alike."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from graphmem.errors import Incorrect
from graphmem.extract.candidates import Candidate, Extractor, candidate_of, extractor_id, statement_of
from graphmem.gate.judge import Judgement, judge
from graphmem.gate.redact import BLANK, clean, redact
from graphmem.model import Decision, Episode, Statement
from graphmem.registry import Registry
from graphmem.store.flows.write import Draft
from graphmem.store.keys import digest

__all__ = ["StandIn"]

Answer = TypeVar("Answer")
OURS = frozenset({"rules", "structured", "approval"})  # who reads where no extractor is given
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class StandIn:
    """An extractor, and how long one call of it may take. Raises Incorrect for what is no extractor."""

    extractor: Extractor
    timeout_s: float

    def __post_init__(self) -> None:
        if not isinstance(self.extractor, Extractor):
            raise Incorrect(
                f"extractor={self.extractor!r} is none: it has no name, version and candidates(episode, before)."
            )
        name, version = self.extractor.name, self.extractor.version
        if not (str(name).strip() and str(version).strip()) or name in OURS or "/" in name:
            raise Incorrect(
                f"an extractor called {name!r}, version {version!r}, cannot be told from others. Name it, without a "
                f"stroke, by another word than {', '.join(sorted(OURS))}, and give a version."
            )
        if not self.timeout_s > 0:
            raise Incorrect(f"extractor_timeout_s={self.timeout_s!r} is no time. Give seconds, more than 0.")

    @property
    def id(self) -> str:
        """Name and version."""
        return extractor_id(self.extractor)

    def draft(self, episode: Episode, before: Sequence[Episode], registry: Registry) -> Draft:
        """What a turn states by this extractor, judged; unread where the call fails or takes too long."""
        try:
            found = _within(self.timeout_s, lambda: list(self.extractor.candidates(episode, before)))
        except Exception as error:
            return Draft(episode, read_by=None, removed=(_unread(episode, self.id, error),))
        statements, refused = list[tuple[Statement, Judgement]](), list[Decision]()
        for number, one in enumerate(found):
            try:
                candidate = candidate_of(one)
                made = statement_of(candidate, episode, before, self.id, registry)
            except Incorrect as error:
                refused.append(_refused(episode, number, None, str(error)))
                continue
            if isinstance(made, str):
                refused.append(_refused(episode, number, candidate, made))
            else:
                statements.append((made, _judged(made, episode, registry)))
        return Draft(episode, tuple(statements), read_by=self.id, removed=tuple(refused))


def _within(seconds: float, call: Callable[[], Answer]) -> Answer:
    """What a call gives. Raises TimeoutError where it takes longer; its thread is then left to itself."""
    answers, errors = list[Answer](), list[Exception]()

    def run() -> None:
        try:
            answers.append(call())
        except Exception as error:
            errors.append(error)

    thread = threading.Thread(target=run, name="graphmem-extractor", daemon=True)
    thread.start()
    thread.join(seconds)
    if errors:
        raise errors[0]
    if not answers:
        raise TimeoutError(f"it took longer than {seconds:g} seconds")
    return answers[0]


def _judged(statement: Statement, episode: Episode, registry: Registry) -> Judgement:
    names = " ".join(m.name for m in (statement.subject, statement.object, statement.corrects) if m is not None)
    secrets = redact(names).kinds
    if secrets:
        return Judgement("quarantined", f"a secret ({secrets[0]}) is not kept")
    if BLANK in names:
        return Judgement("quarantined", "its words were blanked before anything was kept")
    return judge(statement, episode, registry)


def _unread(episode: Episode, extractor: str, error: Exception) -> Decision:
    told = redact(clean(f"{type(error).__name__}: {error}")).text[:LONGEST_REASON]
    reason = f"kept, but not read: {extractor} failed ({told}). `reextract` with `unread` reads it again"
    return Decision(id=digest("unread", episode.id, reason), decision="skipped", reason=reason)


def _refused(episode: Episode, number: int, candidate: Candidate | None, reason: str) -> Decision:
    told = redact(clean(reason)).text
    names = {} if candidate is None else {"subject": candidate.subject, "object": candidate.object or ""}
    return Decision(
        id=digest("refused", episode.id, number, told), decision="skipped", reason=told,
        predicate="" if candidate is None else candidate.predicate,
        **{end: redact(clean(name)).text for end, name in names.items()},
    )  # fmt: skip
