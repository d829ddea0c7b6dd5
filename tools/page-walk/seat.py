"""A person who looks at one seat."""

import json
import re
import time
from datetime import datetime

from scene import ADDRESS, all_of, click, one


def seat(walk, driver):
    walk.title("somebody who looks at one person")
    hub = walk.hub
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon("a chart of blood pressure is drawn", lambda: one(driver, "figure[data-metric=systolic] canvas").size["width"] > 100)
    walk.so("with its pair", "Diastolic" in one(driver, "figure[data-metric=systolic] .u-legend").text)
    walk.so("the table has the record", "128" in one(driver, "#records").text)
    walk.accessible(driver, "seat")
    walk.shot(driver, "seat")
    zoom(walk, driver)
    click(driver, "[data-span=year]")
    walk.soon("a year is a year", lambda: one(driver, "[data-span=year]").get_attribute("aria-pressed") == "true")
    walk.so("and shows all of it", not one(driver, "#charts-shown").text, one(driver, "#charts-shown").text)
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.accessible(driver, "record by hand")
    walk.shot(driver, "round")
    slips(walk, driver)
    round_of(walk, driver)
    notes(walk, driver)
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon("it stands in the table", lambda: "135" in one(driver, "#records").text)
    walk.soon("and is at the server", lambda: "at the server" in next(one for one in all_of(driver, "#records tbody tr") if "135" in one.text).text)
    # An id may have these digits, too.
    found = [one for one in hub.delivered() if re.search(r"(?<![\w.-])135(?![\w-])", json.dumps(one))]
    walk.so("the cloud has it once", len(found) == 1, found)
    record = next(one for one in all_of(driver, "#records tbody tr") if "135" in one.text).get_attribute("data-record")
    row = f"#records tr[data-record='{record}']"
    click(driver, f"{row} summary")
    field = one(driver, f"{row} input[name='value.systolic']")
    field.clear()
    field.send_keys("141")
    click(driver, f"{row} form.box button")
    walk.soon("a change makes a revision", lambda: "revision 2" in one(driver, row).text and "141" in one(driver, row).text)
    driver.execute_script("window.confirm = () => true")
    click(driver, f"{row} summary")
    click(driver, f"{row} button.danger")
    walk.soon("a deleted one is struck through", lambda: "deleted" in one(driver, row).get_attribute("class"))
    answer = driver.execute_async_script("fetch(document.documentElement.dataset.base + '/seats/bed-a/records.csv').then(one => one.text()).then(arguments[0])")
    walk.so("the file has the value that stands", ",systolic,128," in answer, answer)
    driver.set_window_size(320, 700)
    for path in ("/", "/board", "/seats/bed-a", "/seats/bed-a/add", "/held"):
        driver.get(ADDRESS + path)
        # Chromium's own window is at least 500 wide, so the page gets a phone's width by emulation.
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 700, "deviceScaleFactor": 2, "mobile": True})
        time.sleep(0.5)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        walk.so(f"{path} fits a phone of 320 px", wide <= 320, wide)
        walk.shot(driver, f"phone{path.replace('/', '-')}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    driver.set_window_size(1100, 900)
    size = driver.execute_async_script(
        "const done = arguments[0]; fetch(document.documentElement.dataset.base + '/').then(() => done(performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, one) => sum + one.encodedBodySize, 0)))")
    walk.so("the page is small", 0 < size < 150_000, size)
    walk.quiet(driver, "seat")


def shown(driver):
    """The period that the page says its charts show, in hours; nothing while it does not say one."""
    times = re.findall(r"\d{4}-\d\d-\d\d \d\d:\d\d", one(driver, "#charts-shown").text)
    return (datetime.fromisoformat(times[1]) - datetime.fromisoformat(times[0])).total_seconds() / 3600 if len(times) == 2 else None


def drawn(driver, metric):
    """A chart's pixels."""
    return driver.execute_script(f"return document.querySelector('figure[data-metric={metric}] canvas').toDataURL()")


def zoom(walk, driver):
    """A finger zooms all charts by buttons, a mouse by a drag across one; the page says what they show."""
    from selenium.webdriver import ActionChains

    sizes = [button.size for button in all_of(driver, "[data-zoom]")]
    walk.so("the zoom's buttons are for fingers", len(sizes) == 5 and all(min(size["width"], size["height"]) >= 48 for size in sizes), sizes)
    before = drawn(driver, "systolic"), drawn(driver, "pulse")
    click(driver, "[data-zoom=in]")
    walk.soon("a touch shows half of the week, in words", lambda: shown(driver) == 84)
    walk.soon("all charts are zoomed", lambda: drawn(driver, "systolic") != before[0] and drawn(driver, "pulse") != before[1])
    end = one(driver, "#charts-shown").text[-16:]
    click(driver, "[data-zoom=earlier]")
    walk.soon("another moves to what is earlier", lambda: shown(driver) == 84 and one(driver, "#charts-shown").text[-16:] < end)
    walk.accessible(driver, "zoomed charts")
    walk.shot(driver, "seat-zoomed")
    click(driver, "[data-zoom=out]")
    walk.soon("the way back is the whole week", lambda: one(driver, "#charts-shown").text == "The whole period is shown.")
    over = one(driver, "figure[data-metric=pulse] .u-over")
    ActionChains(driver).move_to_element_with_offset(over, -100, 0).click_and_hold().move_by_offset(100, 0).release().perform()
    walk.soon("a drag across one chart zooms", lambda: 0 < shown(driver) < 84)
    length = shown(driver)
    click(driver, "[data-zoom=out]")
    walk.soon("and the buttons continue from there", lambda: abs(shown(driver) - 2 * length) < 0.1)
    click(driver, "[data-zoom=whole]")
    walk.soon("one button shows all", lambda: one(driver, "#charts-shown").text == "The whole period is shown.")


def typed(driver, metric, text=None):
    """The text of a number's field, which is replaced by `text` if there is one."""
    field = one(driver, f"input[name='value.{metric}']")
    if text is not None:
        field.clear()
        field.send_keys(text)
    return field.get_attribute("value")


def slips(walk, driver):
    """Unlikely values are named while they are typed, with a guess to take over; a way to a meter keeps the typed ones."""
    typed(driver, "systolic", "1200")
    walk.soon("a slip is named while it is typed, with the guess", lambda: "did you mean" in one(driver, ".findings:not([hidden])").text.lower() and one(driver, ".findings button").text == "120 mmHg")
    walk.so("its field is marked", one(driver, "input[name='value.systolic']").get_attribute("aria-invalid") == "true")
    walk.accessible(driver, "a round with a slip")
    walk.shot(driver, "round-slip")
    click(driver, ".findings button")
    walk.soon("a tap takes the guess over", lambda: typed(driver, "systolic") == "120" and not all_of(driver, ".findings:not([hidden])"))
    typed(driver, "systolic", "80")
    typed(driver, "diastolic", "120")
    walk.soon("so are swapped pressures", lambda: one(driver, ".findings button").text == "120/80 mmHg")
    click(driver, ".findings button")
    walk.so("in both fields", (typed(driver, "systolic"), typed(driver, "diastolic")) == ("120", "80"))
    ways = [one.text for one in one(driver, ".ways").find_elements("css selector", "button, a")]
    walk.so("each row has three ways", len(ways) == 3, ways)
    click(driver, ".ways [data-way]")
    walk.soon("one leads to a meter for this person", lambda: "/measure?seat=bed-a" in driver.current_url)
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.so("and what was typed is still there", typed(driver, "systolic") == "120", typed(driver, "systolic"))
    driver.get(f"{ADDRESS}/language/de")
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    typed(driver, "systolic", "1280")
    walk.soon("in German as well", lambda: "Meinten Sie 128 mmHg?" in one(driver, ".findings:not([hidden])").text)
    driver.get(f"{ADDRESS}/language/en")
    driver.get(f"{ADDRESS}/seats/bed-b/add")
    walk.so("another person's form has nothing of it", not typed(driver, "systolic"))
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.so("and a draft ends there", not typed(driver, "systolic"))


def notes(walk, driver):
    """A note and who measured; the note is on this page alone, and goes with values that are taken back."""
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    typed(driver, "pulse", "71")
    one(driver, "[name=note]").send_keys("after the stairs")
    one(driver, "select[name=tester] option[value=self]").click()
    click(driver, "form.round button.primary")
    walk.soon("values are saved with a note", lambda: one(driver, ".said.good").text.startswith("Saved "))
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("the seat's page has the note", "after the stairs" in one(driver, "#notes-title + .notes").text)
    walk.soon("and the record says who measured", lambda: "measured by: the person" in next(row.text for row in all_of(driver, "#records tbody tr") if "71" in row.text))
    walk.so("no server has the note", "after the stairs" not in (walk.hub.folder / "cloud.journal").read_text())
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    typed(driver, "pulse", "72")
    one(driver, "[name=note]").send_keys("a slip")
    click(driver, "form.round button.primary")
    walk.soon("the next note is saved", lambda: one(driver, ".said.good").text.startswith("Saved "))
    click(driver, ".said.good button")
    walk.soon("taken back", lambda: "Undone" in one(driver, ".said.good").text)
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("and with it the note", "a slip" not in one(driver, "#notes-title + .notes").text and "after the stairs" in one(driver, "#notes-title + .notes").text)


def round_of(walk, driver):
    """Types a round by the keyboard alone, takes it back, and types another one."""
    from selenium.webdriver.common.keys import Keys

    hub = walk.hub
    before = len(all_of(driver, "form"))
    walk.so("one form has all vitals", len(all_of(driver, "form.round input[data-jump]")) == 8 and before <= 3, before)
    walk.so("each with a number pad", all(field.get_attribute("inputmode") == "decimal" for field in all_of(driver, "[data-jump]")))
    active = driver.switch_to.active_element
    walk.so("the first field is ready to type", active.get_attribute("name") == "value.systolic", active.get_attribute("name"))
    for text in ("134", "84", "67", "97"):
        driver.switch_to.active_element.send_keys(text, Keys.ENTER)
    walk.so("Enter jumps from number to number", driver.switch_to.active_element.get_attribute("name") == "value.body_temperature")
    while driver.switch_to.active_element.tag_name == "input":
        driver.switch_to.active_element.send_keys(Keys.ENTER)
    walk.so("and after the last one to the button that saves", driver.switch_to.active_element.get_attribute("class") == "primary")
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    walk.soon("the answer says when it was saved", lambda: one(driver, ".said.good").text.startswith("Saved "))
    walk.so("and the form is empty for the next values", not one(driver, "input[name='value.systolic']").get_attribute("value"))
    walk.shot(driver, "round-saved")
    walk.soon("the values are the person's", lambda: records(hub, "134"))
    click(driver, ".said.good button")
    walk.soon("undone, the answer says so", lambda: "Undone" in one(driver, ".said.good").text)
    walk.soon("and no record has the values", lambda: not records(hub, "134"))
    for name, number in (("systolic", "135"), ("diastolic", "85")):
        one(driver, f"input[name='value.{name}']").send_keys(number)
    click(driver, "form.round button.primary")
    walk.soon("the next values are saved", lambda: one(driver, ".said.good").text.startswith("Saved "))


def records(hub, number):
    """The records of bed-a that are not deleted and have a value."""
    found = hub.ask("recordHistory", json.dumps({"seat": "bed-a", "live": True})).get("records", [])
    return [one for one in found if one["state"] != "deleted" and number in json.dumps(one["record"]["measurements"])]
