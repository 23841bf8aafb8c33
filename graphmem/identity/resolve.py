"""Which known entity a mention names: match, no match or unsure, with the reason."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from graphmem.identity.guards import refuse, refuse_namesake, types_differ
from graphmem.identity.keys import alias_key
from graphmem.identity.likeness import Likeness, Strength, likeness, spelt_alike
from graphmem.identity.names import Name, read_name
from graphmem.identity.scores import similarities_0_1
from graphmem.model import Mention

__all__ = ["Known", "Resolution", "resolve"]


@dataclass(frozen=True, slots=True)
class Known:
    """An entity that is stored: its display name, type and the alias keys it answers to."""

    uuid: str
    name: str
    type: str = "Thing"
    keys: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Resolution:
    """What was decided on a mention.

    `uuid` is the entity of a match, else None. `others` are the ones that may be it too, most alike first: of an
    unsure decision those to link POSSIBLY_SAME; of a match those that the mention's further names belong to.
    """

    decision: Literal["match", "no_match", "unsure"]
    uuid: str | None
    others: tuple[str, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class _Finding:
    """How one known entity compares with the mention: how strongly it is like it and why, or why a guard refused it."""

    known: Known
    similarity: float
    strength: Strength = Strength.NONE
    reason: str = ""
    refusal: str | None = None


def resolve(mention: Mention, candidates: Sequence[Known]) -> Resolution:
    """The decision on a mention, given every stored entity that shares an alias key or a block key with it.

    Exact keys win first, then one name spelt otherwise, then a part that tells (a first name), if one candidate alone
    has it. A resemblance is never more than unsure. Independent of the order of `candidates`; pure.
    """
    findings = _compared(mention, _merged(candidates))
    alike = [finding for finding in findings if finding.strength > Strength.NONE]
    if not alike:
        return _no_match(findings)
    strongest = max(finding.strength for finding in alike)
    best = [finding for finding in alike if finding.strength == strongest]
    chosen = best if len(best) == 1 else [finding for finding in best if finding.known.type == mention.type]
    if strongest == Strength.NEAR or len(chosen) != 1 or _is_shared_first_name(mention, chosen[0], findings):
        return _unsure(best)
    return _match(chosen[0], alike)


def _match(chosen: _Finding, alike: Sequence[_Finding]) -> Resolution:
    also = tuple(other.known.uuid for other in alike if other.strength == Strength.ALSO and other is not chosen)
    others = also if chosen.strength == Strength.EXACT else ()
    return Resolution("match", chosen.known.uuid, others, chosen.reason)


def _is_shared_first_name(mention: Mention, chosen: _Finding, findings: Sequence[_Finding]) -> bool:
    """Whether a full name was matched to a bare first name that somebody else bears too."""
    full, bare = read_name(mention.name), read_name(chosen.known.name)
    if chosen.strength != Strength.PART or len(bare.tokens) > 1 or len(full.tokens) < 2:
        return False
    others = (read_name(other.known.name, other.known.type) for other in findings if other is not chosen)
    return any(name.is_personal and len(name.tokens) > 1 and name.tokens[:1] == bare.tokens for name in others)


def _unsure(best: Sequence[_Finding]) -> Resolution:
    names = ", ".join(sorted(f"'{finding.known.name}'" for finding in best))
    reason = best[0].reason if len(best) == 1 else f"{best[0].reason}; {len(best)} come into question: {names}"
    return Resolution("unsure", None, tuple(finding.known.uuid for finding in best), reason)


def _no_match(findings: Sequence[_Finding]) -> Resolution:
    refused = next((f"not '{f.known.name}': {f.refusal}" for f in findings if f.refusal), None)
    return Resolution("no_match", None, (), refused or "no known name is like it")


def _merged(candidates: Iterable[Known]) -> list[Known]:
    """One candidate a uuid, with the keys of all its rows."""
    merged: dict[str, Known] = {}
    for known in sorted(candidates, key=lambda known: (known.uuid, known.name, known.type)):
        first = merged.setdefault(known.uuid, known)
        if first.keys != known.keys:
            merged[known.uuid] = replace(first, keys=first.keys | known.keys)
    return list(merged.values())


def _compared(mention: Mention, known: Sequence[Known]) -> list[_Finding]:
    """All candidates, most alike first; where one has the very name, the others are not asked for resemblance."""
    similar = similarities_0_1(alias_key(mention.name), [alias_key(one.name) for one in known])
    findings = [_compare_keys(mention, one, similarity) for one, similarity in zip(known, similar, strict=True)]
    if not any(finding.strength == Strength.EXACT for finding in findings):
        name = read_name(mention.name, mention.type)
        findings = [_compare_names(name, finding) for finding in findings]
    return sorted(findings, key=lambda finding: (-finding.similarity, finding.known.uuid))


def _compare_keys(mention: Mention, known: Known, similarity: float) -> _Finding:
    finding = _Finding(known, similarity)
    exact = _exact(mention, known)
    if exact is None:
        return finding
    refusal = _refuse_exact(mention, known)
    return _Finding(known, finding.similarity, refusal=refusal) if refusal else _found(finding, exact)


def _compare_names(name: Name, finding: _Finding) -> _Finding:
    if finding.strength or finding.refusal or "Value" in (name.type, finding.known.type):
        return finding
    return _most_alike(name, finding)


def _found(finding: _Finding, found: Likeness) -> _Finding:
    return _Finding(finding.known, finding.similarity, found.strength, found.reason)


def _exact(mention: Mention, known: Known) -> Likeness | None:
    own, name = alias_key(mention.name), alias_key(known.name)
    if own in known.keys or own == name:
        return Likeness(Strength.EXACT, f"known by the same name, key '{own}'")
    also = next((other for other in mention.also if alias_key(other) in known.keys or alias_key(other) == name), None)
    return Likeness(Strength.ALSO, f"known by the other name given, '{also}'") if also else None


def _refuse_exact(mention: Mention, known: Known) -> str | None:
    """A guard's objection to one key; an alias differs by nature, but two owners or two proper names tell apart."""
    one, other = read_name(mention.name, mention.type), read_name(known.name, known.type)
    own = alias_key(mention.name)
    if own == alias_key(known.name):
        return refuse_namesake(one, other)
    return types_differ(one, other) or (None if own in known.keys else _own_names_differ(one, other))


def _own_names_differ(one: Name, other: Name) -> str | None:
    """Whether two that one word names ("laptop") are told apart: by whose they are, or by names of their own."""
    if one.parts.owner and other.parts.owner:
        owners = [read_name(name.parts.owner, "Person") for name in (one, other)]
        alike = alias_key(owners[0].text) == alias_key(owners[1].text) or likeness(*owners)
        return None if alike else f"of '{one.parts.owner}' and of '{other.parts.owner}'"
    if one.parts.owner or other.parts.owner or not (one.is_proper and other.is_proper):
        return None
    return None if likeness(one, other) or spelt_alike(one, other) else "they have names of their own"


def _most_alike(name: Name, finding: _Finding) -> _Finding:
    """The finding with the strongest likeness that no guard refuses, over all the names of the known entity."""
    names = _names(finding.known, len(name.tokens))
    refusals = [refuse(name, other) for other in names]
    found = [
        like for other, refusal in zip(names, refusals, strict=True) if not refusal and (like := likeness(name, other))
    ]
    if not found:
        return _Finding(finding.known, finding.similarity, refusal=refusals[0])
    return _found(finding, max(found, key=lambda like: like.strength))


def _names(known: Known, size: int) -> list[Name]:
    """Its display name and aliases; beside a fuller name, a bare first name says nothing of another full name."""
    display = read_name(known.name, known.type)
    others = known.keys - {alias_key(known.name)}
    if not others:
        return [display]
    aliases = [read_name(key, known.type) for key in sorted(others)]
    fuller = max(len(name.tokens) for name in (display, *aliases)) > 1
    return [display, *(alias for alias in aliases if not (fuller and size > 1 and len(alias.tokens) == 1))]
