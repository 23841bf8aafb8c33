"""Drafts to statements: references resolved, periods claimed, sources ranked, what nobody would keep left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from graphmem.extract.answers import fits_question
from graphmem.extract.discourse import Discourse, is_label
from graphmem.extract.drafts import Draft
from graphmem.extract.first_names import gender_of_name
from graphmem.extract.fit import attribute_for
from graphmem.extract.lexicon import attribute, is_person_noun, weight, words
from graphmem.extract.mentions import Ref
from graphmem.extract.rivals import open_slot, predicate_name
from graphmem.extract.values import is_identifier, value_type
from graphmem.model import Episode, Mention, SourceKind, Statement
from graphmem.registry import registry

__all__ = ["SWAPPED", "resolved"]

LITERAL = frozenset({"Value"})


def resolved(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """The statements of one draft in the state of the discourse, which remembers what they name; may be none."""
    aimed = _aimed(draft, discourse, extractor)
    if aimed is not None:
        return aimed
    found = _held(draft, discourse, extractor) if draft.aim == "holder" else None
    found = (
        found
        or _mine_is(draft, discourse, extractor)
        or _swapped(draft, discourse, extractor)
        or _of_attribute(draft, discourse, extractor)
    )
    return [found] if found is not None else _stated(draft, discourse, extractor)


def _aimed(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement] | None:
    """What a draft with an aim states, if it states nothing else; None when it is read as it stands."""
    aim = "value" if draft.kind == "correction" and draft.aim else draft.aim
    read = {
        "value": _correction,
        "name": _alias,
        "ended": _ended,
        "gone": _ended,
        "before": _formerly,
        "replaced": _in_place,
        "wed": _wedded,
        "post": _posted,
        "swapped": _in_slot,
        "undated": _undated,
        "off": _called_off,
        "topic": _announced,
        "turned": _turned,
    }.get(aim)
    if read is not None:
        return read(draft, discourse, extractor)
    if draft.aim == "asked":
        discourse.ask(draft)
        return []
    if draft.aim == "inquired":
        discourse.inquire(draft.subject)
        return []
    told = _answer(draft, discourse, extractor) if draft.aim == "answer" or _it_is(draft) else None
    if told is not None:
        return [*_name_told(draft, discourse, told), told]
    return [] if draft.aim == "answer" else None


def _on_card(draft: Draft, discourse: Discourse) -> Draft:
    """Under "Name: Flip" a label that no list knows is an attribute of Flip: "Next jab: 4 March"."""
    labelled = draft.why == "a thing and its value" or draft.why.startswith("label ")
    proper = draft.subject.kind == "name" and not draft.subject.name[1:].islower()
    if discourse.card is None or not labelled or proper or draft.subject.kind not in {"thing", "name"}:
        return draft
    name = predicate_name(draft.subject.name)
    ref = Ref("implied", draft.start, draft.start, name="topic")
    return replace(draft, subject=ref, predicate=name, slot=open_slot(draft.subject.name), functional=True)


def _stated(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    draft = _on_card(draft, discourse)
    subject = discourse.mention(draft.subject)
    loose = draft.kind == "end" and draft.modality != "asserted"
    if loose or subject is None or not _worth_subject(draft, subject):
        return []
    if draft.aim == "card":
        discourse.card = subject
    if draft.aim in {"heed", "named", "card"}:
        if draft.modality not in {"hypothetical", "joking"}:
            discourse.heed(draft.subject, subject, subject=draft.aim == "heed")
        return []
    discourse.about_now = subject.name
    value = _object(draft, discourse)
    lost = draft.object is not None and (value is None or _calls(draft.object, discourse))
    if lost or (value is not None and _itself(subject.name.casefold(), value.name.casefold())):
        return []
    if draft.aim == "known" and value is not None and (called := discourse.known_as(value.name)) is not None:
        alias = replace(draft, subject=Ref("relation", draft.start, draft.start, name=called), object=draft.subject)
        return _alias(replace(alias, predicate="also_known_as", slot="also_known_as", aim="name"), discourse, extractor)
    if value is not None and _one_person(draft, subject, value):
        return _alias(replace(draft, predicate="also_known_as", slot="also_known_as", aim="name"), discourse, extractor)
    _heed(draft, discourse, subject, value)
    made = _against(_statement(draft, discourse, subject, value, extractor), discourse)
    return list(_with_periods(draft, made, discourse))


def _one_person(draft: Draft, subject: Mention, value: Mention) -> bool:
    """As in "She's Vera Lund now" of Vera Koch: a name that shares a word with the name of whom it is said."""
    named = draft.object is not None and draft.object.kind == "name" and draft.object.noun == ""
    plain = draft.predicate in {"is", "is_a"} and draft.kind == "state" and named and "'s " not in subject.name
    parts = [set(name.casefold().split()) for name in (subject.name, value.name)]
    personal = subject.type == "Person" or bool(gender_of_name(subject.name))
    return plain and personal and min(map(len, parts)) > 1 and bool(parts[0] & parts[1])


def _calls(value: Ref, discourse: Discourse) -> bool:
    """As in "What a garden, Mel!", "Wow, Mel": the name of who is spoken to, after a comma or an exclamation."""
    hearer, episode = discourse.addressee(), discourse.episode
    if hearer is None or episode is None or value.kind not in {"name", "value"} or len(value.name) < 3:
        return False
    named = any(part.startswith(value.name.casefold()) for part in hearer.casefold().split())
    before = episode.text[: value.start].rstrip().casefold()
    return named and (before.endswith(",") or before.rpartition(" ")[2] in words("words", "interjection"))


def _itself(subject: str, value: str) -> bool:
    """As in "Here is my cousin's dog": said of itself."""
    return subject == value or subject.endswith(f"'s {value}")


def _against(made: Statement, discourse: Discourse) -> Statement:
    """A correction of a slot with several values takes back the value of it that was told last."""
    if made.kind != "correction" or made.functional or made.corrects is not None or made.object is None:
        return made
    about, value = (made.subject.name, made.predicate), made.object.name
    told = (s.object for s in reversed(discourse.said) if (s.subject.name, s.predicate) == about and s.kind != "end")
    wrong = next((o for o in told if o is not None and o.name != value), None)
    return made.model_copy(update={"corrects": wrong}) if wrong is not None else made


def _object(draft: Draft, discourse: Discourse) -> Mention | None:
    ref = draft.object
    if ref is None:
        return None
    found = discourse.mention(ref, as_object=True)
    if found is None or ref.kind in {"value", "speaker", "addressee", "pronoun"}:
        return found
    predicate = registry().get(draft.predicate)
    literal = (predicate is not None and predicate.object == "Value") or (
        predicate is None and ref.kind == "thing" and not ref.definite
    )
    if literal:
        return found.model_copy(update={"type": "Value", "also": (), "name": ref.name})
    return found


def _heed(draft: Draft, discourse: Discourse, subject: Mention, value: Mention | None) -> None:
    if draft.modality in {"hypothetical", "joking"}:
        return
    if value is not None and draft.object is not None:
        discourse.heed(
            draft.object,
            value,
            subject=draft.object.kind in {"relation", "name"} and value.type in {"Person", "Animal"},
        )
    discourse.heed(draft.subject, subject, subject=True)
    somebody = draft.subject.kind in {"speaker", "name", "pronoun", "relation"}
    if (
        somebody
        and draft.predicate in HAVING
        and draft.object is not None
        and draft.object.kind == "thing"
        and value is not None
    ):
        discourse.own(draft.object.name.rsplit(" ", 1)[-1], draft.object.type)


HAVING = frozenset({"has", "owns", "drives", "has_pet"})


def _worth_subject(draft: Draft, subject: Mention) -> bool:
    ref = draft.subject
    animate = ref.type in {"Person", "Animal"}
    if ref.kind == "thing" and (
        ref.indefinite or (animate and ref.plural and not ref.definite)
    ):  # nobody in particular
        return False
    counted = subject.name.isdigit() and len(subject.name) < 3
    if ref.kind == "value" or not subject.name or len(subject.name) > 80 or counted:
        return False
    first = subject.name.casefold().split("'s ")[0].split()[0].strip("!,")
    if first in words("words", "interjection") | {"your", "my", "our", "lots"}:
        return False
    return ref.kind != "thing" or not _nondescript(ref.name.casefold().split())


def _nondescript(parts: list[str]) -> bool:
    """Whether a noun phrase names nothing by itself: "thing", "other one"; a "meeting point" does."""
    told = attribute(" ".join(parts)) is not None  # "the little one" is a child
    told = told or (len(parts) > 1 and (parts[-2].endswith("ing") or weight(parts[-2]) == "thing" or "-" in parts[-2]))
    return parts[-1] in words("nouns", "vague") and not told


def _source_kind(episode: Episode, speaker: str | None, subject: Mention) -> SourceKind:
    other = subject.type == "Person" and subject.name not in {episode.speaker, speaker}
    return "report" if episode.source_kind == "user_statement" and other else episode.source_kind


def _statement(
    draft: Draft, discourse: Discourse, subject: Mention, value: Mention | None, extractor: str
) -> Statement:
    episode = discourse.episode
    assert episode is not None  # noqa: S101 - a turn was begun before it is read
    start = draft.claimed_from
    if (
        draft.changes
        and start is None
        and draft.kind == "state"
        and draft.claimed_to is None
        and draft.modality == "asserted"
    ):
        start = episode.said_at
    kind = draft.kind
    if episode.source_kind == "user_correction" and kind == "state" and draft.modality == "asserted" and draft.polarity:
        kind = "correction"
    predicate = registry().get(draft.predicate)
    slot = draft.slot if predicate is None or value is None else predicate.slot_of(value.name)
    return Statement(
        episode=episode.id,
        kind=kind,
        subject=subject,
        predicate=draft.predicate,
        slot=slot,
        functional=draft.functional,
        object=value,
        polarity=draft.polarity,
        modality=draft.modality,
        claimed_from=start,
        claimed_to=draft.claimed_to,
        precision=draft.precision,
        start=draft.start,
        stop=draft.stop,
        source_kind=_source_kind(episode, discourse.speaker(draft.start), subject),
        extractor=extractor,
        why=draft.why,
    )


def _with_periods(draft: Draft, made: Statement, discourse: Discourse) -> Iterator[Statement]:
    """The statement, and what else the same words say of time: an end is also a claim of what was."""
    episode = discourse.episode
    assert episode is not None  # noqa: S101
    said = episode.said_at
    over = made.kind == "state" and made.claimed_to is None and made.modality == "asserted"
    if draft.aim in {"past", "once"} and over:
        if draft.aim == "past":  # what happened once ends nothing that goes on
            yield made.model_copy(update={"kind": "end", "claimed_from": None})
        yield _bounded(made, made.claimed_from, said)
    elif made.kind == "end" and made.object is not None and draft.aim == "was":
        yield made
        yield _bounded(made, None, made.claimed_from or made.claimed_to or said)
    elif draft.aim == "since" and not draft.changes and made.claimed_from is not None and made.claimed_from < said:
        yield made
        yield made.model_copy(update={"claimed_from": said, "why": f"{made.why}; holds now"})
    else:
        if _displaces(draft, made):
            yield made.model_copy(update={"kind": "end", "object": None, "why": f"{made.why}; a change"})
        yield made


def _bounded(made: Statement, start: datetime | None, stop: datetime) -> Statement:
    return made.model_copy(
        update={"kind": "state", "claimed_from": start, "claimed_to": stop, "why": f"{made.why}; what was"}
    )


def _displaces(draft: Draft, made: Statement) -> bool:
    """Whether a word of change ends the other values of a slot that could hold several."""
    opened = made.predicate not in registry() or made.predicate == "drives"
    return (
        draft.changes
        and opened
        and not made.functional
        and made.kind == "state"
        and made.modality == "asserted"
        and made.polarity
    )


def _one_name(discourse: Discourse, ref: Ref, name: str, given: str) -> None:
    """From here on both names mean one: a description gives way to the proper name, a short name to the longer one."""
    longer = name if ref.kind == "name" and len(name.split()) >= len(given.split()) else given
    discourse.names[name.casefold()] = longer
    discourse.names[given.casefold()] = longer


# -- answers ----------------------------------------------------------------------------------------------------
def _it_is(draft: Draft) -> bool:
    """As in "It's 4471": "it" may be what the question before asked for."""
    ref = draft.subject
    return ref.kind == "pronoun" and ref.name == "it" and draft.predicate in GENERIC | {"phone", "email"}


def _answer(draft: Draft, discourse: Discourse, extractor: str) -> Statement | None:
    """What an answer states: the question's slot with this value."""
    question, value = discourse.question, draft.object
    if question is None or value is None or discourse.episode is None or not fits_question(question.kind, value):
        return None
    if _calls(value, discourse):
        return None
    subject = discourse.questioned(draft.start)
    asked = question.draft
    if subject is None or subject.name.casefold() == value.name.casefold():
        return None
    predicate = registry().get(asked.predicate)
    named = value.name[:1].isupper() and value.value in {"text", "identifier"} and question.kind != "literal"
    kind = (predicate.object if predicate is not None else "Thing") if named else "Value"
    kind = "Person" if question.kind == "name" and kind == "Thing" else kind
    text = discourse.episode.text[value.start : value.stop]
    name = discourse.names.get(value.name.casefold(), value.name) if named else value.name
    told = Mention(text=text, start=value.start, stop=value.stop, name=name, type=kind)
    discourse.question = None
    made = _statement(draft, discourse, subject, told, extractor)
    slot = predicate.slot_of(name) if predicate is not None else asked.slot
    return made.model_copy(
        update={"predicate": asked.predicate, "slot": slot, "functional": asked.functional, "why": asked.why}
    )


def _name_told(draft: Draft, discourse: Discourse, told: Statement) -> list[Statement]:
    """As in "What's she called?" — "Ana.": the name of a relation is an alias as well."""
    if told.predicate != "named" or "'s " not in told.subject.name or told.object is None:
        return []
    ref = Ref("relation", draft.start, draft.start, name=told.subject.name)
    value = told.object.model_copy(update={"type": told.subject.type, "also": (told.subject.name,)})
    _one_name(discourse, ref, told.subject.name, value.name)
    discourse.heed(Ref("name", value.start, value.stop, name=value.name), value, subject=True)
    alias = told.model_copy(
        update={"predicate": "also_known_as", "slot": "also_known_as", "functional": False, "object": value}
    )
    return [alias, *_related(draft, discourse, alias)]


# -- what changed --------------------------------------------------------------------------------------------------
def _announced(draft: Draft, discourse: Discourse, _: str) -> list[Statement]:
    """As in "We've switched dentists": the slot whose new value is to come, by what was said of it before."""
    discourse.turning = discourse.named_slot(draft.subject.name)
    return []


def _turned(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """The first value that fits the slot said to have changed."""
    target, new, episode = discourse.turning, draft.object, discourse.episode
    if target is None or target.object is None or new is None or episode is None:
        return []
    if not _may_be(target.object, new, noun=target.predicate if target.predicate != "is" else target.subject.name):
        return []
    discourse.turning = None
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    value = Mention(
        text=episode.text[new.start : new.stop],
        start=new.start,
        stop=new.stop,
        name=new.name,
        type=target.object.type,
    )
    made = _statement(draft, discourse, here, value, extractor)
    fields = {"predicate": target.predicate, "slot": _slot_for(target, value), "functional": target.functional}
    gone = made.model_copy(update={**fields, "kind": "end", "object": target.object})
    return [made.model_copy(update=fields), *([] if target.functional else [gone])]


def _may_be(old: Mention, new: Ref, *, noun: str) -> bool:
    """Whether a value may stand in the place of another: of one type; a person for a person."""
    types = {value_type(old.name), new.value}
    if new.kind == "value":
        return len(types) == 1 or types <= {"number", "amount", "money"}
    if types != {"text"}:
        return False
    somebody = old.type == "Person" or is_person_noun(noun.replace("_", " ").rsplit(" ", 1)[-1])
    return somebody == (new.kind == "name")


# -- aims -------------------------------------------------------------------------------------------------------
def _correction(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    new, old = draft.object, draft.corrects
    assert new is not None and discourse.episode is not None  # noqa: S101, PT018 - a correction has its new value
    target = discourse.aimed_at(new, old, by_old=draft.aim == "old value")
    if target is None:
        return []
    wrong = None
    if old is not None:
        wrong = discourse.mention(old)
    elif target.object is not None:
        wrong = Mention(text="", start=new.start, stop=new.start, name=target.object.name, type=target.object.type)
    if wrong is not None and target.object is not None:
        wrong = wrong.model_copy(update={"name": target.object.name, "type": target.object.type})
    name = _within(target.object.name if target.object else "", old.name if old else "", new.name)
    value = Mention(
        text=discourse.episode.text[new.start : new.stop],
        start=new.start,
        stop=new.stop,
        name=name,
        type=target.object.type if target.object else "Value",
    )
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, here, value, extractor)
    return [
        made.model_copy(
            update={
                "predicate": target.predicate,
                "slot": _slot_for(target, value),
                "functional": target.functional,
                "corrects": wrong,
                "modality": target.modality,
            }
        )
    ]


def _ended(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """The end of the nearest statement that is about the thing named: as its value, its subject or what it tells."""
    thing, owner = draft.object, discourse.mention(draft.subject)
    if thing is None or owner is None:
        return []
    found = discourse.about(thing, owner.name)
    if found is None or (draft.aim == "gone" and found[1]):
        return []
    target, whole = found
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, here, None if whole else target.object, extractor)
    fields = {"predicate": target.predicate, "slot": target.slot, "functional": target.functional}
    return [_before_it_began(made.model_copy(update=fields), target, discourse)]


def _called_off(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """As in "It's off": of what was told last that is planned or still to begin."""
    episode = discourse.episode
    coming = (
        s
        for s in reversed(discourse.said)
        if episode is not None and s.kind != "end" and s.object is not None
        if s.modality == "planned"
        or (s.claimed_from is not None and s.claimed_from > episode.said_at)
        or (s.functional and value_type(s.object.name) == "date")
    )
    target = next(coming, None)
    if target is None:
        return []
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, here, target.object, extractor)
    fields = {"predicate": target.predicate, "slot": target.slot, "functional": target.functional}
    ended = made.model_copy(update={**fields, "modality": target.modality})
    return [_before_it_began(ended, target, discourse)]


MOMENT = timedelta(microseconds=1)


def _before_it_began(end: Statement, target: Statement, discourse: Discourse) -> Statement:
    """The end; of what is still to come, at its first moment, for an end closes only what has begun."""
    begins, said = target.claimed_from, discourse.episode.said_at if discourse.episode else None
    ahead = begins is not None and said is not None and begins > said and begins >= (end.claimed_from or said)
    return end.model_copy(update={"claimed_from": begins + MOMENT, "claimed_to": None}) if ahead and begins else end


def _undated(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """As in "The test was put off": whatever day or hour it was told to be on it is on no more."""
    about = discourse.mention(draft.subject)
    if about is None:
        return []
    told = [s for s in discourse.said if s.kind != "end" and s.subject.name == about.name and s.functional]
    dated = {s.slot: s for s in told if s.object is not None and value_type(s.object.name) in {"date", "time"}}
    made = _statement(draft, discourse, about, None, extractor)
    return [
        made.model_copy(update={"predicate": s.predicate, "slot": slot, "functional": True})
        for slot, s in dated.items()
    ]


def _formerly(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """As in "Before that it was X": X in the slot spoken of last that takes such a value, until what holds now."""
    new, episode = draft.object, discourse.episode
    target = discourse.replaced(new, dated=True) if new is not None else None
    value = discourse.mention(new, as_object=True) if new is not None else None
    if target is None or target.object is None or value is None or episode is None:
        return []
    begun = _begun(target, discourse)
    if draft.changes and begun is None:  # "instead of X" dates X only beside what has a beginning
        return []
    name = _within(target.object.name, "", value.name)
    value = value.model_copy(update={"type": target.object.type, "name": name})
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(replace(draft, changes=False), discourse, here, value, extractor)
    fields = {"predicate": target.predicate, "slot": _slot_for(target, value), "functional": target.functional}
    stop = begun or episode.said_at
    return [made.model_copy(update={"claimed_to": stop, "claimed_from": None, **fields})]


def _begun(target: Statement, discourse: Discourse) -> datetime | None:
    """When what a statement says began, as far as its turn told."""
    told = [s for s in discourse.said if (s.episode, s.slot, s.object) == (target.episode, target.slot, target.object)]
    return min((s.claimed_from for s in [*told, target] if s.claimed_from is not None), default=None)


def _in_place(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """As in "A was replaced by B": B as the value of what was said of A last."""
    old, new, owner = draft.corrects, draft.object, discourse.mention(draft.subject)
    old = _by_name(old, discourse) if old is not None else None
    value = discourse.mention(new, as_object=True) if new is not None else None
    found = discourse.about(old, owner.name) if old is not None and owner is not None else None
    target = found[0] if found is not None and not found[1] else discourse.held(old) if old is not None else None
    if target is None and old is not None:
        target = discourse.holder_of(old)
    if target is None and old is not None and value is not None:
        return _in_charge(draft, discourse, extractor, old, value)
    if target is None or value is None or target.object is None:
        return []
    here = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, here, value.model_copy(update={"type": target.object.type}), extractor)
    fields = {"predicate": target.predicate, "slot": _slot_for(target, value), "functional": target.functional}
    gone = made.model_copy(update={"kind": "end", "object": target.object, **fields})
    return [made.model_copy(update=fields), *([] if target.functional else [gone])]


def _by_name(ref: Ref, discourse: Discourse) -> Ref:
    """A pronoun or relation as the name of whom it means."""
    found = discourse.mention(ref) if ref.kind in {"pronoun", "relation"} else None
    return replace(ref, name=found.name) if found is not None else ref


def _in_charge(draft: Draft, discourse: Discourse, extractor: str, old: Ref, value: Mention) -> list[Statement]:
    """As in "Ana runs the stall", "Ben took over from her": what the one led the other leads."""
    target = discourse.led_by(old)
    if target is None:
        return []
    gone = Mention(text="", start=draft.start, stop=draft.start, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, value, target.object, extractor)
    fields = {"predicate": target.predicate, "slot": target.slot, "functional": target.functional}
    made = made.model_copy(update=fields)
    return [made, made.model_copy(update={"kind": "end", "subject": gone})]


def _wedded(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """Married to the one to whom the subject was engaged, or who was the partner; else married, to nobody named."""
    subject, value = discourse.mention(draft.subject), discourse.mention(draft.object) if draft.object else None
    if subject is None or value is None:
        return []
    other = discourse.betrothed(subject.name)
    made = _statement(draft, discourse, subject, other or value, extractor)
    return [made.model_copy(update={"predicate": "married_to"}) if other is not None else made]


def _within(whole: str, old: str, new: str) -> str:
    """The new value; where the old one was part of a longer value, that value with the part replaced: 3 in "bay 3"."""
    head, _, last = whole.rpartition(" ")
    if not old and head and value_type(last) == value_type(new) == "identifier":
        return f"{head} {new}"
    if old and old.casefold() in whole.casefold() and old.casefold() != whole.casefold():
        at = whole.casefold().find(old.casefold())
        return whole[:at] + new.removeprefix(whole[:at]) + whole[at + len(old) :]
    return new


def _slot_for(target: Statement, value: Mention) -> str:
    predicate = registry().get(target.predicate)
    return predicate.slot_of(value.name) if predicate is not None else target.slot


def _held(draft: Draft, discourse: Discourse, extractor: str) -> Statement | None:
    """What is handed over is an office spoken of before ("captain" and "captaincy"): its new holder."""
    value = discourse.mention(draft.object, as_object=True) if draft.object is not None else None
    wanted = open_slot(draft.subject.name)
    target = next(
        (s for s in reversed(discourse.said) if s.functional and wanted in {s.slot, open_slot(s.subject.name)}), None
    )
    if value is None or target is None or discourse.episode is None:
        return None
    ref = draft.subject
    here = Mention(
        text=discourse.episode.text[ref.start : ref.stop],
        start=ref.start,
        stop=ref.stop,
        name=target.subject.name,
        type=target.subject.type,
    )
    made = _statement(draft, discourse, here, value.model_copy(update={"type": "Person"}), extractor)
    return made.model_copy(
        update={"predicate": target.predicate, "slot": target.slot, "functional": True, "why": "an office handed over"}
    )


def _posted(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """As in "Mr Lund was appointed head teacher": the new holder, if that office was spoken of before."""
    found = _held(draft, discourse, extractor)
    return [found] if found is not None else []


GENERIC = frozenset({"is", "is_a", "date", "time", "price", "located_in", "colour"})


def _of_attribute(draft: Draft, discourse: Discourse, extractor: str) -> Statement | None:
    """As in "The rent goes up to 850" after "my rent is 800": the subject is an attribute spoken of before."""
    ref, new = draft.subject, draft.object
    if (
        ref.kind != "thing"
        or ref.owner is not None
        or not ref.definite
        or new is None
        or draft.predicate not in GENERIC
    ):
        return None
    wanted = {open_slot(ref.name), open_slot(ref.name, new.value)}
    target = next(
        (s for s in reversed(discourse.said) if s.functional and s.slot in wanted and s.predicate not in GENERIC), None
    )
    value = discourse.mention(new, as_object=True)
    if target is None or value is None or discourse.episode is None:
        return None
    text = discourse.episode.text[ref.start : ref.stop]
    here = Mention(text=text, start=ref.start, stop=ref.stop, name=target.subject.name, type=target.subject.type)
    made = _statement(draft, discourse, here, value, extractor)
    return made.model_copy(update={"predicate": target.predicate, "slot": _slot_for(target, value), "functional": True})


SWAPPED = frozenset(
    {"is", "is_a", "colour", "status", "located_in", "located_at", "date", "time", "price", "occupation"}
)


def _mine_is(draft: Draft, discourse: Discourse, extractor: str) -> Statement | None:
    """As in "Mine is Dr Sood" after "My dentist is Dr Falk": the same relation, of whoever speaks now."""
    ref, value = draft.subject, draft.object
    if ref.kind != "pronoun" or ref.name not in {"mine", "ours"} or value is None or value.kind != "name":
        return None
    told = (s for s in reversed(discourse.said) if s.kind == "state" and is_person_noun(s.predicate.replace("_", " ")))
    target = next(told, None)
    owner = discourse.mention(replace(ref, kind="speaker", name="i"))
    name = discourse.mention(value, as_object=True)
    if target is None or target.object is None or owner is None or name is None:
        return None
    name = name.model_copy(update={"type": target.object.type})
    discourse.heed(value, name, subject=True)
    made = _statement(draft, discourse, owner, name, extractor)
    fields = {"predicate": target.predicate, "slot": _slot_for(target, name), "functional": target.functional}
    return made.model_copy(update=fields)


def _swapped(draft: Draft, discourse: Discourse, extractor: str) -> Statement | None:
    """As in "It's Turku now": the new value of the slot that was spoken of last and takes a value of this type."""
    ref, new = draft.subject, draft.object
    if (
        ref.kind != "pronoun"
        or ref.gender != "n"
        or new is None
        or not (draft.changes or draft.claimed_from or draft.claimed_to)
        or draft.predicate not in SWAPPED
    ):
        return None
    target = discourse.replaced(new)
    value = discourse.mention(new, as_object=True)
    if target is None or value is None or target.object is None:
        return None
    here = Mention(
        text=discourse.episode.text[ref.start : ref.stop] if discourse.episode else "",
        start=ref.start,
        stop=ref.stop,
        name=target.subject.name,
        type=target.subject.type,
    )
    made = _statement(draft, discourse, here, value.model_copy(update={"type": target.object.type}), extractor)
    return made.model_copy(
        update={
            "predicate": target.predicate,
            "slot": _slot_for(target, value),
            "functional": target.functional,
            "why": "a slot replaced: it is X now",
        }
    )


def _in_slot(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """What says something only as the new value of a slot spoken of before."""
    found = _swapped(replace(draft, aim=""), discourse, extractor)
    return [found] if found is not None else []


def _alias(draft: Draft, discourse: Discourse, extractor: str) -> list[Statement]:
    """A name given: an alias of whom it names, not a fact."""
    ref = draft.subject
    subject = discourse.mention(ref)
    if subject is not None and ref.kind == "name":
        subject = subject.model_copy(update={"name": ref.name})
    if subject is None or draft.object is None or draft.modality not in {"asserted", "reported"} or not draft.polarity:
        return []
    if ref.kind == "speaker" and is_label(subject.name):
        subject = subject.model_copy(update={"type": "Thing"})
    value = discourse.mention(draft.object, as_object=True)
    if value is None or value.name.casefold() == subject.name.casefold():
        return []
    kind = subject.type if subject.type != "Thing" else value.type
    common = subject.name.islower() and subject.type in {"Animal", "Person"}
    described = ("'s " in subject.name or common) and not is_identifier(value.name)
    value = value.model_copy(update={"type": kind, "also": (subject.name,) if described else ()})
    _one_name(discourse, ref, subject.name, value.name)
    discourse.heed(Ref("name", value.start, value.stop, name=value.name, gender=ref.gender), value, subject=True)
    made = _statement(draft, discourse, subject, value, extractor)
    return [made, *(_related(draft, discourse, made) if described else [_nickname(made)] if _proper(made) else [])]


def _proper(alias: Statement) -> bool:
    """Whether an alias is of somebody with a name: "a film called Rask" gives no nickname."""
    name = alias.subject.name
    return alias.subject.type == "Value" or not name[:1].islower() or is_identifier(name)


def _nickname(alias: Statement) -> Statement:
    """That one goes by a name is worth knowing as well: the shorter of the two, of the one who bears both."""
    one, two = alias.subject, alias.object
    assert two is not None  # noqa: S101 - an alias has its name
    longer, shorter = (one, two) if len(two.name) <= len(one.name) or one.type == "Value" else (two, one)
    said = shorter.model_copy(update={"type": "Value", "also": ()})
    update = {"subject": longer, "object": said, "predicate": "goes_by", "slot": "goes_by", "functional": False}
    return alias.model_copy(update={**update, "why": "a name that one goes by"})


def _related(draft: Draft, discourse: Discourse, alias: Statement) -> list[Statement]:
    """Whose relation it is that takes a name: "my niece …", "her name's Dalia": a niece of mine, Dalia."""
    owner, _, noun = alias.subject.name.rpartition("'s ")
    value = alias.object
    if not owner or value is None or value.type not in {"Person", "Animal"}:
        return []
    here = Mention(text="", start=draft.start, stop=draft.start, name=owner, type="Person")
    ref = Ref("name", value.start, value.stop, name=value.name, type=value.type)
    animal = value.type == "Animal"
    predicate = registry().known("has_pet") if animal else attribute_for(noun, ref)
    name = predicate.name if predicate is not None else predicate_name(noun)
    slot = predicate.slot_of(value.name) if predicate is not None else open_slot(noun)
    single = predicate.functional if predicate is not None else True
    made = _statement(draft, discourse, here, value, alias.extractor)
    why = "whose relation it is that takes a name"
    return [made.model_copy(update={"predicate": name, "slot": slot, "functional": single, "why": why})]
