"""Attacks through another user of the machine, its clock or its disk; each has its own hub."""

import json
import os
import pwd
import shutil
import subprocess
import time

from prove import people
from prove.clock import build_clock, set_clock
from prove.hub import BIN, SimulatedHub
from prove.waiting import soon


def refuses(hub, words, *, seconds=30):
    """Starts `vitalbus up`; returns a failure if it serves, or does not name the cause."""
    done = subprocess.run(
        [BIN / "vitalbus", "up", "--seat", "bed-a", "--no-table", "--inform-url", "http://127.0.0.1:9"],
        cwd=hub.folder,
        env=hub.environment,
        capture_output=True,
        text=True,
        timeout=seconds,
        stdin=subprocess.DEVNULL,
    )
    text = done.stdout + done.stderr
    wrong = [] if done.returncode else ["it ended with 0"]
    return wrong + [f"nobody says '{word}': {text[:300]}" for word in words if word not in text]


def started_once(folder):
    """A hub that has served once and is stopped."""
    with SimulatedHub(folder) as hub:
        pass
    return hub


def tried(hub, words):
    try:
        return refuses(hub, words)
    except subprocess.TimeoutExpired:
        return ["it runs all the same"]


def open_state(folder):
    """11: a state directory that everybody may write"""
    hub = started_once(folder)
    hub.state.chmod(0o777)
    return tried(hub, [str(hub.state)])


def foreign_key(folder):
    """11: a site key of another user"""
    if os.geteuid():
        return "only root can give a file to another user"
    hub = started_once(folder)
    key = next(hub.state.rglob("site-key"), None)
    if key is None:
        return ["the site key was not found: the attack could not be played"]
    os.chown(key, pwd.getpwnam("nobody").pw_uid, -1)
    return tried(hub, ["site-key"])


def read_only(folder):
    """12: a state directory on a file system that may only be read"""
    if os.geteuid():
        return "only root can mount"
    hub = started_once(folder)
    if subprocess.run(["mount", "--bind", hub.state, hub.state], capture_output=True).returncode:
        return "nothing can be mounted here"
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", hub.state], check=True, capture_output=True)
        wrong = tried(hub, [str(hub.state)])
        return wrong + (["it says that a hub runs here"] if any("running here" in one for one in wrong) else [])
    finally:
        subprocess.run(["umount", hub.state], capture_output=True)


def clock(folder):
    """10: a clock 400 days ahead at a start, with records that nobody has sent"""
    library = build_clock(folder)
    if library is None:
        return "no C compiler for clock.c"
    hub = SimulatedHub(folder, ["session-manager:clock.trusted=true"])
    set_clock(hub, 0, library=library)
    with hub:
        people.admit_validated(hub, "demo", seat="bed-a")
        body = json.dumps({"sessionID": people.session(hub, "bed-a").get("sessionID")})
        hub.cloud.terminate()
        hub.run("record", "add", "--seat", "bed-a", "--type", "biometrics", "pulse=61")
        hub.run("session", "end", "--seat", "bed-a", "--yes")
        unsent = lambda: len((hub.ask("unsyncedRecords", body) or {}).get("records", []))  # noqa: E731
        before, up = unsent(), hub.up
        up.terminate()
        up.wait(30)
        set_clock(hub, 400 * 86_400, library=library)
        hub.start("vitalbus", "up", *hub.flags, output=open(hub.folder / "later.log", "w"))
        hub.wait("a served hub", hub.is_served)
        time.sleep(5)
        after = unsent()
        logs = "".join(path.read_text(errors="replace") for path in (hub.state / "log").glob("session-manager*.log"))
    wrong = [] if before == 1 else [f"{before} records wait: the attack could not be played"]
    if after != before:
        wrong.append(f"{before - after} records that nobody has sent were deleted")
    return wrong + ([] if "old data is not deleted" in logs else ["the log says nothing"])


def small_disk(folder):
    """8: a body that fills a small disk; readings are taken afterwards"""
    if os.geteuid() or shutil.which("mkfs.ext4") is None:
        return "only root can mount a small disk"
    image, place = folder / "disk", folder / "mounted"
    place.mkdir()
    with open(image, "wb") as file:
        file.truncate(64 << 20)
    if (
        subprocess.run(["mkfs.ext4", "-q", image], capture_output=True).returncode
        or subprocess.run(["mount", "-o", "loop", image, place], capture_output=True).returncode
    ):
        return "no loop device can be mounted here"
    try:
        return fill(folder, place)
    finally:
        subprocess.run(["umount", place], capture_output=True)


def fill(folder, place):
    from prove.scenarios.attack import http_floods as http
    from prove.scenarios.attack.stage import TOKENS, Stage

    class Small(Stage):
        def __init__(self, folder):
            super().__init__(folder)
            self.state = place / "state"
            self.environment["STATE_DIRECTORY"] = str(self.state)

    with Small(folder) as stage:
        body = folder / "body.xml"
        body.write_bytes(b"<HealthData>" + b" " * (60 << 20))
        status = [http.post(stage.ingest, TOKENS["bed-a"], path=body) for _ in range(2)]
        for _ in range(5):
            stage.type("bed-a")
        came = soon(lambda: len(stage.typed) == 5 and not stage.missing(), seconds=60)
    wrong = [] if came else [f"{len(stage.typed)} of 5 values were taken, {stage.missing()} did not come (status {status})"]
    return wrong + ([] if 507 in status else [f"the body was answered with {status}"])


def frames(folder):
    """7: frames of HTTP/2 that the importer's port should not get: resets, settings, pings, headers without an end"""
    from prove.scenarios.attack import h2_frames
    from prove.scenarios.attack.stage import Stage

    certificate, key = folder / "cert.pem", folder / "key.pem"
    words = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2 -keyout".split()
    made = subprocess.run(["openssl", *words, key, "-out", certificate], capture_output=True)
    if made.returncode:
        return "openssl makes no certificate"
    key.chmod(0o600)

    class Secure(Stage):
        def __init__(self, folder):
            super().__init__(folder)
            self.settings = [*self.settings, f"health-importer:ingest.certificate={certificate}", f"health-importer:ingest.key={key}"]

    with Secure(folder) as stage:
        stage.wait("the importer's port", lambda: h2_frames.is_answered(stage.ingest))
        wrong, before = [], stage.process("health-importer")
        if not h2_frames.is_spoken(stage.ingest):
            wrong.append("no request over HTTP/2 is answered: the attacks could not be played")
        stage.watch.begin()
        for name, play in h2_frames.ATTACKS.items():
            play(stage.ingest)
            if not soon(lambda: h2_frames.is_answered(stage.ingest), seconds=40):
                wrong.append(f"after {name} nobody is served")
        if stage.process("health-importer") != before:
            wrong.append("the importer ended")
        wrong += stage.watch.over(stage.watch.peaks())
    return wrong


ATTACKS = {"frames": frames, "open-state": open_state, "foreign-key": foreign_key, "read-only": read_only, "clock": clock, "small-disk": small_disk}
