"""Attacks over the radio: names, crowds, and frames that are malformed or absurd."""

import json
import time
from collections import Counter
from typing import Any

from prove.scenarios.attack import frames
from prove.waiting import soon

PASSIVE = ["1000", "2000", "3000", "4000", "5000"]
SEAT = "bed-b"
NAMES = [
    "\x1b[2J\x1b[1;1Hall well",
    "\x07bell\nall well",
    "\u202elive\u2066",
    "\u009b2J\u0085",
    "a\u2028all well\u2029",
    "\x1b]0;title\x07",
    "\r\x08\x7fover",
    "n" * 248,
    "\u0301" * 124,
    "\U0001f480" * 5_000,
]


def heard(stage, device, *, event):
    """The radio's records of a device."""
    return [one for one in list(stage.truth) if one.get("device") == device and one["event"] == event]


def nearby(stage):
    return json.loads(stage.answer("device", "nearby", "--json") or "{}")


def join(stage, **facts):
    """Adds a device to the air; returns its address."""
    stage.joined = getattr(stage, "joined", 0) + 1
    address = f"F0:0D:{stage.joined >> 8:02X}:{stage.joined & 255:02X}:00:02"
    stage.control(do="add", device={"address": address, "idleSeconds": 2, **facts})
    return address


def own(stage, user=None, **facts):
    """An automatic device that is assigned to a seat, or one of whose users is; returns its address and failures."""
    facts.setdefault("name", f"Attacker {getattr(stage, 'joined', 0) + 1}")
    address = join(stage, **facts)
    stage.run("passive", "set", *PASSIVE)
    stage.control(do="advertise", device=address)
    flags = [] if user is None else ["--user-index", str(user)]
    is_owned = soon(lambda: stage.run("device", "assign", facts["name"], "--seat", SEAT, *flags), seconds=30)
    # Devices send whole seconds, and a measurement from the second of the assignment has no person yet.
    time.sleep(1.5)
    return address, [] if is_owned else [f"{facts['name']} was not seen: the attack could not be played"]


def booked(stage, metric):
    """All people's values of a metric in the cloud."""
    return [one["value"] for entry in stage.delivered() for one in entry["record"]["content"].get("metrics", []) if one["type"] == metric]


def told(stage, profile, *, rows=(), faults=(), seconds: float = 90, **facts: Any):
    """A device sends hostile frames, then a good one, which must arrive; of the others, only the valid values may."""
    case = frames.PROFILES[profile]
    stage.sound = Counter[str](getattr(stage, "sound", {})) + Counter([profile])
    sound = case.first + stage.sound[profile]
    before = Counter(booked(stage, case.metric))
    # Readings of a device's user have no person until that user is assigned. A scale always sends its user.
    facts = {"fields": {"user": False}, **facts} if profile == "bloodPressure" else facts
    address, wrong = own(
        stage, case.beside.get("user"), profile=profile, information={"manufacturer": NAMES[0], "model": NAMES[2], "serial": NAMES[1]}, **facts
    )
    if wrong:
        return wrong
    for fault in faults:
        stage.control(do="fault", device=address, **fault)
    for row in rows:
        stage.control(do="measure", device=address, **row)
    stage.control(do="measure", device=address, **{case.key: sound, **case.beside})

    def comes():
        stage.control(do="advertise", device=address)
        return sound in booked(stage, case.metric)

    if faults:
        if not soon(lambda: heard(stage, address, event="fault"), seconds=60):
            wrong.append("no fault happened: the attack could not be played")
        soon(comes, seconds=min(20, seconds))
        stage.control(do="clearFaults")
    if not soon(comes, seconds=seconds):
        wrong.append(f"{sound} of the same device did not come to the cloud")
    sent = {one.get("frame") for one in heard(stage, address, event="sent")}
    unsent = [row["frame"] for row in rows if row.get("frame") and row["frame"] not in sent]
    if unsent:
        wrong.append(f"{len(unsent)} frames were never sent: {unsent[:3]}")
    more = Counter(booked(stage, case.metric)) - before
    allowed = {sound, *case.said}
    wrong += [f"{value} of {case.metric} was booked, which no frame says" for value in more if value not in allowed]
    wrong += [f"{value} of {case.metric} was booked {count} times" for value, count in more.items() if count > 1]
    return wrong


def hostile(profile, words):
    def play(stage):
        return told(stage, profile, rows=[{"frame": one} for one in frames.PROFILES[profile].hostile])

    play.__doc__ = words
    return play


def faulty(profile, faults, *, words, **facts):
    def play(stage):
        return told(stage, profile, faults=faults, **facts)

    play.__doc__ = words
    return play


def contexts(stage):
    """radio: a meter's contexts that are cut off or another record's; one number for several records"""
    case = frames.PROFILES["glucose"]
    rows = [{"milligramsPerDecilitre": value, "context": text} for value, text in zip(case.contexts, frames.CONTEXTS)]
    return told(stage, "glucose", rows=rows + [{"frame": one} for one in frames.TWICE])


def names(stage):
    """radio: names that write to a terminal, and names of 20 KB"""
    before = {one["device"] for one in nearby_list(stage)}
    for name in NAMES:
        stage.control(do="advertise", device=join(stage, name=name))
    seen = soon(lambda: len(fresh(stage, before)) >= len(NAMES), seconds=40)
    # The stage's own cuff stays unassigned: its measurements belong to no attacker.
    for device in fresh(stage, before):
        stage.run("device", "assign", device, "--seat", SEAT)
    for words in (("device", "nearby"), ("device", "list"), ("status",), ("doctor",), ("passive", "show")):
        stage.look(*words)
    return [] if seen else [f"only {len(fresh(stage, before))} of {len(NAMES)} devices were seen"]


def fresh(stage, before):
    return {one["device"] for one in nearby_list(stage)} - before


def nearby_list(stage):
    found = nearby(stage)
    return found if isinstance(found, list) else next((one for one in found.values() if isinstance(one, list)), [])


def crowd(stage):
    """radio: 250 devices that change their addresses every 3 s, all with names that write to a terminal"""
    changes = lambda: len([one for one in list(stage.truth) if one["event"] == "addressChanged"])  # noqa: E731
    before = changes()
    people = [join(stage, name=NAMES[number % 7], addressType="resolvable", addressChangeSeconds=3, advertisingIntervalSeconds=1) for number in range(250)]
    for address in people:
        stage.control(do="advertise", device=address)
    wrong = []
    if not soon(lambda: changes() - before >= 2_000, seconds=60):
        wrong.append(f"only {changes() - before} addresses: the attack could not be played")
    if len(nearby_list(stage)) < 100:
        wrong.append(f"{len(nearby_list(stage))} devices are in sight: the crowd was not heard")
    stage.look("device", "nearby")
    for address in people:
        stage.control(do="remove", device=address)
    return wrong + told(stage, "bloodPressure")


FLOOD = {"kind": "sendsForever", "frames": 10_000}
ATTACKS = {
    "radio-names": names,
    "radio-cuff": hostile("bloodPressure", "radio: a cuff's frames of wrong lengths, numbers that are none, years 0 and 9999"),
    "radio-thermometer": hostile("thermometer", "radio: a thermometer's frames of wrong lengths, numbers of 10^127, no numbers"),
    "radio-scale": hostile("weightScale", "radio: a scale's frames of wrong lengths, impossible times"),
    "radio-oximeter": hostile("pulseOximeter", "radio: an oximeter's frames of wrong lengths, 200 %, no numbers"),
    "radio-meter": hostile("glucose", "radio: a meter's records of wrong lengths, numbers that are none, years 0 and 9999"),
    "radio-contexts": contexts,
    "radio-endless": faulty("glucose", [{"kind": "racpNeverEnds"}], words="radio: a meter's report without an end", records=20),
    "radio-flood": faulty("glucose", [FLOOD], words="radio: 10,000 notifications of one record", recordPauseSeconds=0.006, seconds=120),
    "radio-repeats": faulty("bloodPressure", [FLOOD], words="radio: a cuff that tells one reading for ever"),
    "radio-garbage": faulty(
        "glucose",
        [{"kind": "garbageFrame", "count": 40}, {"kind": "truncatedFrame", "frames": 5, "count": 3}],
        words="radio: random bytes before records, and records cut off",
        records=10,
    ),
    "radio-gone": faulty(
        "glucose",
        [{"kind": "dropAtStep", "step": "racp", "frames": 2, "count": 3}],
        words="radio: a meter that goes away in the middle of a report",
        records=10,
    ),
    "radio-crowd": crowd,
}
