"""The fold as a slow reader of its specification would do it by hand: every pair, every instant, nothing clever.

It takes the statements as plain records and shares no code with graphmem.belief. A claim is a dict;
an answer is a list of (start, stop, values, supports), as graphmem's segments are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

BEGINNING = -62_135_596_800_000_000
FOREVER = 253_402_300_799_999_999

Claim = dict[str, Any]
Sides = dict[str, set[str]]  # a statement, and those on the other side
Answer = list[tuple[int, int, tuple[str, ...], tuple[tuple[str, ...], ...]]]


def believed(statements: Iterable[Any], rules: Any) -> Answer:
    """Rules 1 to 7 over the statements that are not planned."""
    actual = [s for s in statements if not s.planned]
    standing, _ = standing_claims(actual, rules)
    return answer(standing, rules)


def planned(statements: Iterable[Any], rules: Any) -> Answer:
    """Rule 9: the planned lane, each of its claims ended by the first actual claim that does so."""
    statements = list(statements)
    lane, _ = standing_claims([s for s in statements if s.planned], rules)
    actual, _ = standing_claims([s for s in statements if not s.planned], rules)
    for plan in lane:
        for claim in actual:
            if claim["said"] > plan["said"] and _ends_plan(claim, plan, rules):
                plan["stop"] = min(plan["stop"], claim["said"][0])
    return answer(lane, rules)


def _ends_plan(claim: Claim, plan: Claim, rules: Any) -> bool:
    if claim["value"] == plan["value"]:
        return True
    if not rules.functional:  # another value is another key
        return False
    date = plan["said"][0] if plan["date"] is None else plan["date"]
    return bool(claim["start_claimed"] and claim["start"] >= date)


# Rules 1 to 3


def said(s: Any) -> tuple[int, int, int]:
    return (s.said_at, s.seq, s.span)


def own_period(s: Any, rules: Any) -> Claim:
    """Rule 1: start and stop of a claim as its statement gives them."""
    ttl = rules.time_to_live_us
    if s.planned:
        stop = s.said_at + ttl if ttl else FOREVER
        return {"start": s.said_at, "start_claimed": False, "stop": stop, "stop_claimed": False}
    start_claimed = s.claimed_from is not None
    start = s.claimed_from if start_claimed else s.said_at
    if not start_claimed and s.claimed_to is not None and s.claimed_to <= s.said_at:
        start, start_claimed = BEGINNING, True
    if s.claimed_to is not None:
        stop = s.claimed_to
    elif ttl:
        stop = start + ttl
    else:
        stop = FOREVER
    return {"start": start, "start_claimed": start_claimed, "stop": stop, "stop_claimed": s.claimed_to is not None}


def inverted(s: Any) -> bool:
    return bool(
        s.kind != "end" and s.claimed_from is not None and s.claimed_to is not None and s.claimed_to <= s.claimed_from
    )


def own_claim(s: Any, rules: Any, period: Claim | None = None) -> Claim:
    claim = {
        "id": s.id,
        "value": s.value,
        "said": said(s),
        "speaker": s.speaker,
        "authority": s.authority,
        "by_day": s.day_only,
        "date": s.claimed_from,
        "gone": False,
        **(period or own_period(s, rules)),
    }
    if "place" not in claim:
        # A start that is a said_at known by day: where in the session it was said is all there is to order it by.
        claim["place"] = (s.seq, s.span) if s.day_only and claim["start"] == s.said_at else None
    return claim


def end_date(e: Any) -> int:
    if e.planned:
        return int(e.said_at)
    return next(int(date) for date in (e.claimed_from, e.claimed_to, e.said_at) if date is not None)


def ended(claim: Claim, ends: Sequence[Any]) -> int:
    """Rule 2: where the ends leave a claim."""
    stop = claim["stop"]
    for e in ends:
        if e.value not in (None, claim["value"]):
            continue
        if claim["start"] < end_date(e) and claim["authority"] <= e.authority:
            stop = min(stop, end_date(e))
    return int(stop)


def standing_claims(statements: Sequence[Any], rules: Any) -> tuple[list[Claim], Sides]:
    """Rules 1 to 3: the claims not taken away, closed by the ends; and what withstood which correction."""
    statements = list({s.id: s for s in statements}.values())
    ends = [s for s in statements if s.kind == "end"]
    claims = [own_claim(s, rules) for s in statements if s.kind == "state" and not inverted(s)]
    corrections = [s for s in statements if s.kind == "correction" and not inverted(s)]
    withstood: Sides = {}
    for moment in sorted({said(c) for c in corrections}):
        before = [c for c in claims if c["said"] <= moment]
        at_once = [c for c in corrections if said(c) == moment]
        aimed = [(c, _aimed_at(c, before)) for c in at_once]
        for c, taken in aimed:
            if above := _above(c, before, taken):
                withstood[c.id] = above
        for c, taken in aimed:
            claims += _made(c, taken, ends, rules)
        for _, taken in aimed:
            for claim in taken:
                claim["gone"] = True
    standing = [dict(c) for c in claims if not c["gone"]]
    for claim in standing:
        claim["stop"] = ended(claim, ends)
    return standing, withstood


def _above(c: Any, before: list[Claim], taken: list[Claim]) -> set[str]:
    """The claims that a correction aims at and has not the authority to take away."""
    above = [claim for claim in before if claim["authority"] > c.authority and not claim["gone"]]
    if c.corrects is not None:
        return {claim["id"] for claim in above if claim["value"] == c.corrects}
    earlier = [claim for claim in above if claim["said"] < said(c)]
    if taken or not earlier:
        return set()
    last = max(claim["said"] for claim in earlier)
    values = {claim["value"] for claim in earlier if claim["said"] == last}
    return {claim["id"] for claim in above if claim["value"] in values}


def _aimed_at(c: Any, before: list[Claim]) -> list[Claim]:
    reach = [claim for claim in before if claim["authority"] <= c.authority]
    if c.corrects is not None:
        return [claim for claim in reach if claim["value"] == c.corrects]
    heard = [claim for claim in reach if claim["said"] < said(c) and not claim["gone"]]
    if not heard:
        return []
    last = max(claim["said"] for claim in heard)
    values = {claim["value"] for claim in heard if claim["said"] == last}
    return [claim for claim in reach if claim["value"] in values]


def _made(c: Any, taken: list[Claim], ends: Sequence[Any], rules: Any) -> list[Claim]:
    if not taken or (c.claimed_from is not None and not c.planned):
        return [own_claim(c, rules)]
    made = []
    for claim in taken:
        period = {key: claim[key] for key in ("start", "start_claimed", "stop", "stop_claimed", "place")}
        period["date"] = claim["date"] if c.claimed_from is None else c.claimed_from
        period["stop"] = ended(claim, [e for e in ends if said(e) <= said(c)])
        if c.claimed_to is not None and not c.planned:
            period.update(stop=c.claimed_to, stop_claimed=True)
        if period["start"] < period["stop"]:
            made.append(own_claim(c, rules, period))
    return made


# Rules 4 to 7


def starts(one: Claim, other: Claim) -> int:
    """Which start is the later: 1 if `one`, -1 if `other`, 0 if they are the same."""
    if one["start"] != other["start"]:
        return 1 if one["start"] > other["start"] else -1
    if one["start"] == BEGINNING:
        return int(one["stop"] < other["stop"]) - int(one["stop"] > other["stop"])
    if one["place"] == other["place"]:
        return 0
    if one["place"] is None or other["place"] is None:
        return 1 if other["place"] is None else -1
    return 1 if one["place"] > other["place"] else -1


def contest(one: Claim, other: Claim, rules: Any) -> bool:
    """Rule 4."""
    if one["value"] == other["value"] or one["authority"] != other["authority"]:
        return False
    order = starts(one, other)
    if one["speaker"] == other["speaker"]:
        return order == 0 and bool(one["said"] == other["said"])
    if order == 0:
        return True
    later = one if order > 0 else other
    apart = abs(one["said"][0] - other["said"][0])
    if one["by_day"] and other["by_day"] and apart == 0:  # the place in the session decides
        return False
    return bool(not later["start_claimed"] and apart < rules.contest_us)


def supersedes(newer: Claim, older: Claim, rules: Any) -> bool:
    """Rule 5."""
    if not rules.functional or newer["stop_claimed"] or newer["value"] == older["value"]:
        return False
    if older["authority"] > newer["authority"] or contest(newer, older, rules):
        return False
    order = starts(newer, older)
    if order == 0:
        return bool(older["authority"] < newer["authority"] or older["said"] < newer["said"])
    return order > 0


def heard_at(instant: int, claims: list[Claim], rules: Any) -> tuple[str, ...]:
    """Rule 6 at one instant: the values, in order; none is nothing known, several are contested."""
    covering = [c for c in claims if c["start"] <= instant < c["until"]]
    if not covering:
        return ()
    top = max(c["authority"] for c in covering)
    covering = [c for c in covering if c["authority"] == top]

    def outdone(c: Claim) -> bool:
        own = [d for d in covering if d["speaker"] == c["speaker"]]
        return any(starts(d, c) > 0 or (starts(d, c) == 0 and d["said"] > c["said"]) for d in own)

    speaking = [c for c in covering if not outdone(c)]
    winners = [c for c in speaking if not any(starts(d, c) > 0 for d in speaking)]
    rivals = [c for c in speaking if any(contest(c, w, rules) for w in winners)]
    return tuple(sorted({c["value"] for c in winners + rivals}))


def answer(standing: list[Claim], rules: Any) -> Answer:
    """Rules 5 to 7 over the standing claims, instant by instant between one boundary and the next."""
    for claim in standing:
        cut = [newer["start"] for newer in standing if supersedes(newer, claim, rules)]
        claim["until"] = min([claim["stop"], *cut])
    if rules.functional:
        return _runs(standing, lambda instant: heard_at(instant, standing, rules))
    segments = []
    for value in {c["value"] for c in standing}:
        lane = [c for c in standing if c["value"] == value]
        segments += _runs(lane, lambda instant, lane=lane: heard_at(instant, lane, rules))  # type: ignore[misc]
    return sorted(segments)


def _runs(claims: list[Claim], values_at: Callable[[int], tuple[str, ...]]) -> Answer:
    boundaries = sorted({c["start"] for c in claims} | {c["until"] for c in claims})
    runs: list[tuple[int, int, tuple[str, ...]]] = []
    for left, right in pairwise(boundaries):
        values = values_at(left)
        if values != values_at((left + right) // 2):
            raise AssertionError(f"belief changes inside [{left}, {right}), where no claim starts or stops")
        if runs and runs[-1][1:] == (left, values):
            runs[-1] = (runs[-1][0], right, values)
        elif values:
            runs.append((left, right, values))
    return [(start, stop, values, _supports(start, stop, values, claims)) for start, stop, values in runs]


def _supports(start: int, stop: int, values: tuple[str, ...], claims: list[Claim]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(
            sorted({c["id"] for c in claims if c["value"] == value and max(start, c["start"]) < min(stop, c["until"])})
        )
        for value in values
    )


# Rule 8


def overruled(statements: Iterable[Any], rules: Any) -> Sides:
    """Each claim, end or correction that had no effect for want of authority, with what was in its way."""
    actual = [s for s in statements if not s.planned]
    standing, sides = standing_claims(actual, rules)
    shown = {id_ for *_, supports in answer(standing, rules) for support in supports for id_ in support}
    for claim in standing:
        if claim["id"] not in shown and not _outdone_at_once(claim, standing, rules):
            above = [c for c in standing if c["id"] in shown and _in_the_way(c, claim)]
            sides.setdefault(claim["id"], set()).update(c["id"] for c in above)
    for e in actual:
        if e.kind == "end":
            aimed_at = [c for c in standing if e.value in (None, c["value"]) and c["authority"] > e.authority]
            sides[e.id] = {c["id"] for c in aimed_at if c["start"] < end_date(e) < c["until"]}
    return {id_: others for id_, others in sides.items() if others}


def _in_the_way(other: Claim, claim: Claim) -> bool:
    instants = [claim["start"], other["start"]]  # two periods that meet do so where the later of them starts
    covered = [t for t in instants if t == claim["start"] or claim["start"] <= t < claim["until"]]
    meets = any(other["start"] <= t < other["until"] for t in covered)
    return bool(meets and other["value"] != claim["value"] and other["authority"] > claim["authority"])


def _outdone_at_once(claim: Claim, standing: list[Claim], rules: Any) -> bool:
    """Whether one of the same authority took over at the claim's very start."""
    equals = [c for c in standing if c["authority"] == claim["authority"] and c["start"] == claim["start"]]
    return any(supersedes(c, claim, rules) for c in equals)


def contested(statements: Iterable[Any], rules: Any) -> set[tuple[str, str]]:
    """Each two statements that contest each other where both are shown, that of the lesser value first."""
    standing, _ = standing_claims([s for s in statements if not s.planned], rules)
    runs = answer(standing, rules)
    return {
        (one["id"], other["id"])
        for one in standing
        for other in standing
        for start, stop, values, _ in runs
        if one["value"] < other["value"]
        and {one["value"], other["value"]} <= set(values)
        and max(one["start"], other["start"], start) < min(one["until"], other["until"], stop)
        and contest(one, other, rules)
    }
