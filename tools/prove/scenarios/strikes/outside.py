"""Strikes from outside the hub: the cloud, the clock, the people."""

import contextlib
import signal
import sqlite3
import time

from prove.clock import right_clock, set_clock
from prove.processes import send

LOST = [{"kind": "resetAfter", "method": "POST", "probability": 0.6}, {"kind": "halfAnswer", "method": "POST", "probability": 0.4}]
LOOKUPS = [
    {"kind": "status", "status": 500, "method": "GET", "probability": 0.5},
    {"kind": "status", "status": 503, "method": "GET", "probability": 0.5},
    {"kind": "resetBefore", "method": "GET", "probability": 0.5},
]
TAKEN = [
    {"kind": "status", "status": 504, "method": "POST", "accepts": True, "probability": 0.6},
    {"kind": "status", "status": 502, "method": "PUT", "accepts": True, "probability": 0.6},
]
SLOW = [{"kind": "latency", "milliseconds": 1500, "probability": 0.7}, {"kind": "resetBefore", "probability": 0.4}]
SLOW_DRAIN = 20  # seconds after which it is told what a drain waits for
ROW = """SELECT queue.*, ended_at, end_reason, hold_until
         FROM queue JOIN sessions ON sessions.id = session_id WHERE log_id = ?"""
STEPS = [-30 * 60, 20 * 60, -30 * 60, 20 * 60, 400 * 86_400]


def server(hub):
    """The cloud goes away for a while, or loses answers, fails look-ups and lags while a record is made and changed."""
    way = hub.random.choice(["away", "killed", "faults", "faults", "lag"])
    hub.strike += f" ({way})"
    if way in ("away", "killed"):
        hub.close_cloud(signal.SIGTERM if way == "away" else signal.SIGKILL)
        changes(hub)
        hub.open_cloud(port=hub.port)
    elif way == "lag":
        hub.close_cloud(signal.SIGTERM)
        hub.open_cloud("--list-lag", "2", port=hub.port)
        hub.set_faults([{**fault, "seed": hub.random.randrange(1 << 30)} for fault in LOST])
        changes(hub)
        hub.set_faults([])
    else:
        faults = hub.random.choice([LOST, LOST + LOOKUPS, TAKEN + LOOKUPS, SLOW])
        hub.set_faults([{**fault, "seed": hub.random.randrange(1 << 30)} for fault in faults])
        changes(hub)
        hub.set_faults([])


def changes(hub):
    for _ in range(hub.random.randint(1, 3)):
        record = hub.add(hub.random.choice(hub.seats))
        hub.wait_while(hub.random.uniform(0, 2))
        if record and hub.random.random() < 0.7:
            with hub.lock:
                hub.update(record)
    hub.wait_while(hub.random.uniform(0, 3))


def clock(hub):
    """The machine's clock is stepped and corrected, while the hub runs or between two starts."""
    step = hub.random.choice(STEPS)
    between = hub.random.random() < 0.4
    hub.strike += f" ({step} s{', between starts' if between else ''})"
    with hub.lock:
        hub.end(signal.SIGKILL)
        hub.crash()
        set_clock(hub, step if between else 0, library=hub.clock)
        hub.serve()
    if not between:
        hub.wait_while(1)
        set_clock(hub, step, library=hub.clock)
    for _ in range(3):
        hub.add(hub.random.choice(hub.seats))
        hub.wait_while(hub.random.uniform(0, 2))
    if hub.random.random() < 0.5:
        set_clock(hub, 0, library=hub.clock)
        hub.wait_while(hub.random.uniform(0.5, 3))
    with hub.lock:
        hub.end(signal.SIGKILL)
        hub.crash()
        right_clock(hub)
        hub.serve()
    hub.explained.append(hub.strike)
    # Values typed in the time that the clock passes twice are held, so another hub must take over soon.
    hub.last = hub.last or 4


def heal(hub):
    """Ends the cloud's faults, and continues stopped processes."""
    for pid in [*hub.members(), hub.up.pid]:
        send(pid, signal.SIGCONT)
    if hub.cloud.poll() is not None:
        hub.open_cloud(port=hub.port)
    hub.set_faults([])


def drain(hub, seconds=120):
    """Waits until the cloud has all stored records, and gives people without one a seat; returns the missing ones."""
    began, turn, told = time.monotonic(), 0.0, False
    end = began + seconds
    left = len(hub.ledger.settle())
    hub.ways += [0.0] * (hub.ledger.committed - len(hub.ways) - left)
    while time.monotonic() < end and not hub.stop.is_set():
        missing = hub.ledger.settle()
        hub.ways += [time.monotonic() - began] * (left - len(missing))
        left = len(missing)
        if not missing:
            break
        if time.monotonic() > turn:
            seat_again(hub, missing)
            turn = time.monotonic() + 3
        if not told and time.monotonic() > began + SLOW_DRAIN:
            told = True
            for one in missing[:3]:
                print(f"SLOW: {hub.folder.name} in {hub.strike}: {one}: {row(hub, one.log_id)}", flush=True)
        hub.wait_while(0.5)
    hub.drains.append(time.monotonic() - began)
    return hub.ledger.settle()


def seat_again(hub, missing):
    """Gives a seat to people who have missing records and no seat."""
    waiting = {(one.seat, one.user) for one in missing}
    for seat in {seat for seat, _ in waiting}:
        if (seat, hub.owner[seat]) not in waiting:
            hub.admit(seat, min(user for one, user in waiting if one == seat))


def row(hub, log_id):
    """A record's row in the session manager's store, times in seconds from now."""
    now, found = time.clock_gettime(time.CLOCK_BOOTTIME) * 1_000, []
    for path in hub.state.glob("site.session-manager.main/*.sqlite"):
        try:
            with contextlib.closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)) as store:
                store.row_factory = sqlite3.Row
                found += [dict(one) for one in store.execute(ROW, [log_id])]
        except sqlite3.Error as error:
            return str(error)
    for one in found:
        for name in ("not_before", "lease_until", "lingering_until", "hold_until"):
            one[name] = one[name] and round((one[name] - now) / 1_000, 1)
    return [{name: value for name, value in one.items() if value is not None and not isinstance(value, bytes)} for one in found]
