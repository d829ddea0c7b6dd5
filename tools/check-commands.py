#!/usr/bin/python3
"""Runs every command line in the documents as printed, against a hub with three seats, and checks the exit codes.

    tools/check-commands.py [FILE.md ...]

Each line of a fenced `sh` block runs in a private folder with a private home, against a hub with simulated devices and
a simulated cloud. Words in capitals (`DEVICE`, `LOGID`) are replaced by the hub's values. A line must exit with 0; one
that cannot run here is skipped for the reason in `SKIPPED`, and counted. If a document shows a line's output,
`PROMISED` has the words that it must contain. The last line counts; the exit code is 1 if a line failed.
"""

import datetime
import json
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from document_lines import lines
from prove import people
from prove.hub import BIN, ROOT, SimulatedHub
from prove.waiting import PATIENCE

# A small grey picture, PNG.
DOT = "89504e470d0a1a0a0000000d4948445200000008000000080800000000e164e1570000000c49444154789c6360a00e0000004800012eb83c7e0000000049454e44ae426082"
FOLDERS = ["topics/README.md", "deploy/README.md", "deploy/topologies.md", "clients/README.md"]
DOCUMENTS = ["README.md", *sorted(str(one.relative_to(ROOT)) for one in (ROOT / "docs").rglob("*.md")), *FOLDERS]
# Lines that cannot run with a simulated hub, by a part of the line.
SKIPPED = {
    "tools/dev ": "builds and tests by itself",
    "cd night-desk.vitalbus": "is entered on another machine (AccessLineTests does it)",
    "vitalbus up": "is the hub that runs here already",
    "vitalbus init ": "asks a person",
    "vitalbus site init ": "makes another machine a site's server (tools/docs/tutorials does it)",
    "vitalbus hub add ": "needs a site's server (tools/docs/tutorials has one)",
    "vitalbus join ": "needs a site's server (tools/docs/tutorials has one)",
    "vitalbus leave": "needs a hub that has joined (tools/docs/tutorials has one)",
    "vitalbus hub revoke ": "needs a site's server (tools/docs/tutorials has one)",
    "vitalbus hub list": "needs a site's server (tools/docs/tutorials has one)",
    "vitalbus access set ": "changes the broker's ports (AccessLineTests does it)",
    "session start --seat bed-a\n": "takes the seat from the person that other lines need (SessionStartTests does it)",
    "session start --seat bed-b\n": "takes the seat from the person that other lines need (SessionStartTests does it)",
    "session start --seat hub-1": "is for a hub with another seat (HomeAssistantLineTests has one)",
    "--api fhir ": "needs a FHIR server (TwoDestinationTests has one)",
    "vitalbus site set ": "needs a site's server (tools/docs/tutorials has one)",
    "vitalbus link ": "needs a hub that has joined (tools/docs/tutorials has one)",
    "vitalbus renew ": "needs a hub that has joined (TopologyTests has one)",
    "site=home --set instance=u5": "runs until it is stopped",
    "photo watch": "needs a camera",
    "photo preview": "needs a camera",
    "--photo label.jpg": "needs a photo of a label",
    "--worker lab": "needs a second hub",
    "device forget DEVICE": "needs a paired device",
    "--time 2026-03-01": "needs a reading of that day",
    "tools/check-topics.py --messages": "runs until a message comes",
    "swift ": "builds by itself",
    "'vitalbus/v1/lindenhof/": "needs that site's broker at port 1883",
    "vitalbus capture  ": "needs a radio (CaptureTests has one)",
    "vitalbus capture SCALE": "needs an unknown device (CaptureTests has one)",
    "prometheus-mqtt-exporter": "needs one, too (tools/client-check does both)",
    "device pair DEVICE": "asks a person for a code",
    "device read 1000": "needs a meter that measures now",
    "restore FILE --passphrase": "needs a hub that is stopped (RestoreTests has one)",
    "restore --accept-from": "needs an older copy that was found",
}
# A person's input for a line's questions, by a part of the line.
TYPED = {
    "backup FILE --passphrase": ["correct horse battery", "correct horse battery"],
    "held discard READING": ["y"],
    "seat erase bed-a": ["y"],
    "session end --seat bed-a": ["y"],
    "user password": ["correct horse battery", "correct horse battery"],
}
# The form in which an account's password is printed.
SHOWN = r"password \(shown this once\): (\S+)"
# Commands that run until they are stopped.
ENDLESS = ["vitalbus watch ", "vitalbus log\n", "mosquitto_sub "]
# The required output of a line as regular expressions, by a part of the line in the document.
PROMISED = {
    "vitalbus status": [r"room-12", r"bed-a"],
    "fhir export --seat room-12 --patient Patient/123": [r"room-12\.json: \d+ records, \d+ observations"],
    "vitalbus fhir codes": [r"spo2 .*59408-5 2708-6 .*150456", r"body_impedance .*left out"],
    "vitalbus seat list": [r"room-12", r"bed-a", r"bed-b"],
    "session queue --seat room-12 --all": [r"page 1 of \d+"],
    "session queue --seat bed-a --unsynced": [r"page 1 of \d+"],
    "record add --type biometrics --seat room-12 blood_pressure": [r"\d+/\d+ mmHg", r"room-12", r"record \S+ accepted"],
    "vitalbus peripheral list": [r"(?m)^1000 ", r"(?m)^3000 .* bloodPressureMonitor .*standard profile, untried"],
    "vitalbus peripheral show 1000": [r"pairing: ", r"reading: "],
    "vitalbus device nearby": [r"peripheral 3000", r"dBm"],
    "vitalbus passive set 1000 3000": [r"1000, 3000"],
    "-T export.zip": [r'(?s)^(?!.*"error")'],
    "vitalbus held  ": [r"\d{4}-\d\d-\d\d \d\d:\d\d hub ", r"noAssignment", r"device "],
    "device assign DEVICE --seat bed-a": [r"seat bed-a from "],
    "photo peripherals": [r"(?m)^10530 "],
    "vitalbus ocr cuff.jpg": [r'"sys":148', r'"accepted":true'],
    "vitalbus ocr glucose.jpg": [r'"glucose":15\.2', r"mmol/L"],
    "photo send cuff.jpg": [r"148", r"% sure", r"held"],
    "held show READING": [r"148", r"bed-a"],
    "capture check capture.json\n": [r"FFF1: omron decodes 1 of 1"],
    "capture check capture.json --shown": [r"finds 3 shown values"],
    "capture test capture.json --id": [r'"id": "maker-s1-1", "driver": "omron"'],
    "--driver newmaker": [r'"driver": "newmaker".*"systolic": 105'],
    "photo overlay 10530": [r"--box \d+,\d+,\d+,\d+"],
}


class Hub(SimulatedHub):
    """A hub with its people, whose cuff is read automatically."""

    seats = ["room-12", "bed-a", "bed-b", "room-1"]
    options = ["--ocr-workers", "1"]
    page = "127.0.0.1:8478"

    def __init__(self, folder):
        # The document's configuration, with a token in this folder.
        ingest = ["ingest.address=127.0.0.1:8480", f"ingest.tokens=bed-a={folder}/import-token"]
        super().__init__(folder, settings=[f"health-importer:{one}" for one in ingest])
        self.logID, self.deleted, self.ready, self.changed, self.password = None, set(), "", -60.0, ""
        self.has_photo = self.is_empty = False
        # Documents use the names of the programs on an installed hub.
        self.environment["PATH"] = f"{BIN}:{self.environment['PATH']}"

    def __enter__(self):
        super().__enter__()
        self.wait("the session of room-1", lambda: self.run("session", "start", "--seat", "room-1"))
        for seat, user in (("room-12", "demo"), ("bed-a", "demo"), ("bed-b", "other")):
            self.wait(f"the session of {seat}", lambda: people.admit(self, user, seat=seat))
        self.count_from_now()
        self.run("call", "device-reader", "setPassivePeripherals", "-", given='{"peripheralIDs": [3000]}')
        return self

    def count_from_now(self):
        """Makes readings count from now; a device's clock has whole seconds."""
        ready = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1)
        self.ready = ready.strftime("%Y-%m-%dT%H:%M:%SZ")

    def words(self, needed):
        """The present values of the words in capitals; those that the hub lacks are made or waited for."""
        now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        found = {"USER": "demo-user", "ORG": "demo-org", "TIME": now, "PASSWORD": self.password}
        if "PASSWORD" in needed and not self.password:
            made = outcome(self, "vitalbus integration add house --values bed-a && vitalbus access authority > vitalbus-ca.pem", "")[1]
            self.changed = time.monotonic()
            self.password = found["PASSWORD"] = re.search(SHOWN, made)[1]
        if "LOGID" in needed:
            found["LOGID"] = self.record()
        if "DEVICE" in needed:
            found["DEVICE"] = self.held()["reading"]["device"]
        if "READING" in needed:
            found["READING"] = (self.displayed() if self.has_photo else self.held())["reading"]["readingKey"]
        return found

    def record(self):
        """An existing typed record; one is added if the last one was deleted."""
        if self.logID is None:
            typed = ["record", "add", "--type", "biometrics", "--seat", "room-12", "systolic=121", "diastolic=80"]
            self.answer(*typed)
            self.wait("a typed record", self.note_record)
        return self.logID

    def told(self):
        """All kept notifications; an answer has at most 50 of them."""
        cursor, more = 0, True
        while more:
            answer = self.ask("notificationsSince", json.dumps({"cursor": cursor}))
            yield from answer.get("notifications", [])
            cursor, more = answer.get("cursor", cursor), answer.get("more", False)

    def note_record(self):
        data = [one["data"] for one in self.told() if one["name"] == "recordSubmitted"]
        records = [json.loads(one) if isinstance(one, str) else one for one in data]
        # Files, the destination of room-1's records, accept no images.
        records = [one["record"] for one in records if one["record"].get("seat") == "room-12"]
        typed = [one["logID"] for one in records if one["source"]["kind"] == "manual"]
        self.logID = next((one for one in reversed(typed) if one not in self.deleted), None)
        return self.logID is not None

    def displayed(self):
        """The held reading of the photo that was sent last."""
        kinds = [one for one in self.held_readings() if one["reading"]["source"]["kind"] == "ocr"]
        return max(kinds, key=lambda one: one["reading"]["receivedAt"])

    def held(self):
        """The newest held reading of a device, made while every seat had its session."""
        newest = []

        def is_there():
            held = [one for one in self.held_readings() if one["reading"].get("device")]
            newest[:] = [one for one in held if one["reading"]["timestamp"] > self.ready]
            return bool(newest)

        # A device that never stops advertising is read again after a minute.
        self.wait("a held reading", is_there, seconds=180)
        return max(newest, key=lambda one: one["reading"]["receivedAt"])


def main():
    names = sys.argv[1:] or DOCUMENTS
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    folder = Path(tempfile.mkdtemp(prefix="walk-", dir="/tmp"))
    try:
        (folder / ".build").symlink_to(ROOT / ".build")
        (folder / "tools").symlink_to(ROOT / "tools")
        (folder / "token-file").write_text("demo-token")
        fixtures(folder)
        with Hub(folder) as hub:
            for name in names:
                for number, line in lines(ROOT / name):
                    counts[play(hub, f"{name}:{number}", line)] += 1
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"commands: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    sys.exit(1 if counts["failed"] else 0)


def fixtures(folder):
    """The files that the documents name."""
    day = datetime.date.today().isoformat()
    export = f"""<?xml version="1.0" encoding="UTF-8"?>
<HealthData locale="en_GB"><ExportDate value="{day} 08:00:00 +0000"/>
<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="iPhone" unit="kg" creationDate="{day} 07:00:00 +0000" startDate="{day} 07:00:00 +0000" endDate="{day} 07:00:00 +0000" value="80"/>
</HealthData>
"""
    for name in ("export", "srv-a"):
        (folder / name).mkdir()
    (folder / "export" / "export.xml").write_text(export)
    # An Omron cuff's record from the decoders' fixtures.
    frame = {"at": 1, "kind": "notified", "characteristic": "FFF1", "bytes": "50453f19ae61c91a80200200817e"}
    capture = {
        "format": "vitalbus-capture-1", "made": f"{day}T08:00:00Z", "program": "1", "shown": "105/69 pulse 63", "redacted": ["address"],
        "device": {"address": "02:00:00:00:00:01", "isPaired": False}, "ended": "done", "services": [], "events": [frame],
    }
    (folder / "capture.json").write_text(json.dumps(capture))
    (folder / "photo.jpg").write_bytes(bytes.fromhex(DOT))
    (folder / "import-token").write_text("a-token-of-the-importer")
    (folder / "import-token").chmod(0o600)
    for name in ("cuff", "glucose", "scale"):
        shutil.copy(ROOT / "Sources" / "Displays" / "DisplayReading" / "pictures" / f"{name}.png", folder / f"{name}.jpg")
    shutil.make_archive(str(folder / "export"), "zip", folder / "export")


def asked(hub, command, answers):
    """The exit code and output of a command on a terminal on which a person answers each question."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(hub.folder)
        os.execvpe("bash", ["bash", "-c", command], hub.environment)
    said, since, left, end = "", "", list(answers), time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            heard = os.read(terminal, 65_536).decode(errors="replace")
        except OSError:
            break
        said, since = said + heard, since + heard
        if left and re.search(r"[:?\])] *$", since):
            os.write(terminal, f"{left.pop(0)}\n".encode())
            since = ""
    os.close(terminal)
    if time.monotonic() >= end:
        os.kill(child, signal.SIGKILL)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), said.strip()


def outcome(hub, command, printed):
    """The exit code of a command, or the error in its place, and its output."""
    if answers := next((answers for part, answers in TYPED.items() if part in printed), None):
        return asked(hub, command, answers)
    if any(part in printed + "\n" for part in ENDLESS):
        # On a busy machine, the signal may come before the program can take it: then it has a longer time.
        for seconds in (3, 12, 48):
            code, said = ran(hub, f"timeout --preserve-status -s INT {seconds} {command}", printed)
            if code != 128 + signal.SIGINT:
                break
        return code, said
    return ran(hub, command, printed)


def ran(hub, command, printed):
    """The exit code of a command that asks nothing, or the error in its place, and its output."""
    try:
        done = subprocess.run(
            ["bash", "-c", command], cwd=hub.folder, env=hub.environment, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return f"none in {PATIENCE:.0f} s", ""
    promised = [words for part, words in PROMISED.items() if part in printed + "\n"]
    missing = [word for words in promised for word in words if not re.search(word, done.stdout + done.stderr)]
    if done.returncode == 0 and missing:
        return "0 without " + " or ".join(missing), done.stdout.strip()
    return done.returncode, (done.stderr or done.stdout).strip()


def play(hub, place, line):
    reason = next((why for part, why in SKIPPED.items() if part in line + "\n"), None)
    needed = set(re.findall(r"\b(USER|ORG|DEVICE|READING|LOGID|TIME|PASSWORD)\b", line.split("  #")[0]))
    if reason:
        print(f"{place}: skipped, {reason}: {line.splitlines()[0][:100]}")
        return "skipped"
    if "vitalbus held  " in line:
        hub.held()
    if hub.is_empty and "seat erase" not in line:
        hub.wait("the next session of bed-a", lambda: people.admit(hub, "demo", seat="bed-a"))
        hub.is_empty = False
        hub.count_from_now()
    words, printed = hub.words(needed), line
    line = line.split("  #")[0].replace("/srv/a", f"{hub.folder}/srv-a").replace("/etc/vitalbus/import/bed-a", f"{hub.folder}/import-token")
    command = re.sub(r"\b(USER|ORG|DEVICE|READING|LOGID|TIME|PASSWORD)\b", lambda found: words[found[0]], line)
    code, said = outcome(hub, command, printed)
    # The first account and other ports make the broker restart, and its processes reconnect within some seconds.
    while code != 0 and time.monotonic() < hub.changed + PATIENCE and (code == 69 or "without" in str(code) or "mosquitto_sub" in line):
        time.sleep(1)
        code, said = outcome(hub, command, printed)
    if re.search(r"vitalbus (user|integration|page kiosk|access) \w", command):
        hub.changed = time.monotonic()
    if code == 0:
        if shown := re.search(SHOWN, said):
            hub.password = shown[1]
        if "integration remove house" in command:
            hub.password = ""
        hub.is_empty = hub.is_empty or "session end --seat bed-a" in command
        if "photo send" in command or "held confirm" in command:
            hub.has_photo = "photo send" in command
        if "record add" in command and "room-12" in command:
            hub.wait("the record that was added", hub.note_record)
        if "record delete" in command:
            hub.deleted.add(hub.logID)
            hub.logID = None
        print(f"{place}: passed: {line.splitlines()[0][:100]}")
        return "passed"
    print(f"{place}: exit {code}: {line}\n    {said[-4000:]}")
    return "failed"


if __name__ == "__main__":
    main()
