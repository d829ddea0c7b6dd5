"""Strikes against the files of a hub while none of its processes runs."""

import json
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from prove.waiting import soon

# Files that a start makes again. Keys and settings are not among them, because only a person can restore them.
MADE_ANEW = [
    "passwords/*",
    "broker/mosquitto.conf",
    "broker/dynamic-security.json",
    "broker/passwords",
    "broker/mosquitto.pid",
    "broker/*.lock",
    "run/*.pid",
    "*.lock",
    "hub.json",
    "*/epoch",
    "*/epoch.copy",
]
DATABASE = "broker/mosquitto.db"
MANAGER = "site.session-manager.main"


def torn(hub):
    """Files as a power cut may leave them: empty, cut short, or with a draft."""
    hub.crash()
    found = sorted(path for pattern in MADE_ANEW for path in hub.state.glob(pattern) if path.is_file())
    done = []
    for path in hub.random.sample(found, hub.random.randint(1, 6)):
        size, way = path.stat().st_size, hub.random.choice(["empty", "empty", "short", "draft"])
        if way == "draft":
            path.with_name(f"{path.name}.4711.new").write_bytes(path.read_bytes()[: size // 2])
        else:
            with open(path, "r+b") as file:
                file.truncate(0 if way == "empty" else size // 2)
        done.append(f"{path.relative_to(hub.state)} {way}")
    database = hub.state / DATABASE
    if database.exists() and hub.random.random() < 0.5:
        database.write_bytes(hub.random.choice([b"", hub.random.randbytes(4_000), database.read_bytes()[: database.stat().st_size // 2]]))
        done.append(DATABASE)
    hub.strike += f" ({', '.join(done)})"
    hub.serve()


def wal(hub):
    """A store's newest part is lost or replaced by an older copy; then the newer returns, or the older is accepted."""
    stores = sorted(path for path in hub.state.glob("*/*.sqlite"))
    store = next(path for path in stores if path.parent.name == MANAGER) if hub.random.random() < 0.7 else hub.random.choice(stores)
    way = hub.random.choice(["gone", "short", "older", "older"])
    accepts = store.parent.name == MANAGER and way == "older" and hub.random.random() < 0.3
    hub.strike += f" ({store.name} {way}{', accepted' if accepts else ''})"
    older, held = copy(hub, store, name="older") if way == "older" else None, set(hub.ledger.held)
    moment = datetime.now(UTC) - timedelta(seconds=2)
    if older:
        hub.serve()
        hub.wait_while(hub.random.uniform(1, 4))
    drained_before = accepts and drained(hub)
    with hub.lock:
        # Data that only the newer copy has must not be given up: waiting records, and those held since a step of the
        # clock.
        accepts = drained_before and not hub.ledger.held.keys() - held
        newer = copy(hub, store, name="newer")
        files = family(store)
        if way == "older":
            put(older, store)
        elif way == "gone":
            store.with_name(store.name + "-wal").unlink(missing_ok=True)
        else:
            shorten(store.with_name(store.name + "-wal"), hub.random.random())
        for path in files:
            if path.name.endswith("-shm"):
                path.unlink(missing_ok=True)
        judge(hub, store, newer=newer, accepted_from=moment if accepts else None)
    shutil.rmtree(newer, ignore_errors=True)
    if accepts:
        hub.people()


def drained(hub):
    def is_drained():
        with hub.lock:
            return not [one for one in hub.ledger.settle() if one.user == hub.owner[one.seat]]

    return soon(is_drained, seconds=20, goes_on=lambda: not hub.stop.is_set())


def judge(hub, store, *, newer, accepted_from):
    """Starts the hub on the damage: it serves because nothing was lost, or reports it, waits, and continues as told."""
    hub.launch()
    state = wait_for_word(hub)
    if state == "served" or hub.stop.is_set():
        if accepted_from:
            hub.find("lost", "an older copy of the session manager's store is served without a word")
        hub.look_for_orphans()
        return
    if state is None:
        hub.find("notServed", f"neither serves nor says that a store is older: {hub.output.read_text(errors='replace')[-700:]}")
    hub.facts["doubted"] += state is not None
    before = hub.ledger.cloud.path.stat().st_size
    if hub.answer("record", "add", "--seat", "bed-a", "--type", "biometrics", "pulse=61") is not None:
        hub.find("misbooked", "a record is taken by a store that is older than it was")
    if hub.ledger.cloud.path.stat().st_size != before:
        hub.find("misbooked", "something is delivered from a store that is older than it was")
    if accepted_from:
        moment = accepted_from.strftime("%Y-%m-%dT%H:%M:%SZ")
        if hub.answer("restore", "--accept-from", moment, "--yes") is None:
            hub.find("notServed", "restore --accept-from fails")
            put_back(hub, newer, store=store)
            return
        hub.facts["accepted"] += 1
        hub.explained.append(moment)
        began = time.monotonic()
        if soon(hub.is_served, seconds=hub.patience, goes_on=lambda: not hub.stop.is_set()):
            hub.recoveries.append(time.monotonic() - began)
            return
        hub.find("notServed", f"{hub.patience} s after the older copy was accepted")
    put_back(hub, newer, store=store)


def put_back(hub, newer, *, store):
    hub.crash()
    put(newer, store)
    hub.serve()


def wait_for_word(hub):
    """Whether a started hub serves, or reports that the store is older than it was."""

    def word():
        return "served" if hub.is_served() else "doubted" if tells(hub) else None

    return soon(word, seconds=hub.patience, goes_on=lambda: hub.up.poll() is None and not hub.stop.is_set())


def tells(hub):
    """Whether the doctor names the remedy for an older store."""
    return any(one["status"] != "ok" and "accept-from" in json.dumps(one) for one in hub.findings_of_doctor())


def family(store):
    return [path for path in store.parent.glob(store.name + "*") if path.is_file()]


def copy(hub, store, *, name):
    """Kills the hub and keeps a copy of a store's files."""
    hub.crash()
    folder = Path(hub.folder) / f"{name}-{hub.count}-{int(time.monotonic() * 1_000)}"
    folder.mkdir()
    for path in family(store):
        shutil.copy2(path, folder)
    return folder


def put(folder, store):
    for path in family(store):
        path.unlink()
    for path in folder.iterdir():
        shutil.copy2(path, store.parent)


def shorten(path, part):
    if path.exists():
        with open(path, "r+b") as file:
            file.truncate(int(path.stat().st_size * part))
