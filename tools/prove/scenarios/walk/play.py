"""Plays a newcomer, a hub's owner, an integrator and a maintainer over a fresh state with two seats.

Each command is printed with its answer. What was promised is looked at where it has to be true: in exit codes, at the
simulated cloud, in what is held, and on the bus. The last line counts; the exit code is 1 if anything is not so.
"""

import json
import re
import subprocess
import time

from prove import people
from prove.hub import ROOT
from prove.looks import Looks
from prove.place import place
from prove.scenarios.walk.stops import WalkedHub, first_screens, sessions


class Walk(Looks):
    """A person's steps on the command line, with their required results."""

    tells_all = False

    def __init__(self, hub):
        super().__init__()
        self.hub = hub

    def run(self, *arguments, given="", code=0, says=(), silent=()):
        """Runs `vitalbus`, prints it and its output, and checks its exit code and words."""
        print(f"$ vitalbus {' '.join(arguments)}")
        ended, out, errors = self.hub.command(*arguments, given=given, seconds=120)
        text = (out + errors).strip()
        for line in text.splitlines()[:12]:
            print(f"  {line[:160]}")
        self.so(f"exit code {code}", ended == code, f"it was {ended}: {text[:300]}")
        for words in says:
            self.so(f"says '{words}'", words.lower() in text.lower(), text[:300])
        for words in silent:
            self.so(f"does not say '{words}'", words.lower() not in text.lower(), text[:300])
        return out

    def cloud(self, user):
        """The records of a user in the cloud."""
        return [one["record"] for one in self.hub.delivered() if one["record"]["user"] == user]

    def held(self):
        return self.hub.held_readings()


def newcomer(walk):
    walk.title("the newcomer: what is this, and what do I do first?")
    walk.run("--help", says=["exit codes", "session", "init"])
    walk.run("sesion", "list", code=64, says=["did you mean 'session'"])
    walk.run("up", "--inform-url", "api.example.org", "--state", "elsewhere", code=64, says=["https"])
    walk.run("up", "--radio", "wlan", "--state", "elsewhere", code=64)
    walk.run("init", "--state", "elsewhere", code=64, says=["--"])
    walk.run("doctor", "--state", "elsewhere", code=1, says=["vitalbus up"])


def owner(walk):
    walk.title("the hub's owner: people, devices, whose reading it is")
    begin = people.start("demo", seat="bed-a")
    walk.run(*people.start("other", seat="bed-b"), given=people.token("other"))
    walk.soon("the cloud was asked", lambda: people.is_validated(walk.hub, "bed-b"))
    walk.run(*begin, given="wrong-token", code=77, says=["reject"])
    walk.run("session", "show", "--seat", "bed-a", code=65)
    walk.run(*begin, given="demo-token")
    first = walk.hub.session("bed-a")
    walk.run(*begin, given="wrong-token", code=77)
    walk.so("the working session goes on", walk.hub.session("bed-a") == first)
    typed(walk)
    names(walk)
    device = reading(walk)
    default_user(walk, device)
    walk.run("status", says=["bed-a", "bed-b"])
    walk.run("seat", "list", says=["bed-a", "bed-b"])
    walk.run("session", "list", says=["bed-b"])


def typed(walk):
    add = ["record", "add", "--seat", "bed-a", "--type"]
    walk.run(*add, "biometrics", "systolic=-5", "diastolic=80", code=65)
    walk.run(*add, "biometrics", "blood_pressure=1280/81", code=65, says=["128"])
    walk.run(*add, "biometrics", "blood_pressure=128/181", code=65)
    walk.run(*add, "biometrics", "body_temperature=385C", code=65, says=["38.5"])
    walk.run(*add, "weight", "body_weight=7000kg", code=65)
    walk.run(*add, "diabetes", "blood_glucose=6.2", code=65, says=["mmol/l"])
    walk.so("nothing of the slips went anywhere", not walk.cloud("demo-user") and not walk.held())
    walk.run(*add, "biometrics", "blood_pressure=128/81", "pulse=64", says=["128/81 mmHg", "bed-a"])
    walk.run(*add, "diabetes", "blood_glucose=6.2mmol/l", says=["6.2 mmol/L"])
    walk.soon("both are at the cloud, as the right person's", lambda: len(walk.cloud("demo-user")) == 2)
    listed = [json.loads(line) for line in walk.run("record", "list", "--seat", "bed-a", "--json").splitlines()]
    seen = [(one.get("state"), bool(one["record"].get("measurements"))) for one in listed]
    walk.so("her readings can be seen", seen == [("submitted", True)] * 2, str(listed)[:300])


def names(walk):
    for arguments in (
        ["session", "queue", "--seat", "bed-c"],
        ["watch", "--seat", "bed-c"],
        ["seat", "erase", "bed-c", "--yes"],
        ["record", "add", "--seat", "bed-c", "--type", "biometrics", "pulse=64"],
    ):
        walk.run(*arguments, code=65, says=["bed-a, bed-b"])
    walk.run("ocr", "nofile.jpg", code=66)


def reading(walk):
    passive = walk.run("passive", "show", "--json")
    walk.so("no model is read automatically before somebody asked", not re.search(r"\d{4}", passive), passive[:200])
    walk.soon("the cuff is in sight", lambda: in_sight(walk) is not None)
    device = in_sight(walk)
    walk.run("device", "pair", device, "1000", "--seat", "bed-a", code=65, silent=["paired"])
    walk.run("device", "pair", device, "3000", "--seat", "bed-c", code=65, says=["bed-a"], silent=["paired"])
    walk.title("whose reading: somebody's word for one reading")
    before = len(walk.cloud("other-user"))
    walk.run("device", "read", "3000", "--device", device, "--seat", "bed-b", says=["booked", "bed-b"])
    walk.soon("the new reading is at the cloud, as the right person's", lambda: len(walk.cloud("other-user")) > before)
    walk.so("and as nobody else's", len(walk.cloud("demo-user")) == 2)
    walk.title("whose reading: a device of nobody's is held")
    walk.run("passive", "set", "3000")
    walk.soon("its readings are held", lambda: any(one["reason"] == "noAssignment" for one in walk.held()))
    walk.run("held", says=["noAssignment", "mmHg"])
    walk.run("device", "assign", device, "--seat", "bed-a")
    # A device that never stops advertising is read again after a minute (passive.rearm-advertising).
    walk.soon("from now on they are bed-a's", lambda: len(walk.cloud("demo-user")) > 2, seconds=100)
    walk.run("passive", "set")
    walk.title("whose reading: a word against an assignment")
    had = len(walk.cloud("other-user"))
    walk.run("device", "read", "3000", "--device", device, "--seat", "bed-b", code=65, says=["assigned to bed-a", "held confirm"])
    contested = [one for one in walk.held() if one["reason"] == "assignedToAnother"]
    walk.so("both seats are named", any(one.get("assignedSeat") == "bed-a" and one["reading"]["seat"] == "bed-b" for one in contested))
    walk.so("nobody got it", len(walk.cloud("other-user")) == had)
    return device


def in_sight(walk):
    """The nearby device, or None."""
    found = re.search(r'"device" *: *"([0-9a-f-]{36})"', walk.hub.answer("device", "nearby", "--json") or "")
    return found and found[1]


def default_user(walk, device):
    walk.title("the default user: read, and kept nowhere")
    walk.run("session", "end", "--seat", "bed-b", "--yes")
    walk.run("session", "start", "--seat", "bed-b", "--default-user")
    walk.run("device", "unassign", device)
    before, had = len(walk.held()), len(walk.cloud("other-user"))
    walk.run("device", "read", "3000", "--device", device, "--seat", "bed-b", code=65, says=["not stored", "mmHg"])
    walk.so("nothing of it is held or delivered", len(walk.held()) == before and len(walk.cloud("other-user")) == had)


def next_person(walk):
    walk.title("the bed's next person: nothing of the former one is shown as theirs")
    walk.run("record", "add", "--seat", "bed-a", "--type", "biometrics", "blood_pressure=151/93")
    walk.soon("it is at the cloud", lambda: any("151" in json.dumps(one) for one in walk.cloud("demo-user")))
    walk.run(*people.start("other", seat="bed-a"), given=people.token("other"))
    walk.run("record", "list", "--seat", "bed-a", says=["0 readings", "other-user", "--before"], silent=["151"])
    walk.run("record", "list", "--seat", "bed-a", "--before", says=["151/93", "demo-user"], silent=["other-user"])
    walk.run("call", "session-manager", "recordHistory", "-", given='{"seat": "bed-a"}', says=["hasBefore"], silent=["151"])
    export = ["fhir", "export", "--seat", "bed-a", "--patient", "Patient/newcomer"]
    walk.run(*export, code=65, says=["several people", "--user", "demo-user", "other-user"], silent=["151"])
    walk.run(*export, "--user", "other-user", silent=["151"])
    walk.run(*export, "--user", "demo-user", says=["151"])
    walk.run("record", "add", "--seat", "bed-a", "--type", "biometrics", "blood_pressure=122/77")
    walk.run("record", "list", "--seat", "bed-a", says=["122/77", "1 reading"], silent=["151"])
    walk.run(*people.start("demo", seat="bed-a"), given=people.token("demo"))
    walk.run("record", "list", "--seat", "bed-a", says=["151/93"], silent=["122/77"])


def integrator(walk):
    walk.title("the integrator: mosquitto_sub and topics/")
    state = walk.hub.state
    place = json.loads((state / "hub.json").read_text())
    account = f"{place['hub']}.vitalbus.cli"
    password = (state / "passwords" / account).read_text().strip()
    words = ["mosquitto_sub", "--unix", place["socket"], "-u", account, "-P", password, *"-i walk -V 5 -q 1 -F %j -W 15".split()]
    for leaf in ("event/recordSubmitted", "event/readingQueued", "state/session/bed-a"):
        words += ["-t", f"vitalbus/v1/{place['site']}/+/{leaf}"]
    print("$ mosquitto_sub --unix … -F %j | tools/check-topics.py --messages -")
    listening = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    time.sleep(1)
    walk.run("record", "add", "--seat", "bed-a", "--type", "biometrics", "pulse=71")
    heard = "".join(line + "\n" for line in listening.communicate()[0].splitlines() if line.startswith("{"))
    checked = subprocess.run(["/usr/bin/python3", ROOT / "tools/check-topics.py", "--messages", "-"], input=heard, text=True, capture_output=True)
    print("  " + checked.stdout.strip().replace("\n", "\n  ")[:600])
    walk.so("what was heard is as topics/ says", checked.returncode == 0, (checked.stdout + checked.stderr)[:300])
    for name in ("readingQueued", "recordSubmitted", "sessionState"):
        walk.so(f"{name} was heard", f"vitalbus.{name}.v1" in heard, heard[:300])
    walk.so("no value of a seat that shares none", '"measurements":[{' not in heard.replace(" ", ""))
    walk.run("call", "session-manager", "recordHistory", "-", given='{"seat": "bed-a"}', says=["71"])
    walk.run("call", "session-manager", "noSuch", "-", given="{}", code=65, says=["startSession"])


def maintainer(walk):
    walk.title("the maintainer: what the documents name is there")
    pages = ["CONTRIBUTING.md", "ARCHITECTURE.md", "README.md", "SECURITY.md", "SAFETY.md", "RELEASING.md", "topics/README.md", "deploy/README.md"]
    for name in [*pages, *sorted(str(one.relative_to(ROOT)) for one in (ROOT / "docs").rglob("*.md"))]:
        text = (ROOT / name).read_text()
        for path in sorted(set(re.findall(r"`((?:Sources|Tests|tools|deploy|topics)/[\w./+*-]+)`", text))):
            walk.so(f"{name} names {path}", any(ROOT.glob(path.rstrip("/"))), "it is not there")
        for path in sorted(set(re.findall(r"\]\(([\w./-]+)\)", text))):
            walk.so(f"{name} links to {path}", (ROOT / name).parent.joinpath(path).exists(), "it is not there")


def add_options(parser):
    """A walk has no choices."""


def play(options):
    with place("walk", keeps=options.keep) as here, WalkedHub(here.path) as hub:
        walk = Walk(hub)
        for stop in (newcomer, owner, next_person, integrator, sessions, first_screens, maintainer):
            stop(walk)
        here.is_well = walk.end("walk")
        return here.is_well
