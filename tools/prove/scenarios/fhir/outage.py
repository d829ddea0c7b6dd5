"""One far end is away: the other one, and what is live, go on as before; what waited comes once it is back."""

import signal
import time

from prove.scenarios.strikes.outside import seat_again
from prove.waiting import soon

LATE = 2.0  # seconds by which a far end may be later while the other one is away


def wait_until(hub, missing, seconds):
    """Waits until no record is missing; who has one missing and no seat gets one. What is missing then, and the seconds it took."""
    began, turn, left = time.monotonic(), time.monotonic() + 3, []

    def is_there():
        nonlocal turn, left
        left = missing()
        if left and time.monotonic() > turn:
            seat_again(hub, left)
            turn = time.monotonic() + 3
        return not left

    soon(is_there, seconds=seconds, goes_on=lambda: not hub.stop.is_set(), sleep=hub.wait_while)
    return left, time.monotonic() - began


def missing_charts(hub, records=None):
    return hub.chart().missing(hub.records if records is None else records)


def cloud_times(hub):
    """When the cloud made each record."""
    return {one["record"]["logID"]: one["at"] / 1_000 for one in hub.delivered()}


def type_for(hub, seconds):
    """Records of a while, typed one after the other; each knows when it was begun and taken."""
    end, typed = time.monotonic() + seconds, []
    while time.monotonic() < end and not hub.stop.is_set():
        typed += [one for one in [hub.add(hub.typist.choice(hub.seats))] if one]
    return typed


def middle(numbers):
    return sorted(numbers)[len(numbers) // 2] if numbers else None


class Spell:
    """The seconds that records took: until the hub had them, the cloud, the chart; the middle and the longest."""

    def __init__(self, hub, records):
        times, came = cloud_times(hub), hub.chart().came
        self.live = [one.taken - one.begun for one in records]
        self.cloud = [times[one.log_id] - one.begun for one in records if one.log_id in times]
        self.chart = [came[one.newest] - one.begun for one in records if one.newest in came]

    def facts(self, name, *parts):
        return {f"{name} {part}": [round(middle(found), 2), round(max(found), 2)] for part in parts if (found := getattr(self, part))}


def measure(hub, seconds):
    """Both far ends there, then each of them away for so long; the facts."""
    hub.quiet()
    wait_until(hub, lambda: missing_charts(hub), 60)
    facts: dict[str, object] = {}
    records = type_for(hub, min(seconds, 20))
    settle_both(hub, records)
    calm = Spell(hub, records)
    facts |= calm.facts("both there", "live", "cloud", "chart")
    for name, leave, come in [
        ("server gone", lambda: hub.server.stop(signal.SIGKILL), hub.server.start),
        ("server still", lambda: hub.server.process.send_signal(signal.SIGSTOP), lambda: hub.server.process.send_signal(signal.SIGCONT)),
    ]:
        leave()
        records = type_for(hub, seconds)
        left, _ = wait_until(hub, lambda: [one for one in records if one in hub.ledger.settle()], 20)
        for one in left:
            hub.find("heldUp", f"{name}: not at the cloud in 20 s: {one}")
        spell = Spell(hub, records)
        facts |= spell.facts(name, "live", "cloud") | judge(hub, name, "cloud", calm.cloud, spell.cloud) | judge(hub, name, "live", calm.live, spell.live)
        come()
        facts[f"{name} caught up"] = settle_both(hub, records)
    hub.close_cloud(signal.SIGKILL)
    records = type_for(hub, seconds)
    left, _ = wait_until(hub, lambda: missing_charts(hub, records), 20)
    for one in left:
        hub.find("heldUp", f"cloud gone: not at the FHIR server in 20 s: {one}")
    spell = Spell(hub, records)
    facts |= spell.facts("cloud gone", "live", "chart") | judge(hub, "cloud gone", "chart", calm.chart, spell.chart)
    hub.open_cloud(port=hub.port)
    facts["cloud gone caught up"] = settle_both(hub, records)
    return facts


def settle_both(hub, records):
    """Waits until both far ends have all; the seconds that it took."""
    left, seconds = wait_until(hub, lambda: [one for one in records if one in hub.ledger.settle()] or missing_charts(hub, records), 120)
    for one in left:
        hub.find("lost", f"after what was away is back: {one}")
    return round(seconds, 1)


def judge(hub, name, part, before, meanwhile):
    """How much later the middle one is while the other far end is away."""
    if not before or not meanwhile:
        hub.find("heldUp", f"{name}: nothing to measure {part} with")
        return {}
    old, new = middle(before), middle(meanwhile)
    if new > old + LATE:
        hub.find("heldUp", f"{name}: {part} took {new:.2f} s in place of {old:.2f} s")
    return {f"{name} {part} ratio": round(new / old, 2)}
