"""Requests from hostile browsers, and from one with a wrong clock."""

import http.client
import socket

from prove import people
from scene import ADDRESS, BASE, PORT, SCRIPT, all_of, enter, one

def hostile(walk):
    walk.title("what means harm")
    driver = walk.browser()
    enter(walk, driver)
    cookie = driver.get_cookie("vitalbus")["value"]
    csrf = driver.execute_script("return document.body.dataset.csrf")
    forged(walk, cookie)
    strange_requests(walk, cookie, csrf)
    scripts(walk, driver)
    clock(walk, driver)
    streams(walk, cookie)
    driver.get(ADDRESS)
    walk.soon("after all of that the page serves people", lambda: len(all_of(driver, ".tile")) == 2)


def ask(method, path, body=None, cookie="", **headers):
    """One request; the status and the text of its answer."""
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=20)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    if cookie:
        headers["Cookie"] = f"vitalbus={cookie}"
    if body is not None:
        headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    try:
        connection.request(method, BASE + path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read(200_000).decode(errors="replace")
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        connection.close()


def forged(walk, cookie):
    for what, value in (("guessed", "A" * len(cookie)), ("cut", cookie[:-1]), ("long", cookie * 100), ("foreign", "%00%ff; vitalbus=x")):
        status, text = ask("GET", "/seats/bed-a/records.csv", cookie=value)
        walk.so(f"a {what} cookie opens nothing", status in (401, 431, 400) and "systolic" not in text, (status, text[:200]))


def strange_requests(walk, cookie, csrf):
    status, _ = ask("GET", "/", cookie=cookie, Host="evil.example")
    walk.so("another name of this machine is refused", status == 403, status)
    form = f"csrf={csrf}&revision=1"
    status, _ = ask("POST", "/held/x/discard", form, cookie, Origin="http://evil.example")
    walk.so("a form of another page is refused", status == 403, status)
    status, text = ask("POST", "/held/rk1-nobody/discard", form, cookie)
    walk.so("a reading that nobody has is not found", status in (400, 404) and "Error" not in text, (status, text[:200]))
    for path in ("/assets/..%2f..%2ftexts%2fen.json", "/assets/../../README.md", "/seats/..%2f..%2fetc", "/seats/%00", "/seats/" + "a" * 5_000,
                 "/seats/%23/records.csv", "/seats/bed-a%2F%2B/series", "/tiles/*"):
        status, text = ask("GET", path, cookie=cookie)
        walk.so(f"{path[:40]} is nothing", status in (400, 404, 414, 431) and "root:" not in text, (status, text[:200]))
    status, text = ask("POST", "/seats/bed-a/records", "x=" + "9" * 300_000, cookie)
    walk.so("a form without end is refused in words", status in (413, 0) and "Fatal" not in text, (status, text[:200]))
    for body in ("%", "csrf", f"csrf={csrf}&form=biometrics&value.systolic=1e999&value.diastolic=NaN&time=2020-01-01T00:00",
                 f"csrf={csrf}&form=biometrics&value.systolic=120&value.diastolic=80&time=0000-00-00T99:99", f"csrf={csrf}&form={SCRIPT}&time=x"):
        status, text = ask("POST", "/seats/bed-a/records", body, cookie, Accept="application/json")
        walk.so(f"'{body[-30:]}' is refused in words", status in (400, 403, 422) and "error" in text, (status, text[:200]))
    with socket.create_connection(("127.0.0.1", PORT), 10) as raw:
        raw.sendall(f"GET {BASE}/ HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode() + b"".join(b"X-%d: %s\r\n" % (i, b"y" * 900) for i in range(200)) + b"\r\n")
        try:
            head = raw.recv(100)
        except ConnectionError:
            head = b""
        walk.so("a head without end is refused", not head.startswith(b"HTTP/1.1 200"), head)


def scripts(walk, driver):
    """Names of people and sources are shown as text, whatever they contain."""
    hub = walk.hub
    hub.run("session", "end", "--seat", "bed-b", "--yes")
    start = ["session", "start", "--seat", "bed-b", "--user", SCRIPT, "--organization", "demo-org"]
    walk.so("somebody may be called as a script", hub.run(*start, given="script-token"))
    hub.run("record", "add", "--type", "biometrics", "--seat", "bed-b", "blood_pressure=117/76")
    for path in ("/", "/seats/bed-b", "/held"):
        driver.get(ADDRESS + path)
        walk.so(f"{path}: no script of a name runs", driver.title != "taken" and not all_of(driver, "img[src=x]"))
    hub.run("session", "end", "--seat", "bed-b", "--yes")
    people.admit(hub, "other", seat="bed-b")


def clock(walk, driver):
    """A phone whose clock is seven hours ahead."""
    driver.get(f"{ADDRESS}/")
    was = one(driver, "#seat-bed-a").text
    wrong = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
        const real = Date; const ahead = 7 * 3600 * 1000;
        globalThis.Date = class extends real { constructor(...given) { given.length ? super(...given) : super(real.now() + ahead); } static now() { return real.now() + ahead; } };
    """})
    driver.get(f"{ADDRESS}/")
    walk.so("a clock that is wrong changes no age", "stale" not in one(driver, "#seat-bed-a").get_attribute("innerHTML") and "7 h" not in one(driver, "#seat-bed-a").text, was)
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    # Without a time in the form, the site's own clock counts.
    typed = one(driver, "input[name=time]").get_attribute("value")
    walk.so("nor the time of what is typed", typed == "", typed)
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": wrong["identifier"]})


def streams(walk, cookie):
    """Many connections from one browser, and many silent ones."""
    kept, refused = [], 0
    for _ in range(64):
        raw = socket.create_connection(("127.0.0.1", PORT), 10)
        raw.sendall(f"GET {BASE}/events HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nCookie: vitalbus={cookie}\r\n\r\n".encode())
        raw.settimeout(5)
        refused += b" 429 " in raw.recv(15)
        kept.append(raw)
    walk.so("one browser has no streams without end", refused > 0, refused)
    kept += [socket.create_connection(("127.0.0.1", PORT), 10) for _ in range(300)]
    status, _ = ask("GET", "/login")
    walk.so("who says nothing keeps nobody out", status == 200, status)
    for raw in kept:
        raw.close()
