"""One far end is away: the other one and live values continue as before; waiting records arrive once it is back."""

import signal
import time

from prove.scenarios.strikes.outside import seat_again
from prove.waiting import soon

LATE = 2.0  # seconds by which a far end may be later while the other one is away


def wait_until(hub, missing, *, seconds):
    """Waits until no record is missing, and gives people without one a seat; returns the missing ones and the
    seconds."""
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
    """The time when the cloud made each record."""
    return {one["record"]["logID"]: one["at"] / 1_000 for one in hub.delivered()}


def type_for(hub, seconds):
    """Records typed one after the other for a while, each with the times of its beginning and its acceptance."""
    end, typed = time.monotonic() + seconds, []
    while time.monotonic() < end and not hub.stop.is_set():
        typed += [one for one in [hub.add(hub.typist.choice(hub.seats))] if one]
    return typed


def middle(numbers):
    return sorted(numbers)[len(numbers) // 2] if numbers else None


class Spell:
    """The seconds of records until the hub, the cloud and the chart had them; the median and the longest."""

    def __init__(self, hub, records):
        times, came = cloud_times(hub), hub.chart().came
        self.live = [one.taken - one.begun for one in records]
        self.cloud = [times[one.log_id] - one.begun for one in records if one.log_id in times]
        self.chart = [came[one.newest] - one.begun for one in records if one.newest in came]

    def facts(self, name, *parts):
        return {f"{name} {part}": [round(middle(found), 2), round(max(found), 2)] for part in parts if (found := getattr(self, part))}


def measure(hub, seconds):
    """Measures with both far ends, then with each of them away for a while; returns the facts."""
    hub.quiet()
    wait_until(hub, lambda: missing_charts(hub), seconds=60)
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
        left, _ = wait_until(hub, lambda: [one for one in records if one in hub.ledger.settle()], seconds=20)
        for one in left:
            hub.find("heldUp", f"{name}: not at the cloud in 20 s: {one}")
        spell = Spell(hub, records)
        facts |= (
            spell.facts(name, "live", "cloud")
            | judge(hub, name, part="cloud", before=calm.cloud, meanwhile=spell.cloud)
            | judge(hub, name, part="live", before=calm.live, meanwhile=spell.live)
        )
        come()
        facts[f"{name} caught up"] = settle_both(hub, records)
    hub.close_cloud(signal.SIGKILL)
    records = type_for(hub, seconds)
    left, _ = wait_until(hub, lambda: missing_charts(hub, records), seconds=20)
    for one in left:
        hub.find("heldUp", f"cloud gone: not at the FHIR server in 20 s: {one}")
    spell = Spell(hub, records)
    facts |= spell.facts("cloud gone", "live", "chart") | judge(hub, "cloud gone", part="chart", before=calm.chart, meanwhile=spell.chart)
    hub.open_cloud(port=hub.port)
    facts["cloud gone caught up"] = settle_both(hub, records)
    return facts


def settle_both(hub, records):
    """Waits until both far ends have all records; returns the seconds it took."""
    left, seconds = wait_until(hub, lambda: [one for one in records if one in hub.ledger.settle()] or missing_charts(hub, records), seconds=120)
    for one in left:
        hub.find("lost", f"after what was away is back: {one}")
    return round(seconds, 1)


def judge(hub, name, *, part, before, meanwhile):
    """Checks how much later the median record is while the other far end is away."""
    if not before or not meanwhile:
        hub.find("heldUp", f"{name}: nothing to measure {part} with")
        return {}
    old, new = middle(before), middle(meanwhile)
    if new > old + LATE:
        hub.find("heldUp", f"{name}: {part} took {new:.2f} s in place of {old:.2f} s")
    return {f"{name} {part} ratio": round(new / old, 2)}
