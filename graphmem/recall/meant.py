"""Which words of a turn cannot answer: an assistant's, a quotation, an imagined world, a test, a mere question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from graphmem.caches import of_texts
from graphmem.extract.moods import handed_over, is_trial, jests, supposes
from graphmem.gate.redact import BLANK
from graphmem.model import Episode
from graphmem.recall.candidate import Aside

__all__ = ["asks_assistant", "claims_nothing"]

CLAIMS_NOTHING: Final = frozenset({"asked", "hypothetical", "joking"})
CITED: Final = re.compile(r'"[^"\n]+"|“[^”\n]+”|„[^“”\n]+[“”]|«[^»\n]+»|(?<!\w)[‘\'][^’\'\n]+[’\'](?!\w)')
LONG_CITED: Final = 4  # words: fewer are a title or a term
MOSTLY: Final = 0.5  # of a sentence's letters
SAYS: Final = (
    r"(?:sa(?:ys|id)|t(?:ells|old)|writes|wrote|answer(?:s|ed)|repl(?:ies|ied)|confirm(?:s|ed)|announce[sd]"
    r"|report(?:s|ed))"
)
BY_SOMEBODY: Final = re.compile(
    rf"(?:\b(?i:i|we|he|she|they)|[A-ZÀ-Þ][\w'’-]+|\b(?i:my|our) [\w'’ -]{{2,30}}?) (?:\w+ )?{SAYS}\b"
    rf"|\b{SAYS} (?:[A-ZÀ-Þ]|he\b|she\b)"
)
OF_ASSISTANT: Final = re.compile(
    r"\b(?:you|your|yours|assistants?|chat ?bots?|bots?|a\.?i\.?|model|llm|suggest\w*|recommend\w*|advi[sc]e\w*"
    r"|propos\w*|explain\w*|answered|replied|tips?|ideas?|draft\w*)\b",
    re.IGNORECASE,
)


@of_texts(maxsize=256)
def asks_assistant(question: str) -> bool:
    """Whether a question may ask for what an assistant said: it speaks to one, of one, or of what one does."""
    return OF_ASSISTANT.search(question) is not None


def claims_nothing(asides: Sequence[Aside], episode: Episode, part: tuple[int, int]) -> bool:
    """Whether `text[part]` of a turn says of nothing that it is so."""
    said = episode.text[part[0] : part[1]]
    if BLANK in said or said.rstrip("\"')”’ ").endswith("?") or supposes(said.strip()):
        return True
    given = handed_over(episode.text)
    if is_trial(episode.text) or jests(said) or _cited(said) or (given and given[0] < part[1] and part[0] < given[1]):
        return True
    return any(a.modality in CLAIMS_NOTHING and a.start < part[1] and part[0] < a.stop for a in asides)


def _cited(said: str) -> bool:
    """Whether a sentence for the most part repeats words, and names nobody who said them."""
    cited = [m[0] for m in CITED.finditer(said) if len(m[0].split()) >= LONG_CITED]
    own = CITED.sub(" ", said)
    return bool(cited) and sum(map(len, cited)) > MOSTLY * len(said.strip()) and not BY_SOMEBODY.search(own)
