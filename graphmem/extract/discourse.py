"""What was said before: whom pronouns mean, what "the van" is, what a correction aims at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from graphmem.extract.antecedents import Meant
from graphmem.extract.drafts import Draft
from graphmem.extract.first_names import gender_of_name
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import group, is_person_noun, words
from graphmem.extract.mentions import Ref
from graphmem.extract.moods import asks_for_text
from graphmem.extract.rivals import open_slot
from graphmem.extract.values import is_identifier, value_type
from graphmem.extract.voices import Voice, announced, cited, voice_at, voices
from graphmem.extract.words import text_words
from graphmem.model import Episode, Mention, Statement

__all__ = ["Discourse", "Seen", "is_label"]

DIARISED = re.compile(
    r"^(?:speaker|spk|participant|unknown|voice|person|guest|caller|user)[ _-]*\d*$|^\w+-speaker-\d+$", re.IGNORECASE
)
EDITED = 3  # turns in which what is put right is a text that was asked for
PLAYED = 4  # turns for which a game or a tale goes on without being named again
# "Dear Petra, …", "Good morning Jonas, …", "Ulla, when does …": who is spoken to, by name.
VOCATIVE = re.compile(
    r"^\s*(?:(?:hi|hello|hey|dear|morning|good (?:morning|evening|afternoon)|thanks|thank you|welcome|"
    r"ok|so|listen|sorry|yes|no),? ){0,2}"
    r"(?P<name>[A-Z][\w'-]+)(?:,| -|!) ?(?=.*\b(?:you|your|yours)\b)",
    re.DOTALL,
)
VOCATIVE_LAST = re.compile(r"\b[Yy]ou(?:r|'re|'ve|'ll)?\b[^.!?]*, (?P<name>[A-Z][a-z]+)[.!?]*\s*$")
NO_NAMES = words("words", "greeting") | frozenset(
    [
        "wow",
        "yeah",
        "yep",
        "yup",
        "yay",
        "ouch",
        "oops",
        "whoa",
        "aw",
        "aww",
        "ah",
        "haha",
        "hmm",
        "hm",
        "man",
        "dude",
        "gosh",
        "absolutely",
        "totally",
        "definitely",
        "exactly",
        "indeed",
        "true",
        "sure",
        "awesome",
        "cool",
        "nice",
        "perfect",
        "amazing",
        "congrats",
        "congratulations",
        "cheers",
        "honestly",
        "actually",
        "basically",
        "seriously",
        "luckily",
        "sadly",
        "finally",
        "first",
        "second",
        "then",
        "now",
        "today",
        "tomorrow",
        "yesterday",
        "please",
        "guys",
        "team",
        "everyone",
        "all",
        "folks",
        "look",
        "guess",
        "wait",
        "agreed",
        "understood",
        "noted",
        "done",
        "fine",
        "alright",
        "however",
        "still",
        "meanwhile",
        "plus",
        "if",
        "when",
        "after",
        "before",
        "since",
        "because",
        "though",
        "hi",
        "hello",
        "hey",
        "dear",
        "morning",
        "thanks",
        "thank",
        "welcome",
        "ok",
        "okay",
        "so",
        "listen",
        "sorry",
        "yes",
        "no",
        "well",
        "right",
        "also",
        "and",
        "but",
        "update",
        "great",
        "good",
        "oh",
        "anyway",
    ]
)
SURE = 0.7  # how likely the name must be that a turn's own words give a pronoun
DEPTH = 12  # subjects that a pronoun may reach back to


def _is_word(name: str) -> bool:
    """Whether a capitalised word before a comma calls nobody: an interjection, an adverb in -ly, a verb form."""
    low = name.casefold()
    return low in NO_NAMES or low in text_words("function_words") or low in text_words("verbs") or low.endswith("ly")


def is_label(speaker: str) -> bool:
    """Whether a speaker's name is a transcript's label and nobody's name: "Speaker 2"."""
    return DIARISED.match(speaker) is not None


@dataclass(frozen=True, slots=True)
class Seen:
    """Somebody or something that was named: what it is called, and what a pronoun must agree with."""

    name: str
    type: str
    gender: str = ""
    plural: bool = False
    subject: bool = True


@dataclass(frozen=True, slots=True)
class Question:
    """What was asked last, by whom, and of whom if that was known then; `age`: turns begun since."""

    draft: Draft
    asker: str | None
    about: Mention | None
    age: int = 0

    @property
    def kind(self) -> str:
        """The kind of value it asks for."""
        return self.draft.object.value if self.draft.object is not None else ""


@dataclass(slots=True)
class Discourse:
    """The state while one window is read, turn by turn. Made anew for each window; nothing outlives it."""

    episode: Episode | None = None
    partners: list[str] = field(default_factory=list)
    seen: list[Seen] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    said: list[Statement] = field(default_factory=list)
    topic: Mention | None = None
    called: str | None = None
    question: Question | None = None
    voices: tuple[Voice, ...] = ()
    card: Mention | None = None
    meant: Mapping[int, Meant] = field(default_factory=dict)
    turning: Statement | None = None  # whose slot this turn says to have a new value, which is still to come
    owned: list[tuple[str, str]] = field(default_factory=list)
    inquired: list[Ref] = field(default_factory=list)
    about_now: str = ""
    played: int = 0
    edited: int = 0

    def plays(self, believes: bool | None) -> bool:
        """Whether a turn goes on in the game or tale that one before it opened; its own opening is read with it."""
        going_on = self.played > 0 and believes is None
        self.played = PLAYED if believes else self.played - 1 if going_on else 0
        return going_on

    def turn(self, episode: Episode, meant: Mapping[int, Meant] | None = None) -> None:
        """Begin a turn: who speaks, who may be "you", and whom "he" and "she" mean by its own words."""
        self.meant = meant or {}
        previous = self.episode
        asked = previous is not None and previous.role == "user" and asks_for_text(previous.text)
        self.edited = EDITED if asked else max(0, self.edited - 1)
        called = VOCATIVE.match(episode.text)
        called = called or VOCATIVE_LAST.search(episode.text)
        self.called = called["name"] if called and not _is_word(called["name"]) else None
        if (
            previous is not None
            and previous.speaker
            and previous.role == "user"
            and previous.speaker != episode.speaker
        ):
            self.partners.append(previous.speaker)
        self.episode = episode
        self.voices, self.card, self.turning = voices(episode.text), None, None
        told = announced(episode.text, episode.speaker) if episode.role == "user" and not self.voices else None
        self.voices = (*cited(episode.text), *((told,) if told is not None else self.voices))
        if self.question is not None:
            self.question = replace(self.question, age=self.question.age + 1) if self.question.age < 2 else None
        if previous is not None and previous.speaker != episode.speaker:
            self._heed_inquired()

    # -- questions -----------------------------------------------------------------------------------------
    def ask(self, draft: Draft) -> None:
        """Remember what was asked, until it is answered."""
        asker = self.episode.speaker if self.episode else None
        about = None if _to_hearer(draft.subject) else self.mention(draft.subject)
        if about is not None or _to_hearer(draft.subject):
            self.question = Question(draft, asker, about)

    def inquire(self, ref: Ref) -> None:
        """Remember whom a question spoke of, "your son": "he" of the answer."""
        if not _to_hearer(ref):
            found = self.mention(ref)
            if found is not None:
                self.heed(ref, found, subject=True)
        else:
            self.inquired.append(ref)

    def _heed_inquired(self) -> None:
        for ref in self.inquired:
            own = _own(ref, 0)
            found = self.mention(own)
            if found is not None:
                self.heed(own, found.model_copy(update={"text": "", "start": 0, "stop": 0}), subject=True)
        self.inquired = []

    def questioned(self, at: int) -> Mention | None:
        """Of whom the last question asked, as the one who answers it would say; None when nobody else asked."""
        question, episode = self.question, self.episode
        if question is None or episode is None:
            return None
        straight = question.age == 0 and 0 <= at - question.draft.stop <= 2  # "Who trains them? Ana."
        own = straight and (question.about is not None or question.draft.subject.kind == "speaker")
        if not own and (question.asker == episode.speaker or question.age == 0):
            return None
        if question.about is None:
            found = self.mention(_own(question.draft.subject, at))
            return found.model_copy(update={"text": "", "start": at, "stop": at}) if found else None
        return question.about.model_copy(update={"text": "", "start": at, "stop": at})

    # -- resolving -----------------------------------------------------------------------------------------
    def mention(self, ref: Ref, *, as_object: bool = False) -> Mention | None:
        """The mention of a reference; None when nobody can say whom it means."""
        if ref.kind in {"pronoun", "thing", "relation"}:
            return self._antecedent(ref, as_object) if ref.kind == "pronoun" else self._described(ref, as_object)
        if ref.kind in {"speaker", "addressee"}:
            return self._person(ref)
        if ref.kind == "name":
            return self._named(ref)
        return self._topic(ref) if ref.kind == "implied" else self._literal(ref)

    def _text(self, ref: Ref) -> str:
        return self.episode.text[ref.start : ref.stop] if self.episode else ""

    def _literal(self, ref: Ref) -> Mention:
        return Mention(text=self._text(ref), start=ref.start, stop=ref.stop, name=ref.name, type="Value")

    def _make(self, ref: Ref, name: str, kind: str, also: tuple[str, ...] = ()) -> Mention:
        return Mention(text=self._text(ref), start=ref.start, stop=ref.stop, name=name, type=kind, also=also)

    def speaker(self, place: int = -1) -> str | None:
        """The name of who speaks as "I" there; None for the assistant, a tool, a document, or an unnamed speaker."""
        episode = self.episode
        voiced = voice_at(self.voices, place)
        if voiced is not None:
            return self.names.get(voiced.casefold(), voiced) or None
        if episode is None or episode.role != "user" or episode.source_kind in {"document", "tool_result"}:
            return None
        return episode.speaker

    def _person(self, ref: Ref) -> Mention | None:
        name = self.speaker(ref.start) if ref.kind == "speaker" else self.addressee()
        if name is None and ref.kind == "speaker" and ref.name in {"we", "our", "us", "ours"}:
            return self._source(ref)
        if name is None:
            return None
        return self._make(ref, name, "Thing" if is_label(name) else "Person")

    def addressee(self) -> str | None:
        """Who "you" is: the other person of the session; the user where the assistant speaks."""
        current = self.episode.speaker if self.episode else None
        if self.called is not None:
            return self.names.get(
                self.called.casefold(),
                next((p for p in self.partners if self.called.casefold() in p.casefold().split()), self.called),
            )
        return next((name for name in reversed(self.partners) if name != current), None)

    def _topic(self, ref: Ref) -> Mention | None:
        if ref.name == "person":
            named = [s for s in self.seen[-DEPTH:] if s.type in {"Person", "Animal"} or _is_proper_thing(s)]
            return self._make(ref, named[-1].name, named[-1].type) if named else None
        if self.card is not None:
            return self._make(ref, self.card.name, self.card.type)
        if self.topic is not None:
            return self._make(ref, self.names.get(self.topic.name.casefold(), self.topic.name), self.topic.type)
        name = self.speaker(ref.start)
        return self._make(ref, name, "Thing" if is_label(name) else "Person") if name else self._source(ref)

    def _source(self, ref: Ref) -> Mention | None:
        """Whose document or record this is, by the name it comes under: "we" in a firm's notice, its label lines."""
        speaker = self.episode.speaker if self.episode and self._is_record() else None
        return self._make(ref, speaker, "Thing") if speaker and not is_label(speaker) else None

    def _is_record(self) -> bool:
        return self.episode is not None and self.episode.source_kind in {"document", "tool_result"}

    def _antecedent(self, ref: Ref, as_object: bool) -> Mention | None:
        if ref.name in {"there", "here"}:
            return self._where(ref)
        if ref.name in PLURALS or ref.name in ABSOLUTE:
            return self._same_of(ref)
        named = self.meant.get(ref.start)
        if named is not None and ref.gender in {"f", "m"} and (named.chance_0_1 >= SURE or self._is_record()):
            return self._person_meant(ref, named)
        agreeing = [seen for seen in self.seen[-DEPTH:] if _agrees(ref, seen)]
        near = [seen for seen in agreeing[-3:] if seen.subject]
        sure = [seen for seen in near if ref.gender in {"f", "m"} and _gender(seen)]
        found = sure or near or ([] if as_object else agreeing)
        return self._make(ref, found[-1].name, found[-1].type) if found else None

    def _person_meant(self, ref: Ref, named: Meant) -> Mention | None:
        """Whom the turn's own names leave little doubt of; nobody, where they leave more."""
        if named.chance_0_1 < SURE:
            return None
        name = self.names.get(named.name.casefold(), named.name)
        return self._make(ref, name, next((s.type for s in reversed(self.seen) if s.name == name), "Person"))

    def _where(self, ref: Ref) -> Mention | None:
        """The place or firm named last: "there"."""
        named = [s for s in self.seen[-DEPTH:] if s.name != self.about_now]
        placed = [s for s in named if s.type in {"Place", "Organization"} or _is_proper_thing(s)]
        placed = [s for s in placed if s.type != "Thing" or not gender_of_name(s.name)] or placed
        return self._make(ref, placed[-1].name, placed[-1].type) if placed else None

    def _same_of(self, ref: Ref) -> Mention | None:
        """As in "Mine lives in Rome" after "My brother lives in Bern": one's own one of what was last owned."""
        kind = PLURALS.get(ref.name)
        them = ABSOLUTE.get(ref.name, "")
        owner = self._person(replace(ref, kind=kind)) if kind else self._antecedent(replace(ref, name=them), False)
        if owner is None or not self.owned:
            return owner if them else None
        noun, type_ = self.owned[-1]
        whole = f"{owner.name}'s {noun}"
        return self._make(ref, self.names.get(whole.casefold(), whole), type_)

    def own(self, noun: str, type_: str) -> None:
        """Remember of what sort the thing or person was that somebody has: "mine" is another of them."""
        if noun and noun[:1].islower():
            self.owned.append((noun, type_))

    def known_as(self, noun: str) -> str | None:
        """The one relation of that noun that was spoken of and has no name yet: "Ines's vet"."""
        last = f"'s {noun.casefold()}"
        found = {s.name for s in self.seen if s.name.casefold().endswith(last) and s.name.casefold() not in self.names}
        return found.pop() if len(found) == 1 else None

    def _named(self, ref: Ref) -> Mention:
        name = self.names.get(ref.name.casefold(), ref.name)
        also: tuple[str, ...] = ()
        owner = self.mention(ref.owner) if ref.owner is not None and ref.noun else None
        self.own(ref.noun if ref.owner is not None else "", ref.type)
        relation = f"{owner.name}'s {ref.noun}" if owner is not None else ""
        told = relation.casefold() not in self.names and any(s.name == relation for s in self.seen)
        if relation and (told or _singular(ref.noun) or ref.type not in {"Person", "Animal"}):
            also = (relation,)
            self.names[relation.casefold()] = name
        elif ref.noun and ref.owner is None:
            self.names[ref.noun.casefold()] = name
        return self._make(ref, name, ref.type, also)

    def _described(self, ref: Ref, as_object: bool) -> Mention | None:
        name = _uncapitalised(ref)
        if ref.owner is not None:
            return self._owned(ref, ref.owner, name, as_object)
        if ref.name.casefold() in {"former", "latter"}:
            return self._ordinal(ref)
        return self._make(ref, self._known_thing(name) if ref.definite else name, ref.type)

    def _owned(self, ref: Ref, owner_ref: Ref, name: str, as_object: bool) -> Mention | None:
        owner = self.mention(owner_ref)
        self.own(name, ref.type)
        if owner is None:
            return self._make(ref, name, ref.type) if as_object else None
        thing = ref.kind == "thing" and ref.type == "Thing"
        shared = thing and owner_ref.name in {"we", "our", "us"} and self.speaker(ref.start) is not None
        if shared or (ref.kind == "thing" and self._mine(ref, owner, as_object)):
            return self._make(ref, self.names.get(name.casefold(), name), ref.type)
        whole = f"{owner.name}'s {name}"
        if ref.type == "Animal" and owner_ref.kind == "speaker":
            return self._make(ref, self.names.get(whole.casefold(), name), ref.type, (whole,))
        return self._make(ref, self.names.get(whole.casefold(), whole), ref.type, (name,) if thing else ())

    def _ordinal(self, ref: Ref) -> Mention | None:
        """As in "The former", "the latter": of the last two names."""
        named = [s for s in self.seen if s.name[:1].isupper() and "'s " not in s.name and s.type != "Person"]
        if len(named) < 2:
            return None
        chosen = named[-2] if ref.name.casefold() == "former" else named[-1]
        return self._make(ref, chosen.name, chosen.type)

    def _mine(self, ref: Ref, owner: Mention, as_object: bool) -> bool:
        """Whether the owner is the subject anyway: "I lost my ticket" is about a ticket that I had."""
        return (
            as_object
            and ref.owner is not None
            and ref.owner.kind == "speaker"
            and owner.name == self.speaker(ref.start)
        )

    def _known_thing(self, name: str) -> str:
        """The name that this window already gave to a thing with the same head: "the laptop" after "my laptop"."""
        low = name.casefold()
        for seen in reversed(self.seen):
            if seen.name.casefold() == low or seen.name.casefold().endswith(f"'s {low}"):
                return self.names.get(seen.name.casefold(), seen.name)
        longer = {
            seen.name for seen in self.seen if seen.name.casefold().endswith(f" {low}") and "'s " not in seen.name
        }
        if len(longer) == 1 and " " not in low:
            return longer.pop()
        return self.names.get(low, name)

    # -- remembering -----------------------------------------------------------------------------------------
    def heed(self, ref: Ref, mention: Mention, *, subject: bool) -> None:
        """Remember a mention as something that later words may mean."""
        if ref.kind in {"speaker", "addressee", "value"} or mention.literal:
            return
        gender = ref.gender or next((s.gender for s in reversed(self.seen) if s.name == mention.name), "")
        kind = self._kind(mention)
        if not subject and any(s.name == mention.name for s in self.seen[-4:]):
            return
        self.seen = [s for s in self.seen if s.name != mention.name]
        self.seen.append(Seen(mention.name, kind, gender, ref.plural, subject))
        if ref.kind == "name" and " " in mention.name and mention.name.replace(" ", "").replace("-", "").isalpha():
            self._shorten(mention.name)
        if subject and kind != "Person" and ref.kind != "pronoun":
            self.topic = mention

    def _kind(self, mention: Mention) -> str:
        """Its type as told here, else as told before: a place stays one."""
        told = (s.type for s in reversed(self.seen) if s.name == mention.name and s.type != "Thing")
        return mention.type if mention.type != "Thing" else next(told, "Thing")

    def _shorten(self, name: str) -> None:
        first = name.split(maxsplit=1)[0].casefold()
        known = self.names.get(first)
        if known is None and not is_person_noun(first) and first not in words("words", "titles"):
            self.names[first] = name
        elif known is not None and known != name:
            self.names[first] = first.capitalize()

    def keep(self, statement: Statement) -> None:
        """Remember a statement as something that a later correction may aim at."""
        self.said.append(statement)

    def aimed_at(self, new: Ref, old: Ref | None, *, by_old: bool) -> Statement | None:
        """The statement that a correction means: the nearest with the old value, else, but `by_old`, of its type."""
        candidates = [s for s in reversed(self.said) if s.object is not None and s.kind != "end"]
        found = next((s for s in candidates if old is not None and _holds(s.object, old.name)), None)
        if found is not None or by_old:
            return found
        return next((s for s in candidates if s.object is not None and _alike(s.object.name, new)), None)

    def about(self, thing: Ref, owner: str) -> tuple[Statement, bool] | None:
        """The nearest statement about a thing that ended, and whether all values of its slot end with it.

        A statement of `owner` with the thing as its value, by name or head noun; else one of a slot named by it, or of
        an office that it holds, or one that tells of it.
        """
        name = self.names.get(thing.name.casefold(), thing.name)
        stated = [s for s in reversed(self.said) if s.kind != "end" and s.object is not None]
        mine = [s for s in stated if s.subject.name == owner]
        loose = [s for s in mine if s.predicate not in group("nouns", "kin", "kin_female", "kin_male")]
        held = next((s for s in loose if _holds(s.object, name) or _holds(s.object, thing.name)), None)
        if held is not None:
            return held, False
        head = open_slot(thing.name.rsplit(" ", 1)[-1])
        told = next((s for s in (*mine, *stated) if head in s.slot.split(":")[0].split("_")), None)
        if told is not None:
            return told, True
        offices = (s for s in stated if s.functional and s.subject.name[:1].islower())
        office = next((s for s in offices if _holds(s.object, name)), None)
        if office is not None:
            return office, False
        spoken = next((s for s in stated if _holds(s.subject, name)), None)
        return (spoken, True) if spoken is not None else None

    def named_slot(self, noun: str) -> Statement | None:
        """The nearest statement of the slot that a noun names: as a thing told of, an attribute or a relation."""
        known, low = attribute_for(noun, None), noun.casefold()
        slots = {open_slot(low), *([known.family] if known is not None else [])}
        for s in reversed(self.said):
            about = s.subject.name.casefold().rpartition("'s ")[2]
            named = about == low or about.endswith(f" {low}") or low.endswith(f" {about}")
            single = s.functional or (s.predicate == "is_a" and s.subject.type != "Person")
            if s.kind != "end" and single and s.object is not None and (named or s.slot.split(":")[0] in slots):
                return s
        return None

    def held(self, thing: Ref) -> Statement | None:
        """The nearest statement whose value is the thing, whoever it is said of."""
        return next((s for s in reversed(self.said) if s.kind != "end" and _holds(s.object, thing.name)), None)

    def holder_of(self, office: Ref) -> Statement | None:
        """The nearest statement of who holds an office, a thing of one holder."""
        told = (s for s in reversed(self.said) if s.functional and s.kind != "end" and s.object is not None)
        return next((s for s in told if s.subject.name == office.name and s.object and s.object.type != "Value"), None)

    def led_by(self, person: Ref) -> Statement | None:
        """The nearest statement of what somebody leads."""
        name = self.names.get(person.name.casefold(), person.name)
        leading = (s for s in reversed(self.said) if s.predicate == "leads" and s.kind == "state")
        return next((s for s in leading if _holds(s.subject, name)), None)

    def betrothed(self, person: str) -> Mention | None:
        """To whom somebody was said to be engaged, or who the partner is."""
        told = (s for s in reversed(self.said) if s.kind != "end" and s.predicate in {"engaged_to", "partner"})
        pairs = ((s.subject, s.object) for s in told if s.object is not None)
        return next((b if a.name == person else a for a, b in pairs if person in {a.name, b.name}), None)

    def replaced(self, new: Ref, *, dated: bool = False) -> Statement | None:
        """The statement whose slot "it's X now" fills: the nearest of one value at a time with this type of value.

        `dated`: one of several values counts too, if this turn told when it began.
        """
        for said in reversed(self.said):
            began = dated and said.claimed_from is not None and self._of_this_turn(said)
            if (said.functional or began) and said.object is not None and _alike(said.object.name, new):
                return said
        return None

    def _of_this_turn(self, said: Statement) -> bool:
        return self.episode is not None and said.episode == self.episode.id


def _to_hearer(ref: Ref) -> bool:
    return ref.kind in {"addressee", "speaker"} or (ref.owner is not None and _to_hearer(ref.owner))


def _own(ref: Ref, at: int) -> Ref:
    """A reference to the hearer in the hearer's own mouth: "your sister" is "my sister"."""
    owner = _own(ref.owner, at) if ref.owner is not None else None
    if ref.kind in {"addressee", "speaker"}:
        return Ref("speaker", at, at, name="i")
    return replace(ref, start=at, stop=at, owner=owner)


def _holds(mention: Mention | None, name: str) -> bool:
    if mention is None:
        return False
    held, wanted = mention.name.casefold(), name.casefold()
    return held == wanted or re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", held) is not None


def _alike(name: str, new: Ref) -> bool:
    old_type = value_type(name)
    if new.value in {"identifier", "number", "phone"} and value_type(name.rsplit(" ", 1)[-1]) == new.value:
        return True
    if old_type != new.value:
        coded = {old_type, new.value} == {"identifier", "text"} and name[:1].isupper() and new.name[:1].isupper()
        return coded or {old_type, new.value} <= {"number", "amount", "money"}
    return old_type != "text" or name[:1].isupper() == new.name[:1].isupper()


PLURALS: dict[str, Literal["speaker", "addressee"]] = {"mine": "speaker", "ours": "speaker", "yours": "addressee"}
# Possessives that stand alone, and of whom they speak.
ABSOLUTE = {"hers": "she", "his own": "he", "theirs": "they"}


def _is_proper_thing(seen: Seen) -> bool:
    return (
        seen.type == "Thing"
        and seen.name[:1].isupper()
        and not is_identifier(seen.name)
        and "'s " not in seen.name
        and seen.gender in {"", "n"}
    )


def _is_house(seen: Seen) -> bool:
    """Whether it is a firm, a shop or another body of people: "they"."""
    last = seen.name.casefold().rsplit(" ", 1)[-1]
    return seen.type == "Organization" or last in group("nouns", "business") or " & " in seen.name


def _agrees(ref: Ref, seen: Seen) -> bool:
    if ref.gender == "n":
        return seen.type != "Person" and seen.gender in {"", "n"} and not seen.plural
    if ref.gender == "p":
        return seen.plural or _is_house(seen) or seen.gender == "p" or (ref.name == "them" and _is_proper_thing(seen))
    if ref.gender in {"f", "m"}:
        animate = seen.type in {"Person", "Animal"} or (
            seen.type == "Thing" and seen.name[:1].isupper() and not is_identifier(seen.name) and "'s " not in seen.name
        )
        return animate and _gender(seen) in {"", ref.gender} and not seen.plural
    return False


def _gender(seen: Seen) -> str:
    """F or m, as told or by the first name; "" when it may be either."""
    return seen.gender if seen.gender in {"f", "m"} else gender_of_name(seen.name)


def _uncapitalised(ref: Ref) -> str:
    first = ref.name.split()[0] if ref.name else ""
    if ref.kind in {"thing", "relation"} and first[:1].isupper() and first[1:].islower() and len(ref.name.split()) == 1:
        return ref.name[:1].lower() + ref.name[1:]
    return ref.name


UNIQUE = frozenset(
    [
        "manager",
        "boss",
        "husband",
        "wife",
        "partner",
        "spouse",
        "mother",
        "father",
        "mum",
        "mom",
        "dad",
        "landlord",
        "landlady",
        "fiancé",
        "fiancée",
        "girlfriend",
        "boyfriend",
    ]
)


def _singular(noun: str) -> bool:
    last = noun.rsplit(" ", 1)[-1]
    return last in UNIQUE or (last in words("nouns", "kin_female") | words("nouns", "kin_male") | words("nouns", "kin"))
