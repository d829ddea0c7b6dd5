"""Attacks by a hostile member of a site on a person at the page, through an importer with false answers."""

import http.client
import json
import re
import struct
import threading
import time
from urllib.parse import quote, urlencode

from prove.scenarios.attack.member import SITE
from prove.scenarios.attack.site_stage import SEAT

IMPORTER = "room-2.health-importer.main"
SCRIPT = "<script>document.title='taken'</script><img src=x onerror=alert(1)>"
# Ids that the contract refuses: a path, a wildcard, a script, an endless id.
NO_IDS = ["../../site.session-manager.main", "..", "/etc/passwd", "one/../..", "#", SCRIPT, "a" * 20_000, "x\x1b[2J"]
# Ids that it accepts: the names of existing folders.
IDS = ["site.session-manager.main", "site.page.main", "site-key"]


def state(number, **changes):
    """An import that waits for a person's confirmation, with texts that a page must not execute."""
    return {
        "seat": SEAT,
        "hub": "room-2",
        "importID": f"hostile-{number}",
        "origin": "file",
        "state": "held",
        "bytes": 10,
        "totalBytes": 10,
        "created": 0,
        "updated": 0,
        "unchanged": 0,
        "damaged": 0,
        "leftOut": [{"reason": SCRIPT, "count": 1, "file": SCRIPT, "element": SCRIPT}],
        "error": {"code": "anotherPerson", "message": SCRIPT + "y" * 2_000, "retriable": False},
        **changes,
    }


class Importer(threading.Thread):
    """Poses as a hub's importer, and answers everything with the same list."""

    def __init__(self, stage):
        super().__init__(daemon=True)
        self.link, self.listed, self.asked, self.over = stage.member(IMPORTER), [], [], False

    def begin(self):
        self.link.subscribe(f"{SITE}/room-2/request/health-importer/+/+")
        self.say("online")
        self.start()
        return self

    def say(self, word):
        self.link.publish(f"{SITE}/room-2/actor/health-importer/main/availability", word.encode(), retain=True)

    def run(self):
        while not self.over:
            found = self.link.next([3], 0.5)
            if found:
                self.answer(found[1])

    def answer(self, body):
        topic = body[2 : 2 + struct.unpack(">H", body[:2])[0]].decode()
        try:
            request = json.loads(body[body.find(b'{"') :])
        except ValueError:
            return
        operation = topic.split("/")[6]
        self.asked.append((operation, request.get("data")))
        ok = {"imports": self.listed} if operation == "imports" else {"importIDs": []}
        reply = self.link.envelope(f"health-importer.{operation}.reply", {"ok": ok}, correlationid=request.get("correlationid"))
        self.link.publish(request["replyto"], reply)

    def end(self):
        self.over = True
        self.join(5)
        self.say("offline")
        self.link.close()


class Browser:
    """The browser of a person who has logged in as an operator."""

    def __init__(self, stage):
        code, text = stage.look("page", "address")
        address = re.search(r"http://127\.0\.0\.1:(\d+)(/enter\?key=\S+)", text)
        if code or not address:
            raise SystemExit(f"attack: there is no page: {text[:200]}")
        self.port, self.cookie = int(address.group(1)), ""
        self.cookie = self.ask("GET", address.group(2))[2]
        self.csrf = re.findall(r'data-csrf="([^"]+)"', self.ask("GET", "/import")[1])[0]

    def ask(self, method, path, **form):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        try:
            connection.request(method, path, urlencode(form) if form else None, headers)
            answer = connection.getresponse()
            return answer.status, answer.read(2_000_000).decode(errors="replace"), (answer.getheader("Set-Cookie") or "").split(";")[0]
        except (OSError, http.client.HTTPException) as error:
            return 0, str(error), ""
        finally:
            connection.close()

    def press(self, identifier, button):
        return self.ask("POST", f"/import/{quote(identifier, safe='')}/{button}", csrf=self.csrf, hub="room-2")


def there(stage):
    """The folders and keys of the server's processes, without logs and unfinished files."""
    return {path.relative_to(stage.state) for path in stage.state.glob("*") if not path.name.endswith((".new", ".lock"))}


def hostile_importer(stage):
    """site: an importer answers with imports called as paths and scripts, and an operator confirms and cancels them at the page"""
    before, wrong, bait = there(stage), [], stage.folder / "bait"
    bait.mkdir(exist_ok=True)
    (bait / "kept").write_text("kept")
    importer, browser = Importer(stage).begin(), Browser(stage)
    try:
        shown = 0
        for one in [*IDS, *NO_IDS, f"../../../{bait.name}"]:
            importer.listed = [state(1, importID=one), state(2, hub="site"), state(3)]
            status, text, _ = browser.ask("GET", "/import/list")
            shown += SCRIPT.split("<img")[0] in text or "<img src=x" in text
            if status not in (200, 503):
                wrong.append(f"the list of imports is answered with {status}")
            for button in ("confirm", "cancel"):
                status, text, _ = browser.press(one, button)
                if button == "confirm" and (status not in (400, 404, 409, 414, 431) or "Fatal" in text):
                    wrong.append(f"{button} of {one[:40]!r} is answered with {status}: {text[:120]}")
        if shown:
            wrong.append("a script of an import's words stands in the page")
        if not any(operation == "imports" for operation, _ in importer.asked):
            wrong.append("nobody asked the importer: the attack could not be played")
        if any(operation == "importFile" for operation, _ in importer.asked):
            wrong.append("the hostile importer was given a file")
    finally:
        importer.end()
    # Deletions happen at once, or a moment later by a sweep.
    time.sleep(2)
    if (gone := before - there(stage)) or not (bait / "kept").exists():
        wrong.append(f"files are gone: {sorted(map(str, gone)) or bait}")
    return wrong


ATTACKS = {"site-importer": hostile_importer}
