"""Imagined worlds: where a supposition begins, and how far the sentences after it go on in it."""

from __future__ import annotations

import re

__all__ = ["goes_on", "supposes"]

WHO = "i|we|you|he|she|they|it"
HAPPENS = (
    "'d| had| were| was| won| got| became| could| lived| owned| made| inherited| moved| quit| found| ever| suddenly"
    r"| \w+ed"
)
OPENS = re.compile(
    r"^(?:(?:and|but|so|ok|okay|oh|hm+|well|now|just|let's|then)[, ]+)*"
    r"(?:say(?! (?:hi|hello|thanks))|suppose|supposing|imagine|imagining|pretend|assume|assuming|picture)\b|"
    r"^(?:for example|for instance|hypothetically)\b|^e\.g\.|"
    r"^in (?:another|a parallel|my next|a perfect|an ideal) (?:life|world|universe)|"
    r"\b(?:what if|let's (?:say|pretend|imagine|suppose)|dream scenario|in my dreams|hypothetically)\b",
    re.IGNORECASE,
)
UNREAL = re.compile(
    rf"\bif (?:only )?(?:{WHO}|[A-Z]\w+|(?:my|our|the) \w+)(?:{HAPPENS})\b.*\b(?:would|could)\b|"
    rf"\bif (?:only )?(?:{WHO}|[A-Z]\w+|(?:my|our|the) \w+)(?:{HAPPENS})\b.*'d\b|"
    rf"(?:\bwould|\bcould|'d)\b .*\bif (?:{WHO}) (?:had|were|was|won|got|became|could|ever|\w+ed)\b",
    re.IGNORECASE | re.DOTALL,
)
BACK = re.compile(
    r"^\W*(?:but (?:in reality|really|seriously|for now|no)|in reality|in real life|actually|anyway|back to|for now|"
    r"seriously|by the way|btw|meanwhile|today|i (?!'d|would|could|might)\w+)\b",
    re.IGNORECASE,
)


def supposes(words: str) -> bool:
    """Whether a sentence opens an imagined world that the rest of its turn goes on in."""
    return OPENS.search(words) is not None or UNREAL.search(words) is not None


def goes_on(words: str) -> bool:
    """Whether a sentence stays in the imagined world: not one that turns back, or tells of the speaker as he is."""
    return BACK.match(words) is None
