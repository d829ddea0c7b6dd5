"""A person who administers the site."""

import json
import os
import secrets
import signal
import time

from scene import ADDRESS, all_of, click, one

SECTIONS = ("", "/hubs", "/devices", "/timeline", "/sessions", "/limits", "/units", "/components", "/accounts", "/kiosks", "/codes", "/logs")


def admin(walk, driver):
    walk.title("somebody who looks after the site")
    driver.execute_script("window.confirm = () => true")
    sections(walk, driver)
    problems(walk, driver)
    devices(walk, driver)
    sessions(walk, driver)
    stays(walk, driver)
    limits(walk, driver)
    accounts(walk, driver)
    walk.quiet(driver, "administration")


def go(driver, path):
    driver.get(ADDRESS + path)
    driver.execute_script("window.confirm = () => true")


def sections(walk, driver):
    for path in SECTIONS:
        go(driver, f"/admin{path}")
        name = f"admin{path.replace('/', '-')}"
        walk.accessible(driver, name)
        walk.shot(driver, name)
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 700, "deviceScaleFactor": 2, "mobile": True})
        time.sleep(0.3)
        wide = driver.execute_script("return document.documentElement.scrollWidth")
        walk.so(f"{name} fits a phone of 320 px", wide <= 320, wide)
        driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    go(driver, "/admin/hubs")
    walk.so("each program has its state and version", "device-reader/main" in one(driver, "main").text and "running" in one(driver, "main").text)
    walk.so("and the hub its last message", "Last message" in one(driver, "main").text)
    go(driver, "/admin/codes")
    walk.so("what a FHIR server gets has its codes, and what has none is listed", "8867-4" in one(driver, "main table").text and all_of(driver, "main ul li"))
    go(driver, "/admin/logs?of=session-manager")
    walk.so("the log of this machine's program is there", one(driver, "pre.log").text.strip(), one(driver, "main").text)
    driver.get(f"{ADDRESS}/admin/logs?of=../site-key")
    walk.so("and no other file", not all_of(driver, "pre.log"))


def problems(walk, driver):
    """While its keeper is stopped, a missing process appears on the overview without a reload, and vanishes again."""
    hub = walk.hub
    go(driver, "/")
    keeper = hub.up
    uploaders = list((hub.state / "run").glob("uploader*.pid"))
    keeper.send_signal(signal.SIGSTOP)
    try:
        for file in uploaders:
            os.kill(int(file.read_text()), signal.SIGKILL)
        walk.soon("what is wrong is named above the tiles without another word", lambda: "not running: uploader" in one(driver, "#problems").text)
        walk.accessible(driver, "overview with a problem")
        walk.shot(driver, "problem")
        go(driver, "/admin")
        walk.so("and in full for an operator, with the command", "uploader" in one(driver, "#problems").text and all_of(driver, "#problems code"))
    finally:
        keeper.send_signal(signal.SIGCONT)
    go(driver, "/")
    walk.soon("mended it is gone", lambda: "uploader" not in one(driver, "#problems").get_attribute("textContent"))


def devices(walk, driver):
    hub = walk.hub
    go(driver, "/admin/devices")
    walk.so("a device is there with who hears it", "seen by" in one(driver, "[data-device]").text, one(driver, "main").text)
    device = one(driver, "[data-device]").get_attribute("data-device")
    card = f"[data-device='{device}']"
    click(driver, f"{card} summary")
    one(driver, f"{card} select[name=seat]").send_keys("bed-b")
    click(driver, f"{card} form.box button")
    walk.soon("it is assigned", lambda: "bed-b, since" in one(driver, card).text)
    walk.so("at the session manager, too", any(one["device"] == device and one["seat"] == "bed-b" for one in hub.ask("devices")["assignments"]))
    walk.accessible(driver, "an assigned device")
    walk.shot(driver, "devices")
    go(driver, "/admin/timeline")
    walk.so("the time line has it", "bed-b" in one(driver, "main").text and all_of(driver, "rect.open"), one(driver, "main").text)
    walk.accessible(driver, "time line")
    walk.shot(driver, "timeline")
    go(driver, "/admin/devices")
    click(driver, f"{card} button.danger")
    walk.soon("the assignment ends", lambda: "bed-b, since" not in one(driver, card).text)


def sessions(walk, driver):
    hub = walk.hub
    go(driver, "/admin/sessions")
    click(driver, "#seat-bed-b button.danger")
    walk.soon("a session is ended", lambda: "No session" in one(driver, "#seat-bed-b").text)
    time.sleep(0.8)
    click(driver, "#seat-bed-b summary")
    for name, text in (("user", "other-user"), ("organization", "demo-org"), ("token", "wrong-token")):
        one(driver, f"#seat-bed-b input[name={name}]").send_keys(text)
    click(driver, "#seat-bed-b form.box button")
    walk.soon("a wrong token is refused, and the page says so", lambda: one(driver, "#seat-bed-b .box .said.bad").text)
    field = one(driver, "#seat-bed-b input[name=token]")
    field.clear()
    field.send_keys("other-token")
    click(driver, "#seat-bed-b form.box button")
    walk.soon("with the right one it begins", lambda: "other-user of demo-org" in one(driver, "#seat-bed-b p").text)
    walk.so("the token is nowhere on the page", "other-token" not in driver.page_source)
    written = [file for file in hub.state.rglob("*") if file.is_file() and b"other-token" in file.read_bytes()]
    walk.so("and in no file", not written, written)
    walk.shot(driver, "sessions")


def stays(walk, driver):
    """A reading from before the seat's session began."""
    hub = walk.hub
    reading = hub.ask("heldReadings")["readings"][0]["reading"]
    reading |= {"readingKey": f"rnd1-{secrets.token_hex(16)}", "timestamp": "2026-01-02T08:00:00.000Z"}
    told = hub.answer("call", "session-manager", "submitRecords", "-", given=json.dumps({"records": [reading]}))
    walk.so("a device's reading of some time ago", told and "held" in told, told)
    go(driver, "/held")
    key = reading["readingKey"]
    card = lambda: one(driver, f"[data-reading='{key}']")
    walk.soon("has its card", lambda: card().is_displayed())
    card().find_element("css selector", "select[name=seat]").send_keys("bed-b")
    walk.soon("once its seat is known it asks whose stay it was", lambda: card().find_element("css selector", ".stay").is_displayed())
    card().find_element("css selector", "form.box button").click()
    walk.soon("without a choice it is refused in plain words", lambda: "choose whose stay" in card().find_element("css selector", ".said.bad").text)
    walk.accessible(driver, "a choice of stays")
    walk.shot(driver, "stay")
    choices = [one.text for one in card().find_elements("css selector", ".stay option")]
    walk.so("the choices are people and times", any("other-user of demo-org" in one for one in choices), choices)
    select = card().find_element("css selector", ".stay select")
    select.find_elements("css selector", "option")[1].click()
    card().find_element("css selector", "form.box button").click()
    walk.soon("with one it is confirmed", lambda: not all_of(driver, f"[data-reading='{key}']"))


def limits(walk, driver):
    """A seat's limits are entered once, for every page of the site."""
    go(driver, "/seats/bed-a")
    walk.so("128 is nothing unusual yet", not all_of(driver, "#seat-bed-a .unusual"))
    click(driver, "details.limits summary")
    walk.accessible(driver, "limits")
    for end, number in (("highest", "90"), ("lowest", "100")):
        field = one(driver, f"input[name='{end}.systolic']")
        field.clear()
        field.send_keys(number)
    click(driver, "details.limits button")
    walk.soon("limits that cannot be are refused", lambda: "below the lowest" in one(driver, "details.limits .said.bad").text)
    field = one(driver, "input[name='highest.systolic']")
    field.clear()
    field.send_keys("120")
    click(driver, "details.limits button")
    walk.soon("what is usual stands on the seat's page", lambda: "100–120" in one(driver, "#usual").text)
    walk.soon("and 128 stands out at once", lambda: all_of(driver, "#seat-bed-a .unusual"))
    walk.shot(driver, "limits")
    go(driver, "/")
    walk.so("on the overview, too", all_of(driver, "#seat-bed-a .unusual") and not all_of(driver, "#seat-bed-b .unusual"))


def accounts(walk, driver):
    go(driver, "/admin/accounts")
    summary = next(one for one in all_of(driver, "main section:first-of-type > details > summary"))
    summary.click()
    form = one(driver, "form[action$='/admin/accounts/person']")
    form.find_element("css selector", "input[name=name]").send_keys("day-desk")
    form.find_element("css selector", "select[name=role]").send_keys("caregiver")
    form.find_element("css selector", "button").click()
    walk.soon("a person gets an account, and its password once", lambda: "shown this once" in form.find_element("css selector", ".said").text)
    password = form.find_element("css selector", ".said").text.split()[-1]
    other = walk.browser()
    other.get(f"{ADDRESS}/login")
    one(other, "input[name=name]").send_keys("day-desk")
    one(other, "input[name=password]").send_keys(password)
    one(other, "main form button").click()
    walk.soon("with which they enter", lambda: "day-desk, caregiver" in one(other, "footer").text)
    other.get(f"{ADDRESS}/admin")
    walk.so("but who is not an operator sees nothing of this", "caregiver" in one(other, ".error").text)
    walk.so("nor its place in the menu", not all_of(other, "a[href$='/admin']"))
    walk.hub.wait("the list of accounts", lambda: go(driver, "/admin/accounts") or all_of(driver, ".entry"))
    walk.so("the password is not shown again", password not in driver.page_source)
    entry = next(one for one in all_of(driver, ".entry") if "day-desk" in one.text)
    entry.find_element("css selector", "button.danger").click()
    walk.soon("removed, their browser is out", lambda: other.get(f"{ADDRESS}/") or "/login" in other.current_url)
