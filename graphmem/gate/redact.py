"""Secrets blanked before anything is kept, judged by what they are called and how they look.

A maker's prefix is enough for a key; else a noun of secrets has to stand beside a value of the fitting shape, so that
order numbers, phone numbers, commit hashes and "the password policy" stay.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

__all__ = ["BLANK", "Redacted", "clean", "redact"]

BLANK = "█"
REPLACEMENT = "\ufffd"
CARD_DIGITS = (13, 19)
RANDOM_BITS = (
    3.0  # Shannon entropy a character; English words and repeated figures stay below, base64 and hex lie above
)
NEAR_CARD = 160

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Redacted:
    """A text of equal length in which secrets are "█"; `kinds` names each kind found, `spans` where they stood."""

    text: str
    kinds: tuple[str, ...] = ()
    spans: tuple[Span, ...] = ()


def clean(text: str) -> str:
    """The text as every store can hold it: NUL and lone surrogates become U+FFFD, one for one."""
    return re.sub("[\x00\ud800-\udfff]", REPLACEMENT, text)


def redact(text: str) -> Redacted:
    """The text with every secret blanked, character for character; line ends stay."""
    found = sorted({(span, kind) for kind, find in FINDERS for span in find(text)})
    if not found:
        return Redacted(text)
    spans = tuple(_joined(span for span, _ in found))
    parts, done = [], 0
    for start, stop in spans:
        parts += [text[done:start], re.sub(r"[^\n]", BLANK, text[start:stop])]
        done = stop
    kinds = tuple(dict.fromkeys(kind for _, kind in found))
    return Redacted("".join((*parts, text[done:])), kinds, spans)


def _joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Overlapping spans as one."""
    start, stop = -1, -1
    for begin, end in spans:
        if begin > stop:
            if start >= 0:
                yield start, stop
            start, stop = begin, end
        stop = max(stop, end)
    if start >= 0:
        yield start, stop


@cache
def _words(name: str) -> str:
    return "(?:" + "".join(line.strip() for line in _table()[name].splitlines()) + ")"


@cache
def _table() -> dict[str, str]:
    read: dict[str, str] = tomllib.loads((files("graphmem") / "data" / "secrets.toml").read_text(encoding="utf-8"))
    return read


@cache
def _pattern(pattern: str) -> re.Pattern[str]:
    """A compiled pattern in which <name> stands for a list of the data file."""
    filled = re.sub(r"<<(\w+)>>", lambda match: _words(match[1]), pattern)
    return re.compile(filled, re.IGNORECASE | re.VERBOSE)


def _matches(pattern: str, text: str) -> Iterable[re.Match[str]]:
    """Where a pattern matches; it is tried only on a text that has what every match of it has."""
    sign = SIGNS.get(pattern)
    return _pattern(pattern).finditer(text) if sign is None or sign.search(text) else ()


def _values(pattern: str, text: str, holds: Callable[[str], bool] = bool) -> list[Span]:
    """Where the group `v` of a pattern stands, where its text passes."""
    return [match.span("v") for match in _matches(pattern, text) if match["v"] and holds(match["v"])]


def _groups(pattern: str, holds: Callable[[str], bool] = bool) -> Callable[[str], list[Span]]:
    """A finder of the group `v` of a pattern, where its text passes."""
    return lambda text: _values(pattern, text, holds)


# --- shapes ---------------------------------------------------------------------------------------------------------


def _classes(value: str) -> int:
    """How many of lower case, upper case, figures and signs a value mixes."""
    return sum(bool(re.search(pattern, value)) for pattern in ("[a-z]", "[A-Z]", "[0-9]", r"[^\w\s.,;:]|_"))


def _entropy(value: str) -> float:
    counts = Counter(value).values()
    return -sum(count / len(value) * math.log2(count / len(value)) for count in counts)


PLACEHOLDER = re.compile(
    r"<[^>]*>$|\$\{?\w+\}?$|%\w+%$|\{\{.*\}\}$|[x*.•_-]+$|(?:your|my|the|some|change)[-_]?\w*$"
    r"|(?:none|null|true|false|undefined|todo|redacted|os\.environ\S*|process\.env\S*|getenv\S*)$",
    re.IGNORECASE,
)


def _random(value: str) -> bool:
    """Whether a value looks made by a machine: long, letters with figures, no word."""
    value = value.strip("\"'`,;.")
    if BLANK in value:
        return False
    if len(value) < 8 or PLACEHOLDER.match(value) or not re.search(r"\d", value):
        return (
            len(value) >= 20
            and _classes(value) >= 2
            and _entropy(value) > RANDOM_BITS + 0.7
            and not PLACEHOLDER.match(value)
            and " " not in value
        )
    return (
        bool(re.search(r"[A-Za-z]", value))
        and (len(value) >= 16 or _classes(value) >= 2)
        and _entropy(value) > RANDOM_BITS - 0.6
    )


def _made_up(value: str) -> bool:
    """Whether a word looks chosen as a password: figures or signs in it, or words run together."""
    if PLACEHOLDER.match(value) or len(value) < 3:
        return False
    return bool(
        re.search(r"\d", value)
        or re.search(r"\w[^\w\s'’,.-]|_", value)
        or re.search(r"[a-z][A-Z]", value)
        or re.search(r"\w-\w+-\w", value)
    )


def _plain_password(value: str) -> bool:
    return value.lower().strip(".,;:!?") not in _table()["no_passwords"].split() and not PLACEHOLDER.match(value)


def _luhn(value: str) -> bool:
    digits = [int(character) for character in value if character.isdigit()]
    if not CARD_DIGITS[0] <= len(digits) <= CARD_DIGITS[1] or len(set(digits)) == 1:
        return False
    doubled = [sum(divmod(2 * digit, 10)) if place % 2 else digit for place, digit in enumerate(reversed(digits))]
    return sum(doubled) % 10 == 0


def _iban(value: str) -> bool:
    packed = re.sub(r"\s", "", value).upper()
    if not 15 <= len(packed) <= 34:
        return False
    return int("".join(str(int(character, 36)) for character in packed[4:] + packed[:4])) % 97 == 1


def _figures(least: int) -> Callable[[str], bool]:
    return lambda value: sum(character.isdigit() for character in value) >= least


# --- what is called by its name -------------------------------------------------------------------------------------

IS = (
    r"(?:\s*(?:=>|->|→|[:=])\s*|\s+(?:is|are|was|'s|ist|lautet|heißt|est|es|är|er|on|jest|hier|è|é"
    r"|to|as|of|equals)(?:\s+|(?=,))|\s*['’]s\s+|\s*[—–-]\s+|は|是)"
)
FOR = (
    r"(?:\s+(?:for|to|of|on|at|in|del?|de\s+la|del|der|des|du|für|pour|til|voor|per"
    r"|from)\s+(?:(?:the|my|our|your|his|her|their|this|that|all|la|le|el|das|die"
    r"|den)\s+)?[\w'’.-]+(?:\s+(?!is\b|was\b|are\b)[\w'’.-]+){0,3}?)?"
)
FILL = (
    r"(?:(?:now|currently|still|just|simply|literally|probably|changed\s+to|set\s+to|been|the\s+word"
    r"|something\s+like|,\s*[\w\s]{2,20},)\s*){0,3}"
)
QUOTED = r"[\"“'‘`«](?P<v>[^\"”'’`»\n]{3,80})[\"”'’`»]"
NOT_ABOUT = r"(?!\s*[-\s](?:<<about_passwords>>)\b)"

SAID = rf"{FOR}[\"']?(?:{IS}|\s+)(?:{FILL})"  # what may stand between a noun and its value

PASSWORD = rf"(?<![\w-])<<password_nouns>>(?![\w]){NOT_ABOUT}"
PASSWORD_QUOTED = rf"{PASSWORD}{FOR}(?:{IS})?\s*{FILL}{QUOTED}"
PASSWORD_MADE_UP = rf"{PASSWORD}{FOR}(?:{IS}|\s+){FILL}[\"'“`]?(?P<v>[^\s\"'”`]{{3,80}})"
PASSWORD_PLAIN = (
    rf"{PASSWORD}{FOR}{IS}{FILL}(?P<v>[^\W\d_]{{4,40}})(?=\s*(?:[.,;!?)\n]|$|\s(?:and|but|with|on|for|all)\b))"
)
LABELLED = (
    r"(?<![\w-])(?:pass|pw|pwd|psw|mdp|login|log-in|user(?:name)?(?:\s*/\s*pass(?:word)?)?|creds"
    r"|credentials)\s*[:=]\s*(?:[\w.@+-]{1,40}\s*[/|,]\s*)?(?P<v>[^\s,;]{3,80})"
)
SLASHED = (
    r"(?<![\w-])(?:login|log-?in|log\s+in(?:\s+with)?|creds|credentials)\b\s*(?:is|are|with|:"
    r"|=)?\s*[\w.@+-]{2,40}\s*/\s*(?P<v>[^\s,;]{4,80})"
)
PHRASE = (
    r"(?<!\w)(?:pass\s?phrase|pass\s?word|seed(?:\s+phrase)?|recovery\s+(?:phrase|words?|seed)"
    r"|mnemonic(?:\s+phrase)?|secret\s+(?:phrase|words?))(?![\w])"
    + NOT_ABOUT
    + FOR
    + IS
    + r"[\"'“]?(?P<v>(?:[a-z]{3,12}[\s,-]+){3,23}[a-z]{3,12})(?=[\"'”]?\s*(?:[.!?\n]|$))"
)
BEFORE = (
    rf"(?:^|(?<=[\s:,(\"'“]))(?P<v>[^\s\"'”,:;]{{4,60}})[\"'”]?\s+(?:is|was|are|as|for)\s+(?:(?:the"
    rf"|my|our|your|his|her|a)\s+)?(?:[\w'’-]+\s+){{0,3}}?{PASSWORD}"
)
CODE_BEFORE = (
    r"(?<![\w.-])(?P<v>(?:[A-Z]{1,3}-)?\d{3,4}[\s-]?\d{2,4}|\d{4,8})\s+is\s+(?:the|my|our"
    r"|your)\s+(?:[\w'’-]+\s+){0,3}?(?:<<code_nouns>>|code)(?!\w)"
)

FIGURE = r"(?:zero|oh|nought|one|two|three|four|five|six|seven|eight|nine)"
CODE_VALUE = (
    rf"(?P<v>[#*]?\d(?:[\s.-]?\d){{2,11}}[#*]?|(?=[A-Z]*\d)[A-Z0-9]{{4,12}}(?:-[A-Z0-9]{{2,8}})*"
    rf"|{FIGURE}(?:[\s,-]+{FIGURE}){{2,9}}\b)(?![\w%]|\s*(?:characters|chars|digits|letters|figures"
    rf"|numbers|days|years|times|minutes|euros?|dollars?|km|kg))"
)
CODE = rf"(?<![\w-])(?:<<code_nouns>>)(?![\w]){FOR}(?:{IS}|\s*,?\s+(?:is\s+)?|\s*\()(?:{FILL}){CODE_VALUE}"
PLAIN_CODE = rf"(?<![\w-])(?<!\w-)(?P<w>[\w'’-]+\s+)?code{FOR}(?:\s+(?:is|was)(?:\s+now)?|\s*[:=])\s+{CODE_VALUE}"
LOCK = rf"(?<![\w-])(?:<<lock_nouns>>)(?:\s*[:=]|\s+(?:is|opens\s+with|takes))\s+{CODE_VALUE}"
TYPED = (
    r"(?<!\w)(?:<<access_nouns>>)(?!\w)[^.!?\n]{0,60}?\b(?:<<typing_verbs>>)\s+[\"'“`]?"
    r"(?P<v>[^\s\"'”`,;]{5,60}?)(?=[\"'”`]?[.,;!?]*(?:\s|$))"
)
HINTED = r"(?<![\w@/.-])(?P<v>(?=\w*[A-Za-z])(?=\w*\d)[\w$!@#%&*-]{6,40})(?=[^\n.?]{0,40}?\b(?:<<spelling_hints>>))"

TOKEN = rf"(?<![\w-])(?:[\w-]*[_-])?(?:<<token_nouns>>)(?![a-z]){SAID}[\"'`“]?(?P<v>[^\s\"'`”,;<>()]{{6,400}})"
BEARER = r"\b(?:bearer|basic|token|apikey|negotiate)\s+(?P<v>[A-Za-z0-9._~+/=-]{10,600})"
PREFIXED = r"(?<![\w.-])(?P<v>(?:<<prefixes>>)[A-Za-z0-9_.=+/-]{12,300})"
GENERIC = (
    r"(?<![\w./-])(?P<v>[a-z]{2,12}(?:[_-](?:live|test|prod|dev|api|key|pat|sk|tok|token|secret"
    r"|v\d)){0,2}_[A-Za-z0-9]{16,200})(?![\w-])"
)
ASSIGNED = (
    r"[\"']?\b[\w.-]*(?:password|passwd|pwd|passphrase|secret|token|credential|(?<=[_.-])pass)s?[\"']?\s*(?:=>|:="
    r"|[:=])\s*[\"'`]?(?P<v>[^\s\"'`,;)}]{4,400})"
)
# "TILES_KEY=…" in files and commands; keys of tables and sorted lists are none.
ASSIGNED_KEY = (
    r"(?<![\w-])(?!(?:primary|foreign|sort|partition|public|pub|ssh|cache|dict|map|group|row|unique)[_-])"
    r"\w{2,40}[_-]key\s*(?:=>|:=|[:=])\s*[\"'`]?(?P<v>[^\s\"'`,;)}]{8,400})"
)
STAGED = r"(?<![\w.-])(?P<v>[a-z]{2,8}_(?:live|test|prod|sandbox)_[A-Za-z0-9]{8,200})(?![\w-])"
OPTION = (
    r"(?<!\S)(?:--?(?:password|passwd|pass|pw|token|api-key|apikey|secret)(?:\s+"
    r"|=)[\"']?(?P<v>[^\s\"']{3,200})|-u\s+[\w.@-]+:(?P<w>\S+))"
)
COOKIE = r"\b(?:set-)?cookie:\s*(?P<v>[\w.-]+=[^;\s]+(?:;\s*[\w.-]+=[^;\s]+)*)"
CONNECTION = r"\b[a-z][a-z0-9+.-]{1,24}://(?P<v>[^\s/:@]{0,80}:[^\s/@]{1,200}|[^\s/:@]{20,200})@(?=[\w.\[-])"
QUERY_KEY = (
    r"[?&](?:sig|signature|key|api_?key|access_token|token|auth|code|secret|password|pwd|sas)=(?P<v>[^&\s\"'<>]{8,400})"
)
WEBHOOK = r"https?://(?:hooks\.[\w.-]+/\S*?/|[\w.-]*discord(?:app)?\.com/api/webhooks/)(?P<v>[\w/-]{16,200})"
CHAT_BOT = r"(?<![\w])(?P<v>\d{8,10}:[A-Za-z0-9_-]{30,45})(?![\w])"
WIFI_CARD = r"WIFI:[^\n]*?P:(?P<v>[^;\n]{1,80});"
JWT = r"\b(?P<v>eyJ[\w-]{6,2000}\.[\w-]{4,4000}(?:\.[\w-]{0,2000})?)"
KEY_MARK = r"[A-Z0-9\ ]*PRIVATE\ KEY(?:\ BLOCK)?-----"
PRIVATE_KEY = rf"-----BEGIN{KEY_MARK}.{{0,20000}}?(?:-----END{KEY_MARK}|\Z)"
CARD = r"(?<![\w.+-])(?P<v>[2-6]\d{3}(?:[\s.-]?\d){9,15})(?![\w-]|\.\d)"
EXPIRY = (
    r"\b(?:exp(?:iry|ires?|iration)?\.?(?:\s+date)?|valid\s+(?:thru|till|until"
    r"|to))\W{0,3}(?P<v>(?:0[1-9]|1[0-2])\s?/\s?(?:20)?\d\d)\b"
)
IBAN = r"(?<![\w-])(?P<v>[A-Z]{2}\d\d(?:\s?[A-Z0-9]{4}){2,7}(?:\s?[A-Z0-9]{1,4})?)(?![\w-])"
SSN = r"(?<![\w.-])(?P<v>(?!000|666|9)\d{3}-(?!00)\d\d-(?!0000)\d{4})(?![\w-])"
NINO = r"(?<!\w)(?P<v>[A-CEGHJ-PR-TW-Z]{2}\ ?\d\d\ ?\d\d\ ?\d\d\ ?[A-D])(?!\w)"
PAPER = r"(?P<v>(?:[A-Z]{1,6}[\s-]?)?\d[A-Z\d]*(?:[\s./-][A-Z]?\d[A-Z\d]*){0,12}(?:\ (?-i:[A-Z])(?!\w))?)(?![\w])"
IDENTITY = rf"(?<![\w-])(?:<<identity_nouns>>)(?!\w){SAID}{PAPER}"
ACCOUNT = rf"(?<![\w-])(?:<<account_nouns>>)(?!\w){SAID}{PAPER}"
# Product keys: four and more groups of five (or four) capitals and figures.
PRODUCT_KEY = r"(?<![\w-])(?P<v>(?-i:[A-Z0-9]{5}(?:-[A-Z0-9]{5}){3,7}|[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3,7}))(?![\w-])"
# The turns of a dial: "left 18, right 4, left 33".
DIAL = (
    r"\b(?P<v>(?:(?:turn\s+)?(?:left|right|clockwise|anti-?clockwise|counter-?clockwise|[lr])\s*(?:to\s+)?\d{1,3}"
    r"(?:\s*[,;-]?\s*(?:and\s+|then\s+)*)){2,8})(?!\w)"
)
UNLOCK = (
    r"\b(?:phone|tablet|laptop|screen|computer|watch|door|gate|locker|safe|bike|suitcase)\b[^.!?\n\d]{0,30}?"
    r"\b(?:unlocks?|unlocked|opens?|locked)\s+(?:with|by|using|via|on)\s+(?:the\s+)?(?:code\s+|pin\s+|number\s+)?"
    rf"{CODE_VALUE}"
)
SEED = r"(?<![\w'-])(?P<v>(?:[a-z]{3,8}[\s,]+){11,23}[a-z]{3,8})(?![\w'-])"
ONE_CODE = r"(?:\d{1,2}[.)]\s*)?(?=[A-Z-]*\d)[A-Z0-9]{4,12}(?:-[A-Z0-9]{4,12}){0,4}"
RECOVERY_CODES = (
    rf"\b(?:recovery|backup|scratch|emergency)\s+(?:codes?|keys?){FOR}(?:\s*(?:are|is|[:=]))?"
    rf"\s*(?P<v>{ONE_CODE}(?:[\s,;/|]+{ONE_CODE}){{0,19}})(?![\w])"
)

# What is said of a way in without any noun for its secret: "the wifi is birch-Otter-7781", "2580 opens the gate".
WIFI = r"(?<!\w)(?:wi-?fi|wlan|hotspot|guest\s+network|router)(?!\w)"
MIXED = r"[\"'“`]?(?P<v>(?=[^\s,;\"'”`]*\d\d)[^\W\d][^\s,;\"'”`]{7,60}?)(?=[\"'”`]?[.,;!?)]*(?:\s|$))"
WIFI_IS = rf"{WIFI}(?:\s+(?:here|there|upstairs|downstairs|at\s+\w+))?{IS}{FILL}{MIXED}"
WIFI_KEY = rf"{WIFI}[^.!?\n]{{0,60}}?\b(?:key|pass|code|pw)\b(?:{IS}|\s+){MIXED}"
STILL = rf"{PASSWORD}[^.!?\n]{{0,60}}?\b(?:still|now|again|to|back\s+to|it's)\s+{MIXED}"
LOG_IN_WITH = rf"\b(?:log|sign)(?:ged|s)?[\s-]?in\s+(?:to\s+\S+\s+)?(?:as\s+\S+\s+)?(?:with|using)\s+{MIXED}"
WAYS_IN = (
    r"(?:<<lock_nouns>>|(?:front\s+|back\s+|side\s+|cellar\s+|garage\s+|main\s+)?(?:door|gate|entrance)|barrier|garage"
    r"|lift|elevator|shed|turnstile|bike\s+(?:room|shed|store)|cellar|keypad|intercom|hash|star)"
)
DIGITS = r"(?P<v>[#*]?\d{4,8}[#*]?)(?![\w:%]|[.,]\d)"
OPENS = (
    rf"(?<![\w#.,:-]){DIGITS}\s+(?:(?:opens|unlocks|disarms)\s+(?:it|up)\b|gets\s+you\s+(?:in|into|through)\b"
    r"|(?:opens?|unlocks?|disarms?|works\s+(?:for|on|at))\s+(?:(?:up\s+)?(?:the|our|my|your|this|that|both|all)\s+)?"
    rf"{WAYS_IN}(?!\w))"
)
PRESSED = (
    rf"\b(?:<<typing_verbs>>|press|dial|tap)\s+{DIGITS}(?:\s+(?:and|then)\s+(?:the\s+)?(?:hash|star|enter|ok)\b"
    rf"|\s+(?:for|at|on|to\s+(?:open|get\s+(?:in|into|through)))\s+(?:(?:the|our|my)\s+)?{WAYS_IN}(?!\w))"
)
TO_GET_IN = (
    r"\bto\s+(?:get\s+(?:in|through|into\s+\w+(?:\s+\w+)?)|open\s+(?:it|up)|unlock\s+it|disarm\s+it)\W{0,3}"
    rf"(?:just\s+|you\s+)?(?:<<typing_verbs>>|press|dial|tap)\s+{DIGITS}"
)
NEAR_LOCK = (
    r"(?<![\w-])(?:(?:burglar\s+|house\s+)?alarm|safe|padlock|key\s?pad|key\s?safe|lock\s?box)(?:['’]s)?\s+"
    r"(?P<v>(?!(?:[01]\d|2[0-3])[0-5]\d\b)\d{4,8}|\d{1,2}(?:\s?-\s?\d{1,2}){2,4})(?![\w:%]|[.,]\d)"
)
CODE_FOR = (
    r"(?<![\w-])(?<!\w-)(?P<w>[\w'’-]+\s+)?code\s+(?:for|to|of)\s+(?:(?:the|our|my)\s+)?[\w'’-]+(?:\s+[\w'’-]+)?"
    rf"\s+{DIGITS}"
)
IT_IS = (
    r"\b(?:it['’]s|it\s+is|is|now)\s+(?P<v>\d{3,8})\s*[,(–—-]\s*(?:that['’]s\s+)?(?:the|my|our)\s+(?:\w+\s+)?"
    r"(?:<<code_nouns>>|code|pin)(?!\w)"
)
DOOR_IS = (
    rf"(?<![\w-])(?:door|gate|entrance|barrier)\s+(?:is|=|:)\s+{DIGITS}"
    r"(?!\s*(?:mm|cm|m|euros?|dollars?|kg|wide|high|tall|years?)\b)"
)

HARMLESS = r"<<harmless_codes>>\s*$"
SIGNS = {
    pattern: re.compile(sign)
    for sign, patterns in {
        r"\d": (
            CARD,
            IBAN,
            NINO,
            ACCOUNT,
            IDENTITY,
            HINTED,
            CODE_BEFORE,
            DIAL,
            RECOVERY_CODES,
            WIFI_IS,
            WIFI_KEY,
            STILL,
            LOG_IN_WITH,
            OPENS,
            PRESSED,
            TO_GET_IN,
            NEAR_LOCK,
            IT_IS,
            DOOR_IS,
        ),
        "[:=]": (ASSIGNED, ASSIGNED_KEY, LABELLED, COOKIE, CHAT_BOT, WIFI_CARD),
        "://": (CONNECTION, WEBHOOK),
        "-": (OPTION, PRODUCT_KEY, SSN),
        "_": (GENERIC, STAGED),
        "=": (QUERY_KEY,),
        r"\.": (JWT,),
        "/": (SLASHED,),
    }.items()
    for pattern in patterns
}

CARD_LOOKALIKE = re.compile(
    r"\b(?:order|tracking|invoice|imei|serial|isbn|ean|barcode|parcel|shipment|ticket|reference|ref"
    r"|booking|case|file|meid|iccid)\b[^\n]{0,24}$",
    re.IGNORECASE,
)
SEED_CUE = re.compile(
    r"\b(?:seed|recover\w*|wallet|mnemonic|backup\s+(?:phrase|words)|ledger|trezor|metamask|bip-?39|passphrase)\b",
    re.IGNORECASE,
)
FUNCTION = re.compile(
    r"\b(?:the|and|for|with|that|this|are|was|but|not|you|your|our|his|her|they|them|from|have|has"
    r"|had|will|would|can|could|did|its|who|what|when|why|how|than|then|into|about|all|were|been|she"
    r"|him|there|their|some|any|out|too)\b"
)


def _passwords(text: str) -> Iterator[Span]:
    if _pattern(PASSWORD).search(text):
        yield from _passwords_after_noun(text)
    yield from _values(SLASHED, text, _made_up)
    for pattern in (WIFI_IS, WIFI_KEY, STILL, LOG_IN_WITH):
        yield from _values(pattern, text, _made_up)
    yield from _values(LABELLED, text, lambda value: _made_up(value) or (_plain_password(value) and len(value) > 5))


def _passwords_after_noun(text: str) -> Iterator[Span]:
    yield from _values(PASSWORD_QUOTED, text)
    for start, stop in _values(PASSWORD_MADE_UP, text):
        value = text[start:stop].rstrip(".,;:!?)…")
        if _made_up(value) and _plain_password(value) and not _is_measure(text, start, value):
            yield start, start + len(value)
    yield from _values(PASSWORD_PLAIN, text, _plain_password)


MEASURE = re.compile(
    r"\s*-?\s*(?:characters?|chars?|digits?|letters?|symbols?|words?|days?|weeks?|months?|years?"
    r"|times?|minutes?|hours?|attempts?|bits?|%)\b",
    re.IGNORECASE,
)


def _is_measure(text: str, start: int, value: str) -> bool:
    """Reads "12 characters", "at least 14", "90-day": a rule about passwords, not one."""
    if re.fullmatch(
        r"\d{1,3}\+?|>=?\d+|\d+-(?:day|character|digit|letter)s?\w*|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}"
        r"|\d{4}-\d\d-\d\d|v?\d+(?:\.\d+)+",
        value,
    ):
        return True
    return MEASURE.match(text, start + len(value)) is not None


def _named_before(text: str) -> Iterator[Span]:
    """Reads "hunter2 is the wifi password": the value before the noun."""
    for start, stop in _values(BEFORE, text):
        value = text[start:stop]
        if _made_up(value) or (
            value.isalpha()
            and _plain_password(value)
            and value.lower() not in PRONOUNS
            and text[max(0, start - 9) : start].rstrip()[-1:] in ("", ".", "!", "?", ":")
        ):
            yield start, stop


PRONOUNS = {
    "here",
    "there",
    "what",
    "which",
    "that's",
    "where",
    "changing",
    "sharing",
    "everyone",
    "someone",
    "nobody",
    "security",
    "bitwarden",
    "forgot",
    "forgetting",
    "asking",
}


def _codes(text: str) -> Iterator[Span]:
    yield from _values(CODE, text)
    yield from _values(LOCK, text)
    yield from _values(UNLOCK, text)
    yield from _values(DIAL, text)
    yield from _values(CODE_BEFORE, text)
    for pattern in (OPENS, PRESSED, TO_GET_IN, NEAR_LOCK, IT_IS, DOOR_IS):
        yield from _values(pattern, text)
    for match in (*_pattern(PLAIN_CODE).finditer(text), *_pattern(CODE_FOR).finditer(text)):
        if not _pattern(HARMLESS).match(match["w"] or "-") and _figures(3)(match["v"]) | (
            "-" not in match["v"] and match["v"][0].isalpha()
        ):
            yield match.span("v")


def _hinted(text: str) -> Iterator[Span]:
    yield from _values(HINTED, text, _made_up)
    yield from _values(TYPED, text, _made_up)


def _cards(text: str) -> Iterator[Span]:
    found = [
        span for span in _values(CARD, text, _luhn) if not CARD_LOOKALIKE.search(text, max(0, span[0] - 40), span[0])
    ]
    yield from found
    if found:
        for start, stop in _values(EXPIRY, text):
            if any(abs(start - card) < NEAR_CARD for card, _ in found):
                yield start, stop


def _seeds(text: str) -> Iterator[Span]:
    cue = SEED_CUE.search(text) is not None
    for start, stop in _values(SEED, text, _few_function_words):
        words = len(re.findall(r"[a-z]+", text[start:stop]))
        if cue or (words in (12, 15, 18, 21, 24) and not FUNCTION.search(text, start, stop)):
            yield start, stop


def _few_function_words(value: str) -> bool:
    """Sentences are a third function words and more; of the 2048 recovery words some thirty are."""
    return 6 * len(FUNCTION.findall(value)) <= len(re.findall(r"[a-z]+", value))


def _options(text: str) -> Iterator[Span]:
    for match in _matches(OPTION, text):
        if not PLACEHOLDER.match(match["v"] or match["w"]):
            yield match.span("v" if match["v"] else "w")


def _assigned(text: str) -> Iterator[Span]:
    """Reads "DB_PASSWORD=…" in files: any value that is no placeholder; in a sentence only one that looks random."""
    for match in _matches(ASSIGNED, text):
        value = match["v"]
        if (
            not PLACEHOLDER.match(value)
            and (_made_up(value) or ("=" in match[0] and _plain_password(value)))
            and not value.startswith("//")
        ):
            yield match.span("v")


def _whole_keys(text: str) -> Iterator[Span]:
    for match in re.compile(PRIVATE_KEY, re.DOTALL | re.VERBOSE).finditer(text):
        yield match.span()


FINDERS: tuple[tuple[str, Callable[[str], Iterable[Span]]], ...] = (
    ("private key", _whole_keys),
    ("password", _passwords),
    ("password", _named_before),
    ("password", _hinted),
    ("password", _groups(PHRASE, _few_function_words)),
    ("password", _groups(WIFI_CARD)),
    ("password", _options),
    ("password", _assigned),
    ("connection string", _groups(CONNECTION)),
    ("key or token", _groups(TOKEN, _random)),
    ("key or token", _groups(BEARER, _random)),
    ("key or token", _groups(PREFIXED, _random)),
    ("key or token", _groups(GENERIC, lambda value: _random(value) and _classes(value) >= 3)),
    ("key or token", _groups(ASSIGNED_KEY, _random)),
    ("key or token", _groups(STAGED, _random)),
    ("key or token", _groups(COOKIE)),
    ("key or token", _groups(PRODUCT_KEY, lambda value: _classes(value.replace("-", "")) > 1)),
    ("key or token", _groups(QUERY_KEY, _random)),
    ("key or token", _groups(WEBHOOK)),
    ("key or token", _groups(CHAT_BOT)),
    ("key or token", _groups(JWT)),
    ("code", _codes),
    ("card number", _cards),
    ("bank account", _groups(IBAN, _iban)),
    ("bank account", _groups(ACCOUNT, _figures(6))),
    ("identity number", _groups(IDENTITY, _figures(5))),
    ("identity number", _groups(SSN)),
    ("identity number", _groups(NINO, lambda value: value.isupper())),
    ("recovery words", _seeds),
    ("recovery words", _groups(RECOVERY_CODES, _figures(2))),
)
