"""Further stops of a walk: sessions that go wrong or change over, records that were refused, and first screens."""

import http.client
import json
import os
import re
import signal
import subprocess
import time
import urllib.parse

from prove import people
from prove.hub import BIN, SimulatedHub
from prove.hub import lines as spoken
from prove.ports import free_port

PREFIX = "haus"
HOUSE = re.compile(r"MQTT: broker (\S+), port (\d+), user (\S+),")


class WalkedHub(SimulatedHub):
    """A hub with a page behind a proxy, and with a separate prefix for Home Assistant."""

    settings = (f"home-assistant:discovery-prefix={PREFIX}", "page:proxy-header=X-Forwarded-For", "session-manager:health.interval=1s")
    options = ["--home-assistant", *(word for one in settings for word in ("--set", one))]
    page_port = free_port()
    page = f"127.0.0.1:{page_port}"

    def session(self, seat):
        return people.session(self, seat).get("sessionID")


def has(walk, user, *, pulse):
    """Whether the cloud has a pulse of a user."""
    return any(f'"value": {pulse}' in text or f'"value":{pulse}' in text for text in map(json.dumps, walk.cloud(f"{user}-user")))


def add(walk, seat, *, pulse, **expected):
    walk.run("record", "add", "--seat", seat, "--type", "biometrics", f"pulse={pulse}", **expected)


def sessions(walk):
    local(walk)
    mistyped(walk)
    brought_along(walk)
    refused(walk)


def local(walk):
    walk.title("sessions: measured without an account, which comes later")
    walk.run("session", "end", "--seat", "bed-b", "--yes")
    walk.run("session", "start", "--seat", "bed-b", says=["local-bed-b"])
    add(walk, "bed-b", pulse=66)
    files = walk.hub.state / "records"
    walk.soon("it stands in a file", lambda: sum(len(file.read_text().splitlines()) for file in files.rglob("*.ndjson")) == 1)
    walk.so("and nowhere else", not has(walk, "other", pulse=66))
    account = [*people.start("other", seat="bed-b"), "--take-local"]
    walk.run(*account, given="other-token", code=65, says=["same person", "--yes"])
    walk.run(*account, "--yes", given="other-token")
    walk.soon("the account has what was measured before", lambda: has(walk, "other", pulse=66))


def mistyped(walk):
    walk.title("sessions: a mistyped token in the first seconds after a start")
    before = walk.hub.session("bed-a")
    was = walk.hub.pid("session-manager")
    os.kill(was, signal.SIGKILL)
    walk.hub.wait("another session manager", lambda: walk.hub.pid("session-manager") != was and walk.hub.session("bed-a"))
    walk.run(*people.start("demo", seat="bed-a"), given="wrong-token", code=77, says=["reject"])
    walk.so("the working session goes on", walk.hub.session("bed-a") == before, before)
    walk.run(*people.start("demo", seat="bed-a"), given="demo-token")
    walk.so("the right token goes on with it, too", walk.hub.session("bed-a") == before, before)


def brought_along(walk):
    walk.title("sessions: what somebody brings along from another bed")
    with walk.hub.faults({"kind": "status", "status": 503, "method": "POST"}):
        add(walk, "bed-a", pulse=67)
        walk.run("session", "end", "--seat", "bed-a", code=65, says=["1 record", "--yes"])
        walk.run("session", "end", "--seat", "bed-a", "--yes", says=["1 record"])
        walk.run("session", "end", "--seat", "bed-b", "--yes")
        walk.run(*people.start("demo", seat="bed-b"), given="demo-token")
        walk.run("session", "queue", "--seat", "bed-b", says=["bed-a"])
        walk.run("session", "end", "--seat", "bed-b", code=65, says=["1 record", "measured at bed-a", "--yes"])
    walk.soon("it is at the cloud then", lambda: has(walk, "demo", pulse=67))
    # The cloud has it before the hub knows that.
    walk.soon("and the hub knows it", lambda: "pulse 67" not in (walk.hub.answer("session", "queue", "--seat", "bed-b") or "pulse 67"))
    walk.run("session", "end", "--seat", "bed-b")
    walk.run(*people.start("demo", seat="bed-a"), given="demo-token")


def refused(walk):
    walk.title("records: refused, and sent again when the cause is gone")
    with walk.hub.faults({"kind": "status", "status": 422, "method": "POST", "count": 1}):
        add(walk, "bed-a", pulse=68)
        walk.soon("it is among what was refused", lambda: rejected(walk))
    walk.soon("doctor warns of it", lambda: "record retry" in walk.hub.said("doctor"))
    walk.so("and does not call all well", "all well" not in walk.hub.said("doctor"))
    one = rejected(walk)
    walk.run("record", "retry", one, says=["1 sent again"])
    walk.soon("it is at the cloud", lambda: has(walk, "demo", pulse=68))
    walk.run("record", "retry", one, code=65)


def rejected(walk):
    """The log id of the refused record, or None."""
    page = json.loads(walk.hub.answer("session", "queue", "--rejected", "--json") or "{}")
    return next((one["record"]["logID"] for one in page.get("records", [])), None)


def first_screens(walk):
    walk.title("first screens: a second start, a taken port, a broker that stands still")
    walk.run("up", "--no-table", "--seat", "bed-z", code=75)
    walk.run("session", "list", says=["bed-a"], silent=["bed-z"])
    taken(walk)
    frozen(walk)
    house(walk)
    proxy(walk)


def taken(walk):
    """Another hub wants the page's port: an error appears before any process starts."""
    words = ["up", "--no-table", "--state", str(walk.hub.folder / "second"), "--radio", "none", "--inform-url", "none", "--page", walk.hub.page]
    print(f"$ vitalbus {' '.join(words)}")
    second = subprocess.Popen(
        [BIN / "vitalbus", *words], cwd=walk.hub.folder, env=walk.hub.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    lines = []
    for line in spoken(second):
        lines.append(line)
        if "online" in line:
            break
    second.send_signal(signal.SIGINT)
    second.communicate(timeout=40)
    walk.so("a taken port is said", any(f"{walk.hub.page} is in use" in line for line in lines[:-1]), lines)


def frozen(walk):
    broker = walk.hub.pid("broker")
    os.kill(broker, signal.SIGSTOP)
    try:
        for command, code in (("doctor", 1), ("status", 69)):
            began = time.monotonic()
            walk.run(command, code=code, says=["its process hangs"], silent=["all well"])
            walk.so(f"{command} knows within seconds", time.monotonic() - began < 10, time.monotonic() - began)
    finally:
        os.kill(broker, signal.SIGCONT)
    walk.soon("all goes on", lambda: walk.hub.session("bed-a"))


def house(walk):
    walk.title("Home Assistant with a prefix of its own")
    text = (walk.hub.folder / "up.log").read_text()
    found = HOUSE.search(text)
    password, authority = re.search(r"\(shown this once\): (\S+)", text), re.search(r"its authority: (\S+)", text)
    walk.so("what Home Assistant is told is printed", found and password and authority, text[:600])
    if not (found and password and authority):
        return
    words = f"mosquitto_sub -h {found[1]} -p {found[2]} -u {found[3]} -P {password[1]} --cafile {authority[1]} -V 5 -W 15 -C 1"
    topics = ["-t", f"{PREFIX}/#", "-t", "homeassistant/#", "-F", "%t"]
    heard = subprocess.run([*words.split(), *topics], capture_output=True, text=True, timeout=40)
    walk.so(f"devices stand below {PREFIX}/", heard.stdout.startswith(f"{PREFIX}/device/"), heard.stdout + heard.stderr)


def proxy(walk):
    walk.title("the page behind a proxy: who is wrong waits, and nobody else")
    hub, passwords = walk.hub, {}
    for name in ("day-ward", "night-ward"):
        walk.run("user", "add", name, "--role", "caregiver", "--out", str(hub.folder / name))
        passwords[name] = (hub.folder / name / "password").read_text().strip()
    hub.wait("the page", lambda: asked(hub, "GET", path="/health") == 200)
    walk.soon("who is right is let in", lambda: log_in(hub, "night-ward", secret=passwords["night-ward"], address="10.0.0.9") == 303)
    wrong = [log_in(hub, "day-ward", secret="wrong and long", address="10.0.0.1") for _ in range(6)]
    walk.so("who is wrong five times waits", wrong == [401] * 5 + [429], wrong)
    walk.so("nobody else behind the same address", log_in(hub, "night-ward", secret=passwords["night-ward"], address="10.0.0.1") == 303)
    walk.so("nor the same one elsewhere", log_in(hub, "day-ward", secret=passwords["day-ward"], address="10.0.0.2") == 303)
    walk.so("/health is asked by anybody", asked(hub, "GET", path="/health") == asked(hub, "HEAD", path="/health") == 200)


def asked(hub, method, *, path, body=None, headers=None):
    """The status of the page's answer; 0 if there is none."""
    connection = http.client.HTTPConnection("127.0.0.1", hub.page_port, timeout=30)
    try:
        connection.request(method, path, body, headers or {})
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def log_in(hub, name, *, secret, address):
    body = urllib.parse.urlencode({"name": name, "password": secret})
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html", "X-Forwarded-For": address}
    return asked(hub, "POST", path="/login", body=body, headers=headers)
