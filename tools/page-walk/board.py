"""A ward of forty beds on one screen: who needs something comes first, and says why in words."""

import json
import secrets
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import UTC, datetime

import scene
from compared_ward import compared_ward
from scene import ADDRESS, all_of, click, emulate, enter_soon, one

BEDS = 40
# Older values are old; short, so that the walk needs no day.
STALE = 90
# Seconds of a person: a tap with its aim, and a key (the keystroke-level model of Card, Moran and Newell, 1980).
TAP, KEY = 1.3, 0.28


class Ward(scene.Hub):
    """A hub of forty beds, each with a person."""

    options = []
    seats = [f"bed-{number:02}" for number in range(1, BEDS + 1)]
    users = [f"demo-org:user-{number:02}:token-{number:02}" for number in range(1, BEDS + 1)]
    has_control = False

    def admit(self, seat):
        number = seat.removeprefix("bed-")
        words = ["session", "start", "--user", f"user-{number}", "--organization", "demo-org", "--seat", seat]
        return self.run(*words, given=f"token-{number}")

    def measure(self, seats, **values):
        """Submits a reading with the same values for each of the seats."""
        units = {"systolic": "mm[Hg]", "diastolic": "mm[Hg]", "pulse": "/min", "spo2": "%", "body_temperature": "Cel", "respiratory_rate": "/min"}
        measured = [{"metric": name, "value": value, "unit": units[name], "origin": "manual"} for name, value in values.items()]
        time = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z")
        reading = {"revision": 1, "type": "biometrics", "timestamp": time, "timeQuality": "received", "receivedAt": time, "hub": "site",
                   "source": {"kind": "manual"}, "measurements": measured}
        records = [{**reading, "readingKey": f"rnd1-{secrets.token_hex(16)}", "seat": seat} for seat in seats]
        told = self.answer("call", "session-manager", "submitRecords", "-", given=json.dumps({"records": records}))
        outcomes = [one["outcome"] for one in json.loads(told or "{}").get("ok", {}).get("results", [])]
        return outcomes == ["accepted"] * len(records) or print(f"       {(told or 'no answer')[:600]}")


WELL = {"systolic": 128, "diastolic": 81, "pulse": 64, "spo2": 97, "body_temperature": 36.8, "respiratory_rate": 14}


def board(walk, folder, keep=False):
    walk.title("a ward of forty beds")
    folder.mkdir()
    with Ward(folder, settings=[f"page:stale-after={STALE}s"]) as ward:
        walk.hub = ward
        with ThreadPoolExecutor(4) as at_once:
            walk.so("forty people are admitted", all(at_once.map(ward.admit, ward.seats)))
        driver = walk.browser(width=1280)
        try:
            enter_soon(walk, driver)
            limits(walk, driver)
            needs(walk, driver)
            compared_ward(walk, driver, keep)
            sizes(walk, driver)
            finding(walk, driver)
            charts(walk, driver)
            timed(walk, driver)
            due(walk, driver)
            old(walk, driver)
            wards(walk, driver)
            walk.quiet(driver, "board")
        finally:
            driver.quit()
            walk.browsers.remove(driver)


def limits(walk, driver):
    driver.get(f"{ADDRESS}/board")
    walk.so("without limits the board says that it marks nothing", "No limits are set" in one(driver, ".board-head").text)
    driver.get(f"{ADDRESS}/admin/limits")
    walk.so("the site's limits are off", "no limits" in one(driver, "#site-limits").text)
    walk.accessible(driver, "limits of the site")
    click(driver, "section.tile button.primary")
    walk.soon("one click takes a published set, by its name", lambda: "NEWS2" in one(driver, "#site-limits").text)
    walk.so("and says who set it", "set by this machine" in one(driver, "#site-limits").text)
    walk.shot(driver, "site-limits")
    driver.get(f"{ADDRESS}/seats/bed-01")
    walk.so("the seat's page says so too", "NEWS2" in one(driver, "main").text)


def order(driver):
    return driver.execute_script("return [...document.querySelectorAll('#board .bed:not([hidden])')].map((bed) => bed.id.slice(4))")


def needs(walk, driver):
    ward = walk.hub
    walk.so("everybody is measured", ward.measure(ward.seats, **WELL))
    driver.get(f"{ADDRESS}/board")
    walk.soon("forty beds have their values", lambda: len(all_of(driver, "#board .vital.c-systolic")) == BEDS)
    walk.so("nobody needs anything", {bed.get_attribute("data-need") for bed in all_of(driver, "#board .bed")} == {"nothing"})
    ward.measure(["bed-23"], systolic=98, diastolic=61, pulse=118)
    walk.soon("who has values outside comes first without another word", lambda: order(driver)[0] == "bed-23")
    ward.measure(["bed-31"], spo2=89)
    walk.soon("after those who have more of them", lambda: order(driver)[:2] == ["bed-23", "bed-31"])
    text = one(driver, "#bed-bed-23").text
    walk.so("an arrow and a word say the direction", all(word in text for word in ("98↓/61", "Sys low", "118↑", "high", "2 outside limits")), text)
    low = one(driver, "#bed-bed-31").text
    walk.so("down as well as up", "89↓" in low and "low" in low, low)
    walk.so("each with its age", all(vital.find_element("css selector", "time").text for vital in all_of(driver, "#bed-bed-23 .vital")))
    walk.so("a value inside has no mark", not all_of(driver, "#bed-bed-02 .out, #bed-bed-02 .word.high, #bed-bed-02 .word.low"))


def on_screen(walk, driver, width, height, scale=1, mobile=False):
    """Opens the board on a screen of some size."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile})
    driver.get(f"{ADDRESS}/board")
    walk.soon(f"forty beds at {width}x{height}", lambda: len(all_of(driver, "#board.dense .bed")) == BEDS)


def bottom(driver):
    return driver.execute_script("return Math.max(...[...document.querySelectorAll('#board .bed')].map((bed) => bed.getBoundingClientRect().bottom + scrollY))")


def cut(driver):
    return driver.execute_script("return [...document.querySelectorAll('.vital .parts, .vital.out .small')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent).slice(0, 5)")


def sizes(walk, driver):
    on_screen(walk, driver, 1280, 800)
    walk.so("forty beds are on one screen of 1280x800", bottom(driver) <= 800, bottom(driver))
    walk.so("with no value cut off", not cut(driver), cut(driver))
    walk.accessible(driver, "board")
    walk.shot(driver, "board-1280")
    on_screen(walk, driver, 390, 844, scale=2, mobile=True)
    walk.so("and within three screens of a phone", bottom(driver) <= 3 * 844, bottom(driver))
    walk.so("which does not scroll sideways", driver.execute_script("return document.documentElement.scrollWidth") <= 390)
    walk.so("with no value cut off there either", not cut(driver), cut(driver))
    walk.shot(driver, "board-390")
    walk.accessible(driver, "board on a phone")
    emulate(driver, "dark")
    walk.shot(driver, "board-390-dark")
    emulate(driver)
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def finding(walk, driver):
    from selenium.webdriver.common.keys import Keys

    driver.get(f"{ADDRESS}/board")
    one(driver, "body").send_keys("/")
    walk.so("a key leads to the search", driver.switch_to.active_element.get_attribute("id") == "board-search")
    driver.switch_to.active_element.send_keys("bed-3")
    walk.so("which finds beds", len(order(driver)) == 10 and all(bed.startswith("bed-3") for bed in order(driver)), order(driver))
    one(driver, "#board-search").clear()
    one(driver, "#board-search").send_keys("x", Keys.BACKSPACE)
    click(driver, "[data-filter=outside]")
    walk.so("and a need its beds", set(order(driver)) == {"bed-23", "bed-31"}, order(driver))
    click(driver, "[data-filter=outside]")
    one(driver, "#board-order").send_keys("By bed")
    walk.soon("the order can be that of the ward", lambda: order(driver)[:3] == ["bed-01", "bed-02", "bed-03"])
    one(driver, "#bed-bed-01 a").send_keys(Keys.ARROW_DOWN)
    walk.so("arrows go from bed to bed", driver.switch_to.active_element.text == "bed-02", driver.switch_to.active_element.text)
    click(driver, "#board-dense")
    walk.so("a wide view is one touch away", not all_of(driver, "#board.dense"))
    walk.shot(driver, "board-wide")
    click(driver, "#board-dense")
    one(driver, "#bed-bed-02 a").send_keys(Keys.ENTER)
    walk.soon("a bed opens its person", lambda: driver.current_url.endswith("/seats/bed-02"))


def charts(walk, driver):
    """Limits as bands, the vitals open, and the days with values."""
    driver.get(f"{ADDRESS}/seats/bed-23")
    walk.soon("a chart says its limits", lambda: "111–219" in one(driver, "figure[data-metric=systolic] figcaption").text)
    walk.so("all vitals are open", not all_of(driver, "#charts details.group"))
    walk.so("the page says on how many days there are values", "Days with values: 1 of 8." in one(driver, "#charts-words").text, one(driver, "#charts-words").text)
    walk.shot(driver, "charts-limits")


def timed(walk, driver):
    """A round of five vitals at eight beds, by the keyboard: its keys and taps, and the time without a person's own."""
    import time

    from selenium.webdriver.common.keys import Keys

    vitals = ("128", "81", "66", "97", "36.8", "14")
    taps = keys = 0
    began = time.monotonic()
    driver.get(f"{ADDRESS}/seats/bed-11/add")
    for number in range(11, 19):
        for text in vitals:
            driver.switch_to.active_element.send_keys(text, Keys.ENTER)
            keys += len(text) + 1
        click(driver, "form.round button.primary")
        walk.soon(f"bed-{number} is saved", lambda: one(driver, ".said.good").text.startswith("Saved "))
        taps += 1
        if number < 18:
            click(driver, ".actions a:last-child")
            walk.soon("the next bed's form is there", lambda: driver.current_url.endswith(f"/seats/bed-{number + 1}/add"))
            taps += 1
    person = TAP * taps + KEY * keys
    print(f"       a round of 5 vitals at 8 beds: {taps} taps, {keys} keys, {time.monotonic() - began:.0f} s of this program, {person:.0f} s of a person")
    walk.so("a person's round takes a third of what it took with a form for each vital", person <= 250 / 3, person)
    walk.so("a bed needs two taps and its digits", taps == 15 and keys == 8 * 21, (taps, keys))


def plan(driver, seat, template):
    driver.get(f"{ADDRESS}/seats/{seat}")
    click(driver, "details.plan summary")
    one(driver, f"details.plan option[value={template}]").click()
    click(driver, "details.plan form.box button")


def due(walk, driver):
    """A plan reminds: what is due, late and done, on the board and on the tile, for its person alone."""
    ward = walk.hub
    plan(driver, "bed-07", "rounds")
    walk.soon("a plan is set by two taps", lambda: "06:00, 14:00, 20:00" in one(driver, "details.plan").get_attribute("textContent"))
    walk.so("with who set it", "Set by this machine" in one(driver, "details.plan").get_attribute("textContent"))
    walk.so("and it says that it is no alarm", "not an alarm" in one(driver, "details.plan").get_attribute("textContent"))
    click(driver, "details.plan summary")
    walk.accessible(driver, "a seat's plan")
    walk.shot(driver, "plan")
    one(driver, "details.plan [name='times.pulse']").send_keys(" 25:00")
    click(driver, "details.plan form.typed button")
    walk.soon("a time that no day has is refused in words", lambda: "25:00" in one(driver, "details.plan form.typed .said").text)
    plan(driver, "bed-08", "glucose")
    plan(driver, "bed-09", "weight")
    walk.soon("the tile says what is due", lambda: "due" in one(driver, ".tile .due").text and "Wt" in one(driver, ".tile .due").text)
    plan(driver, "bed-10", "news4")
    walk.soon("or that all is done, and until when", lambda: "done, next" in one(driver, ".tile .due").text)
    tapped(walk, driver)
    walk.soon("the board says it as well", lambda: one(driver, "#bed-bed-09").get_attribute("data-need") == "due" and one(driver, "#bed-bed-09 .rest").text == "Wt")
    walk.soon("and what is done", lambda: "done, next" in one(driver, "#bed-bed-10 .word").text)
    file = next(ward.state.glob("*page*/plans.json"))
    plans = json.loads(file.read_text())
    rules = [{"metric": metric, "times": [], "hours": 12} for metric in ("body_weight", "blood_glucose")]
    seats = {one["seat"]: one["session"] for one in ward.ask("seats")["seats"]}
    everybody = {seat: {**plans["bed-09"], "plan": {"rules": rules}, "user": view["userID"], "session": view["sessionID"]} for seat, view in seats.items()}
    restart(walk, driver, lambda: file.write_text(json.dumps(everybody)))
    walk.soon("forty beds have something due", lambda: len(all_of(driver, "#board [data-due=due]")) == BEDS)
    sizes(walk, driver)
    late(walk, driver, everybody, file)
    restart(walk, driver, lambda: file.write_text(json.dumps(plans)))
    ward.measure(["bed-23"], systolic=98, diastolic=61, pulse=118)
    ward.measure(["bed-31"], spo2=89)
    driver.get(f"{ADDRESS}/board")
    walk.soon("a row says what is due", lambda: "due" in one(driver, "#bed-bed-09 .word").text and one(driver, "#bed-bed-09 .rest").text == "Wt")
    walk.soon("after those outside their limits", lambda: order(driver)[:2] == ["bed-23", "bed-31"] and "bed-09" in order(driver)[2:4])
    click(driver, "[data-filter=due]")
    walk.so("a filter shows only what is due", "bed-09" in order(driver) and "bed-10" not in order(driver), order(driver))
    click(driver, "[data-filter=due]")
    walk.accessible(driver, "board with plans")
    walk.shot(driver, "board-due")
    driver.get(f"{ADDRESS}/language/de")
    driver.get(f"{ADDRESS}/board")
    walk.soon("and in German", lambda: "fällig" in one(driver, "#bed-bed-09 .word").text)
    driver.get(f"{ADDRESS}/language/en")
    ward.run("session", "start", "--seat", "bed-09", "--organization", "demo-org", "--user", "user-10", given="token-10")
    driver.get(f"{ADDRESS}/board")
    walk.soon("the next person has no plan of the one before", lambda: not one(driver, "#bed-bed-09").get_attribute("data-due"))
    damaged(walk, driver)


def late(walk, driver, everybody, file):
    """After a missed round every bed is late, and the board still fits one screen."""
    # Nothing is late from before the plan or the person, so both become a day older. The plan's time is in seconds.
    plans = {seat: {**one, "author": {**one["author"], "at": one["author"]["at"] - 86_400}} for seat, one in everybody.items()}
    with closing(sqlite3.connect(next(walk.hub.state.glob("*/session-manager.sqlite")), timeout=10)) as store, store:
        store.execute("UPDATE sessions SET started_at = started_at - 86400000")
    restart(walk, driver, lambda: file.write_text(json.dumps(plans)))
    walk.soon("forty beds are overdue", lambda: len(all_of(driver, "#board [data-due=overdue]")) == BEDS)
    sizes(walk, driver)
    driver.get(f"{ADDRESS}/board")
    word = one(driver, "#bed-bed-02 .word")
    line = driver.execute_script("const one = arguments[0]; return one.getBoundingClientRect().right <= one.closest('.need-line').getBoundingClientRect().right", word)
    walk.so("and say since when, uncut", line and word.text.startswith("overdue since "), word.text)
    walk.so("and what, uncut: weight by its name", one(driver, "#bed-bed-02 .rest").text == "Wt" and not cut_due(driver), cut_due(driver))
    walk.so("glucose by a mark at its own column", "BG!" in one(driver, "#bed-bed-02 .c-blood_glucose .name").get_attribute("textContent"))
    driver.get(f"{ADDRESS}/language/de")
    driver.get(f"{ADDRESS}/board")
    walk.so("in German as well", one(driver, "#bed-bed-02 .rest").text == "Gew" and not cut_due(driver), cut_due(driver))
    walk.shot(driver, "board-late-de")
    driver.get(f"{ADDRESS}/language/en")
    driver.get(f"{ADDRESS}/board")
    walk.shot(driver, "board-late")
    click(driver, "[data-filter=overdue]")
    walk.so("the filter finds all of them", len(order(driver)) == BEDS, len(order(driver)))
    click(driver, "[data-filter=overdue]")
    both(walk, driver)


def both(walk, driver):
    """Every bed is late and outside its limits, and the board still fits one screen, in German too."""
    ward = walk.hub
    ward.measure(ward.seats, systolic=98, diastolic=61, pulse=118, spo2=89)
    walk.soon("forty beds are late and outside limits", lambda: len(all_of(driver, "#board [data-need=outside][data-due=overdue]")) == BEDS)
    for language, words in (("en", ("3 outside", "late ")), ("de", ("3 außerh.", "spät "))):
        driver.get(f"{ADDRESS}/language/{language}")
        on_screen(walk, driver, 1280, 800)
        walk.so(f"forty beds with two needs are on one screen ({language})", bottom(driver) <= 800, bottom(driver))
        walk.so("with no value cut off", not cut(driver) and not cut_due(driver), (cut(driver), cut_due(driver)))
        line = one(driver, "#bed-bed-02 .need-line").text
        walk.so("and both needs in one line", all(word in line for word in words), line)
        tops = driver.execute_script("return [...new Set([...document.querySelectorAll('.board-tools button')].map((one) => one.getBoundingClientRect().top))]")
        walk.so("below one line of filters", len(tops) == 1, tops)
        walk.shot(driver, f"board-both-{language}")
    walk.accessible(driver, "board with two needs at each bed")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.get(f"{ADDRESS}/language/en")
    ward.measure(ward.seats, **WELL)


def cut_due(driver):
    """What of a due metric or of its time is beyond the edge of its line, at any bed."""
    return driver.execute_script("""
        return [...document.querySelectorAll('.need-line > .word, .need-line > .also, .need-line > .rest, .vital.is-due .name')].filter((one) => {
            const [own, line] = [one.getBoundingClientRect(), one.closest('.need-line, .small').getBoundingClientRect()];
            return own.width && (own.right > line.right + 1 || own.bottom > line.bottom + 1);
        }).map((one) => one.textContent).slice(0, 5)""")


def wards(walk, driver):
    """A site's list of hubs makes wards: the board shows one of them."""
    folder = walk.hub.state / "site"
    (folder / "hubs").mkdir(parents=True)
    record = {"site": "demo", "addresses": ["127.0.0.1"], "brokerPort": 8883, "registrarPort": 8884, "certificateDays": 7}
    middle = BEDS // 2
    try:
        for hub, seats in (("east", walk.hub.seats[:middle]), ("west", walk.hub.seats[middle:])):
            entry = {"hub": hub, "seats": seats, "added": "2026-11-01T00:00:00.000Z", "secretHash": "", "bundleExpires": "2026-11-02T00:00:00.000Z"}
            (folder / "hubs" / f"{hub}.json").write_text(json.dumps(entry))
        (folder / "site.json").write_text(json.dumps(record))
        walk.soon("two wards can be chosen", lambda: driver.get(f"{ADDRESS}/board") is None and [one.text for one in all_of(driver, "#board-hubs option")][1:] == ["east", "west"], 60)
        one(driver, "#board-hubs option[value=west]").click()
        walk.so("a ward shows its beds alone", set(order(driver)) == set(walk.hub.seats[middle:]), order(driver))
        one(driver, "#board-search").send_keys("bed-2")
        walk.so("and the search stays in it", set(order(driver)) == {f"bed-{number}" for number in range(21, 30)}, order(driver))
        one(driver, "#board-search").clear()
        one(driver, "#board-hubs option[value='']").click()
        driver.get(f"{ADDRESS}/board")
        walk.so("without a ward all beds are there", len(order(driver)) == BEDS, len(order(driver)))
    finally:
        shutil.rmtree(folder)


def tapped(walk, driver):
    """A saved form opens its own page 0.6 s later, but not in place of a link that was tapped meanwhile."""
    import os
    import signal
    import threading

    page = walk.hub.pid("page")
    os.kill(page, signal.SIGSTOP)
    threading.Timer(1.5, os.kill, (page, signal.SIGCONT)).start()
    click(driver, "a[href$='/board']")
    walk.soon("a tapped link of a slow server is the page that comes", lambda: driver.current_url.endswith("/board"))


def restart(walk, driver, between):
    """Changes the files of the page's server, kills it, and waits until it serves again."""
    import os
    import signal

    page = walk.hub.pid("page")
    # The page has its files in memory, and reads them at its start only.
    between()
    os.kill(page, signal.SIGKILL)
    walk.soon("the page is back", lambda: walk.hub.pid("page") != page and driver.get(f"{ADDRESS}/board") is None and all_of(driver, "#board .bed"))


def damaged(walk, driver):
    """A file that cannot be read is neither used nor overwritten, and the operator learns it."""
    limits = next(walk.hub.state.glob("*page*/limits.json"))
    torn = limits.read_text()[:40]
    restart(walk, driver, lambda: limits.write_text(torn))
    driver.get(f"{ADDRESS}/admin")
    walk.so("a damaged file is named", "limits.json could not be read" in one(driver, ".aside").text)
    kept = next(limits.parent.glob("limits.json.unreadable-*"))
    walk.so("by the name under which it is kept", kept.name in one(driver, ".aside").text and kept.read_text() == torn)
    walk.accessible(driver, "a damaged file")
    driver.get(f"{ADDRESS}/admin/limits")
    click(driver, "section.tile button.primary")
    walk.soon("limits can be set again", lambda: "NEWS2" in one(driver, "#site-limits").text)
    walk.so("and the damaged file is as it was", kept.read_text() == torn)
    driver.get(f"{ADDRESS}/admin")
    click(driver, ".aside button.danger")
    driver.switch_to.alert.accept()
    walk.soon("it goes when an operator deletes it", lambda: not all_of(driver, ".aside") and not kept.exists())


def old(walk, driver):
    """An old value is grey, with its age in words, and never struck through."""
    import time

    ward = walk.hub
    time.sleep(STALE)
    ward.measure(["bed-05"], pulse=125)
    driver.get(f"{ADDRESS}/board")
    walk.soon("an old value outside comes after a new one", lambda: order(driver)[0] == "bed-05" and one(driver, "#bed-bed-23").get_attribute("data-need") == "outsideOld")
    walk.so("and says so", "old value outside" in one(driver, "#bed-bed-23").text)
    driver.get(f"{ADDRESS}/")
    script = "const one = document.querySelector('#seat-bed-23 .stale .number'); return [getComputedStyle(one).textDecorationLine, getComputedStyle(one).color, getComputedStyle(document.body).color]"
    walk.soon("an old value is on its tile", lambda: all_of(driver, "#seat-bed-23 .stale"))
    line, colour, ink = driver.execute_script(script)
    walk.so("grey, not struck through", line == "none" and colour != ink, (line, colour, ink))
    walk.so("with its age in words", "ago" in one(driver, "#seat-bed-23 .stale .age").text and "old" in one(driver, "#seat-bed-23 .stale .age").text)
