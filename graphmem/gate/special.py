"""Special categories (health, belief, politics, sexuality, union, biometry): what is of one, and whose word it is."""

from __future__ import annotations

from graphmem.gate.instructions import policy_pattern, word_list
from graphmem.model import Episode, Statement
from graphmem.registry import Registry

__all__ = ["is_special", "told_of_another"]


def is_special(statement: Statement, registry: Registry, words: str) -> bool:
    """Whether a statement is of a special category: by its predicate, by its value, or by the words around it.

    `words`, its own or in foreign text those of its sentence, count only where neither the policy nor the registry
    knows the relation.
    """
    said = registry.policy.predicate(statement.predicate).sensitivity
    if said is not None:
        return said == "special"
    predicate = registry.get(statement.predicate)
    if statement.predicate in word_list("wide_predicates"):
        value = statement.object.name if statement.object else ""
        words = f"{statement.predicate.replace('_', ' ')} {value}"
    elif predicate is not None:
        return predicate.sensitivity == "special"
    return policy_pattern(r"(?<!\w)<<special_words>>(?!\w)").search(words) is not None


def told_of_another(statement: Statement, episode: Episode) -> bool:
    """Whether it is told of somebody who is neither the speaker nor his kin, or passed on as others say it.

    What concerns whoever cooks for somebody (allergies, diets) may be told of anybody, but is not passed on.
    """
    about = statement.subject.name
    if about == episode.speaker:
        return False
    if policy_pattern(r"\b<<hearsay>>\b").search(episode.text):
        return True
    guest = f"{statement.predicate.replace('_', ' ')} {statement.object.name if statement.object else ''}"
    if policy_pattern("<<of_guests>>").search(guest):
        return False
    known_as = (about, statement.subject.text, *statement.subject.also)
    kin = any(policy_pattern(r"\b<<kin>>\b").search(name) for name in known_as)
    return statement.subject.type == "Person" and not kin
