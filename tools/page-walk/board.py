"""A ward of forty beds on one screen: who needs something comes first, and says why in words."""

import json
import secrets
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import scene
from scene import ADDRESS, all_of, click, enter_soon, one

BEDS = 40
# Older values are old; short, so that the walk needs no day.
STALE = 60


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


def board(walk, folder):
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
            sizes(walk, driver)
            finding(walk, driver)
            old(walk, driver)
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
    walk.soon("forty beds have their values", lambda: len(all_of(driver, "#board .vital.c-systolic")) == BEDS, 30)
    walk.so("nobody needs anything", {bed.get_attribute("data-need") for bed in all_of(driver, "#board .bed")} == {"nothing"})
    ward.measure(["bed-23"], systolic=98, diastolic=61, pulse=118)
    walk.soon("who has values outside comes first without another word", lambda: order(driver)[0] == "bed-23", 20)
    ward.measure(["bed-31"], spo2=89)
    walk.soon("after those who have more of them", lambda: order(driver)[:2] == ["bed-23", "bed-31"], 20)
    text = one(driver, "#bed-bed-23").text
    walk.so("an arrow and a word say the direction", all(word in text for word in ("98↓/61", "Sys low", "118↑", "high", "2 outside limits")), text)
    low = one(driver, "#bed-bed-31").text
    walk.so("down as well as up", "89↓" in low and "low" in low, low)
    walk.so("each with its age", all(vital.find_element("css selector", "time").text for vital in all_of(driver, "#bed-bed-23 .vital")))
    walk.so("a value inside has no mark", not all_of(driver, "#bed-bed-02 .out, #bed-bed-02 .word.high, #bed-bed-02 .word.low"))


def sizes(walk, driver):
    def resize(width, height, scale=1, mobile=False):
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile})
        driver.get(f"{ADDRESS}/board")
        walk.soon(f"forty beds at {width}x{height}", lambda: len(all_of(driver, "#board.dense .bed")) == BEDS)

    def bottom():
        return driver.execute_script("return Math.max(...[...document.querySelectorAll('#board .bed')].map((bed) => bed.getBoundingClientRect().bottom + scrollY))")

    def cut():
        return driver.execute_script("return [...document.querySelectorAll('.vital .parts, .vital.out .small')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent).slice(0, 5)")

    resize(1280, 800)
    walk.so("forty beds are on one screen of 1280x800", bottom() <= 800, bottom())
    walk.so("with no value cut off", not cut(), cut())
    walk.accessible(driver, "board")
    walk.shot(driver, "board-1280")
    resize(390, 844, scale=2, mobile=True)
    walk.so("and within three screens of a phone", bottom() <= 3 * 844, bottom())
    walk.so("which does not scroll sideways", driver.execute_script("return document.documentElement.scrollWidth") <= 390)
    walk.so("with no value cut off there either", not cut(), cut())
    walk.shot(driver, "board-390")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    walk.accessible(driver, "board in the dark")
    walk.shot(driver, "board-390-dark")
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
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


def old(walk, driver):
    """An old value is grey, with its age in words, and never struck through."""
    import time

    ward = walk.hub
    time.sleep(STALE)
    ward.measure(["bed-05"], pulse=125)
    driver.get(f"{ADDRESS}/board")
    walk.soon("an old value outside comes after a new one", lambda: order(driver)[0] == "bed-05" and one(driver, "#bed-bed-23").get_attribute("data-need") == "outsideOld", 20)
    walk.so("and says so", "old value outside" in one(driver, "#bed-bed-23").text)
    driver.get(f"{ADDRESS}/")
    script = "const one = document.querySelector('#seat-bed-23 .stale .number'); return [getComputedStyle(one).textDecorationLine, getComputedStyle(one).color, getComputedStyle(document.body).color]"
    walk.soon("an old value is on its tile", lambda: all_of(driver, "#seat-bed-23 .stale"))
    line, colour, ink = driver.execute_script(script)
    walk.so("grey, not struck through", line == "none" and colour != ink, (line, colour, ink))
    walk.so("with its age in words", "ago" in one(driver, "#seat-bed-23 .stale .age").text and "old" in one(driver, "#seat-bed-23 .stale .age").text)
