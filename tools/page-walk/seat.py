"""A person who looks at one seat."""

import json
import time

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
    click(driver, "[data-span=year]")
    walk.soon("a year is a year", lambda: one(driver, "[data-span=year]").get_attribute("aria-pressed") == "true")
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.accessible(driver, "record by hand")
    click(driver, "details.kind summary")
    for name, number in (("systolic", "135"), ("diastolic", "85")):
        one(driver, f"details[open] input[name='value.{name}']").send_keys(number)
    click(driver, "details[open] form.box button")
    walk.soon("a typed record comes back to the seat", lambda: driver.current_url.endswith("/seats/bed-a"))
    walk.soon("and stands in the table", lambda: "135" in one(driver, "#records").text)
    walk.soon("and is at the server", lambda: "at the server" in next(one for one in all_of(driver, "#records tbody tr") if "135" in one.text).text, 30)
    walk.so("the cloud has it once", sum("135" in json.dumps(one) for one in hub.delivered()) == 1)
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
    walk.soon("a deleted one is struck through", lambda: "deleted" in one(driver, row).get_attribute("class"), 30)
    answer = driver.execute_async_script("fetch('/seats/bed-a/records.csv').then(one => one.text()).then(arguments[0])")
    walk.so("the file has the value that stands", ",systolic,128," in answer, answer)
    driver.set_window_size(320, 700)
    for path in ("/", "/seats/bed-a", "/held"):
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
        "const done = arguments[0]; fetch('/').then(() => done(performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))"
        ".reduce((sum, one) => sum + one.encodedBodySize, 0)))")
    walk.so("the page is small", 0 < size < 150_000, size)
    walk.quiet(driver, "seat")
