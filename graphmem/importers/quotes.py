"""What the writer of a mail says, without what others said: quotes, forwards, signatures are left out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser

__all__ = ["html_text", "own_words", "unwrapped"]

WROTE = (
    r"(?:wrote|writes|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|skrev|kirjoitti|napisał\(?a?\)?"
    r"|написал\(?а?\)?)"
)
HEAD = r"(?:On|Am|Le|El|Il|Op|Em|Den|Dne|Dnia|W dniu|El día)"
ATTRIBUTION = re.compile(rf"{HEAD}\b.*\d.*{WROTE}.{{0,60}}?:\s*", re.DOTALL)
ENDS_ATTRIBUTION = re.compile(rf".*\b{WROTE}.{{0,60}}?:\s*")
ORIGINAL = re.compile(
    r"\s*-{2,}\s*(?:Original|Forwarded|Ursprüngliche|Weitergeleitete|Message|Mensaje|Messaggio|Oorspronkelijk"
    r"|Doorgestuurd|Mensagem|Ursprungligt|Oprindelig|Reenviado)\b[^\n]*-{2,}\s*|Begin forwarded message:\s*",
    re.IGNORECASE,
)
SENDER = re.compile(r"\*?(?:From|Von|De|Da|Van|Från|Fra|Od|От)\s?:\*?\s+\S.*")
SENT = re.compile(
    r"\*?(?:Sent|Date|Gesendet|Datum|Envoyé|Date|Enviado|Enviado el|Fecha|Inviato|Data|Verzonden|Skickat|Sendt|To|An"
    r"|À|Para|A|Aan|Till|Til|Subject|Betreff|Objet|Asunto|Oggetto|Onderwerp|Assunto|Ämne|Emne)\s?:\*?\s+.*"
)
DEVICE = re.compile(
    r"(?:Sent from (?:my|Mail|Outlook|Yahoo|Proton)|Get Outlook for|Von meinem \S+ gesendet|Envoyé de mon"
    r"|Enviado desde mi|Enviado do meu|Inviato da|Verstuurd vanaf|Verzonden vanaf|Skickat från min|Sendt fra min)\b.*"
)
SIGNATURE = "-- "
QUOTED = ("blockquote", "gmail_quote", "moz-cite-prefix", "yahoo_quoted", "gmail_attr")
SILENT = frozenset({"script", "style", "head", "title", "blockquote"})
BLOCKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "table", "ul", "ol", "pre", "hr"})
VOID = frozenset({"br", "hr", "img", "meta", "link", "input", "col", "wbr", "base", "area"})


def own_words(text: str) -> str:
    """The lines that the writer wrote; those between the quotes of a mail answered point by point are kept."""
    lines = text.splitlines()
    kept = list[str]()
    for place, line in enumerate(lines):
        if _ends(lines, place):
            break
        if line.lstrip().startswith(">"):
            _drop_attribution(kept)
        elif not DEVICE.fullmatch(line.strip()):
            kept.append(line)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _ends(lines: Sequence[str], place: int) -> bool:
    """Whether a line is the last: a signature, or the head of an older mail that follows unmarked."""
    line = lines[place]
    if line == SIGNATURE or line.strip() == "--" or ORIGINAL.fullmatch(line):
        return True
    after = lines[place + 1 : place + 4]
    if SENDER.fullmatch(line) and any(SENT.fullmatch(one) for one in after):
        return True
    two = "\n".join([line, *after[:1]])
    attributed = ATTRIBUTION.fullmatch(line) or (not ENDS_ATTRIBUTION.fullmatch(line) and ATTRIBUTION.fullmatch(two))
    return bool(attributed) and not any(one.lstrip().startswith(">") for one in after)


def _drop_attribution(kept: list[str]) -> None:
    """Takes "On Monday Anna wrote:" away from before a quote, over two lines if it was wrapped."""
    end = len(kept)
    while end and not kept[end - 1].strip():
        end -= 1
    for count in (1, 2):
        if end >= count and ATTRIBUTION.fullmatch("\n".join(kept[end - count : end])):
            del kept[end - count :]
            return
    if end and ENDS_ATTRIBUTION.fullmatch(kept[end - 1]):
        del kept[end - 1 :]


def unwrapped(text: str) -> str:
    """Text of format=flowed (RFC 3676) with its soft line breaks taken out."""
    return re.sub(r"(?m)(?<!^--) \n(?![> ]|$)", " ", text)


class _Words(HTMLParser):
    """The words of a page, without what is quoted in it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._silent: list[str] = []  # open elements from the first that is left out

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Opens an element."""
        names = " ".join(value or "" for name, value in attrs if name in {"class", "id"})
        if tag not in VOID and (self._silent or tag in SILENT or any(quoted in names for quoted in QUOTED)):
            self._silent.append(tag)
        elif tag in BLOCKS and not self._silent:
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        """Closes an element, and those in it that were left open."""
        if tag in self._silent:
            while self._silent.pop() != tag:
                pass
        elif tag in BLOCKS and not self._silent and self.parts and self.parts[-1] != "\n":
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        """Takes text."""
        if not self._silent:
            self.parts.append(re.sub(r"\s+", " ", data))


def html_text(page: str) -> str:
    """The words of an HTML mail as lines."""
    words = _Words()
    words.feed(page)
    words.close()
    return "\n".join(line.strip() for line in "".join(words.parts).splitlines()).strip()
