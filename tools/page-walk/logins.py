"""A ward on one machine: many log-ins from one address, a restart, a log-in that ends during typing, and paper."""

import base64
import http.client
import os
import re
import signal
import sys
import time
import urllib.parse
from pathlib import Path

from scene import ADDRESS, BASE, PORT, all_of, click, one

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from pypi import install  # noqa: E402

WARD = [f"ward-{number}" for number in range(1, 4)]


def logins(walk):
    walk.title("a ward at one machine")
    hub, driver = walk.hub, walk.browser()
    passwords = {}
    for name in WARD:
        file = hub.folder / name
        walk.so(f"an account for {name}", hub.run("user", "add", name, "--role", "caregiver", "--out", str(file)))
        passwords[name] = (file / "password").read_text().strip()
    hub.wait("the page", lambda: status("GET", "/health") == 200)
    right = [post_login(WARD[number % 3], passwords[WARD[number % 3]]) for number in range(9)]
    walk.so("nine right log-ins of one address are let in", right == [303] * 9, right)
    wrong = [post_login(WARD[0], "wrong and long") for _ in range(6)]
    walk.so("who is wrong five times waits", wrong == [401] * 5 + [429], wrong)
    walk.so("and nobody else at the machine does", post_login(WARD[1], passwords[WARD[1]]) == 303)
    watch(walk)
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.so("who is not logged in is asked to", "/login?back=" in driver.current_url, driver.current_url)
    fill(driver, "main", WARD[1], passwords[WARD[1]])
    walk.soon("and is where they were then", lambda: driver.current_url == f"{ADDRESS}/seats/bed-a/add")
    restart(walk, driver)
    typed(walk, driver)
    paper(walk, driver)
    for name in WARD:
        walk.so(f"{name} is removed", hub.run("user", "remove", name))


def fill(driver, place, name, secret):
    for field, text in (("name", name), ("password", secret)):
        box = one(driver, f"{place} input[name={field}]")
        box.clear()
        box.send_keys(text)
    click(driver, f"{place} form[action$='/login'] button")


def asked(method, path, body=None, headers=None):
    connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=30)
    try:
        connection.request(method, BASE + path, body, headers or {})
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def status(method, path):
    try:
        return asked(method, path)[0]
    except OSError:
        return 0


def post_login(name, secret):
    body = urllib.parse.urlencode({"name": name, "password": secret})
    return asked("POST", "/login", body, {"Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"})[0]


def watch(walk):
    for path in ("/health", "/healthz", "/readyz", "/livez"):
        code, text, _ = asked("GET", path, headers={"Host": "10.1.2.3"})
        walk.so(f"{path} is asked by anybody", (code, text) == (200, b"ok\n"), (code, text))
    for path, expected in (("/health", 200), ("/login", 200), ("/", 303)):
        code, text, _ = asked("HEAD", path, headers={"Accept": "text/html"})
        walk.so(f"HEAD {path} answers {expected} without a page", (code, text) == (expected, b""), (code, text))
    code, _, _ = asked("GET", "/login", headers={"Host": "10.1.2.3", "Accept": "text/html"})
    walk.so("and nothing else by a strange name", code == 403, code)


def restart(walk, driver):
    hub = walk.hub
    kept = next(hub.state.glob("*page*/logins.json"))
    cookie = next(one for one in driver.get_cookies() if one["name"] == "vitalbus")["value"]
    files = [file for file in hub.state.rglob("*") if file.is_file() and cookie.encode() in file.read_bytes()]
    walk.so("the cookie stands in no file", not files, files)
    walk.so("what is kept of it is the page's alone", kept.stat().st_mode & 0o777 == 0o600, oct(kept.stat().st_mode))
    before = hub.pid("page")
    os.kill(before, signal.SIGKILL)
    hub.wait("the page again", lambda: hub.pid("page") != before and status("GET", "/health") == 200)
    for name, number in (("systolic", "136"), ("diastolic", "86")):
        one(driver, f"input[name='value.{name}']").send_keys(number)
    walk.soon("a page that was open before the restart saves", lambda: saved(driver))
    walk.so("without another log-in", WARD[1] in one(driver, "footer").text)


def typed(walk, driver):
    hub = walk.hub
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    for name, number in (("systolic", "1370"), ("diastolic", "87")):
        one(driver, f"input[name='value.{name}']").send_keys(number)
    click(driver, "form.round button.primary")
    walk.soon("a slip is said with what was meant", lambda: "id you mean 137 mmHg?" in one(driver, "form.round .said").text)
    box = one(driver, "input[name='value.systolic']")
    box.clear()
    box.send_keys("137")
    # A new password ends the log-in while the nurse is typing.
    walk.so("the log-in ends meanwhile", hub.run("user", "password", WARD[1], given="another one, long enough\n"))
    click(driver, "form.round button.primary")
    walk.soon("the page asks for it over what was typed", lambda: one(driver, "#again").is_displayed())
    walk.so("and is the same page still", driver.current_url.endswith("/seats/bed-a/add"), driver.current_url)
    walk.accessible(driver, "log-in over a page")
    walk.shot(driver, "again")
    fill(driver, "#again", WARD[1], "wrong and long")
    walk.soon("a wrong password is said there", lambda: "wrong" in one(driver, "#again .said").text)
    fill(driver, "#again", WARD[1], "another one, long enough")
    walk.soon("and goes with a right one", lambda: not one(driver, "#again").is_displayed())
    values = [one(driver, f"input[name='value.{name}']").get_attribute("value") for name in ("systolic", "diastolic")]
    walk.so("what was typed stands there", values == ["137", "87"], values)
    walk.so("nothing was sent yet, and the page says so", "once more" in one(driver, "form.round .said").text)
    walk.soon("it is saved then", lambda: saved(driver))
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon("once", lambda: sum("137" in row.text for row in all_of(driver, "#records tbody tr")) == 1)


def saved(driver):
    """Presses again as a person does while the hub takes the changed account over; the form's key makes it one record."""
    if not all_of(driver, "form.round .said.good button"):
        click(driver, "form.round button.primary")
        time.sleep(1.5)
    return all_of(driver, "form.round .said.good button")


def paper(walk, driver):
    """Whether the printed chart has the newest values, at its right end."""
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon("a chart is drawn", lambda: one(driver, "figure[data-metric=systolic] canvas").size["width"] > 100)
    click(driver, "[data-span=week]")
    time.sleep(1)
    place, why = install("pypdfium2==4.30.0")
    if not place:
        walk.skipped += 1
        return print(f"skip   paper: {why}")
    sys.path.insert(0, str(place))
    import pypdfium2

    printed = base64.b64decode(driver.print_page())
    (walk.shots / "paper.pdf").write_bytes(printed)
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(printed)]
    walk.so("each page has the person, the site and its number", all("bed-a" in text and f"Page {number} / {len(pages)}" in text for number, text in enumerate(pages, start=1)), pages)
    walk.so("and the period", all(re.search(r"\d{4}-\d\d-\d\d – \d{4}-\d\d-\d\d", text) for text in pages), pages)
    found = [share for page in pypdfium2.PdfDocument(printed) for share in drawn(page)]
    walk.so("the newest day of a week is on paper", found and max(found) > 0.8, sorted(found)[-5:])


def drawn(page):
    """The extent of the chart's ink on a page, from its left edge to its right one."""
    bitmap = page.render(scale=1, rev_byteorder=True)
    pixels, width = bytes(bitmap.buffer), bitmap.width
    for y in range(bitmap.height):
        for x in range(width):
            at = y * bitmap.stride + x * bitmap.n_channels
            red, green, blue = pixels[at:at + 3]
            # The first line's colour, #0b7a86, including its thin parts.
            if red < 110 and 90 < green < 180 and 100 < blue < 190 and blue - red > 50 and abs(blue - green) < 40:
                yield x / width
