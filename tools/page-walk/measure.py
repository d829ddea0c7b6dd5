"""A nurse who measures: pairs, reads, books, discards, cancels, leaves in the middle; one cuff for two people."""

import json
import os
import signal
import socket
import time

from scene import ADDRESS, PORT, all_of, click, enter, enter_soon, one

SHARED = "F0:0D:00:00:00:21"
LOCKED = "F0:0D:00:00:00:22"


def press(hub, systolic, device=SHARED):
    """A person measures with a cuff."""
    hub.control(do="measure", device=device, systolic=systolic, diastolic=75, pulse=61)


def words(driver):
    return one(driver, "#measure-words").text


def shown(driver):
    return [one.text for one in all_of(driver, "#measure .number")]


def choose(walk, driver, seat, name):
    """Chooses a seat by its code, and a nearby device by its name."""
    walk.hub.control(do="advertise", device=LOCKED if "Locked" in name else SHARED)
    driver.get(f"{ADDRESS}/measure")
    one(driver, "input[name=code]").send_keys(f"seat:{seat}\n")

    def found():
        link = next((one for one in all_of(driver, ".choices a") if name in one.text), None)
        if link is None:
            time.sleep(0.5)
            driver.refresh()
        return link

    walk.soon(f"{name} is in sight for {seat}", found)
    found().click()


def waits(walk, driver, what, seconds=60):
    """Whether the cuff waits for a person; its button is pressed until it does: a connected one ignores presses."""
    def is_waiting():
        if "waits until you measure" in words(driver):
            return True
        # A measurement whose page was closed ends only with its link. A person reads that, and begins again.
        if "in use for another measurement" in words(driver):
            button(driver, "Measure again").click()
        walk.hub.control(do="advertise", device=SHARED)
        time.sleep(1)
        return False

    walk.soon(what, is_waiting, seconds)


def begin(driver, pairs=False):
    form = next(one for one in all_of(driver, "form[action$='/measure/start']") if bool(all_of(one, "input[name=pair]")) == pairs)
    one(form, "button").click()


def button(driver, text):
    return next(one for one in all_of(driver, "#measure button") if one.text == text)


def numbers(part):
    """All numbers of a record, including those in strings; no id consists of digits alone."""
    if isinstance(part, dict):
        part = list(part.values())
    if isinstance(part, list):
        return [number for one in part for number in numbers(one)]
    try:
        return [float(part)]
    except (TypeError, ValueError):
        return []


def of(hub, user, systolic):
    """The number of a user's records from these cuffs with a systolic value; an export may have the same number."""
    return sum({systolic, 75, 61} <= set(numbers(one)) for one in hub.delivered() if user in json.dumps(one))


def anybody(hub, systolic):
    return of(hub, "", systolic)


def held(hub, systolic):
    """The held readings with a systolic value: the seat and reason of each."""
    entries = hub.held_readings()
    return [
        (one["reading"].get("seat"), one["reason"]) for one in entries
        if any(value["metric"] == "systolic" and float(value["value"]) == systolic for value in one["reading"]["measurements"])
    ]


def is_served():
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", PORT)) == 0


def fits(walk, driver, name):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 700, "deviceScaleFactor": 2, "mobile": True})
    time.sleep(0.3)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    walk.so(f"{name} fits a phone of 320 px", wide <= 320, wide)
    walk.shot(driver, f"phone-{name.replace(' ', '-')}")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def measure(walk, driver):
    walk.title("a nurse who measures now")
    hub = walk.hub
    for address, name, more in ((SHARED, "RoundCuff", {}), (LOCKED, "LockedCuff", {"pairing": "passkey", "passkey": 123456})):
        hub.control(do="add", device={"address": address, "name": name, "idleSeconds": 20, **more})
    # A restarted page knows no person.
    enter(walk, driver, "/seats/bed-a")
    click(driver, "a[href$='/measure?seat=bed-a']")
    walk.soon("a seat's page leads to measuring", lambda: "bed-a" in one(driver, ".who").text)
    whom(walk, driver)
    book(walk, driver)
    shared(walk, driver)
    throw_away(walk, driver)
    pair(walk, driver)
    leave(walk, driver)
    killed(walk, driver)


def whom(walk, driver):
    driver.get(f"{ADDRESS}/measure")
    walk.so("the field for a scanner has the focus", driver.switch_to.active_element.get_attribute("name") == "code")
    walk.accessible(driver, "whom to measure")
    fits(walk, driver, "measure whom")
    one(driver, "input[name=code]").send_keys("bed\n")
    walk.soon("half a name is nobody's", lambda: "no such seat" in one(driver, ".error").text)
    one(driver, "input[name=code]").send_keys("https://page.example/seats/bed-a\n")
    walk.soon("a code with the seat's address is the seat", lambda: "bed-a" in one(driver, ".who").text)


def book(walk, driver):
    hub = walk.hub
    choose(walk, driver, "bed-a", "RoundCuff")
    walk.so("it says that the cuff is shared", "shared" in one(driver, "main").text, one(driver, "main").text)
    walk.so("there are three instructions", len(all_of(driver, ".meter dd")) == 3)
    walk.so("and a picture", driver.execute_script("return document.querySelector('.drawing').naturalWidth") > 0)
    walk.accessible(driver, "what to measure with")
    walk.shot(driver, "measure-device")
    fits(walk, driver, "measure device")
    begin(driver)
    walk.soon("it connects or waits", lambda: "evice" in words(driver))
    waits(walk, driver, "and says when the cuff waits for somebody")
    walk.accessible(driver, "measuring")
    walk.shot(driver, "measure-waiting")
    walk.so("it is read out", "waits until you measure" in one(driver, "#measure-heard").get_attribute("textContent"))
    press(hub, 117)
    walk.soon("the value is there by itself", lambda: shown(driver)[:2] == ["117", "75"])
    walk.so("it asks whose it is, by the seat that was chosen", "bed-a's value" in words(driver), words(driver))
    walk.accessible(driver, "the value")
    walk.shot(driver, "measure-value")
    fits(walk, driver, "measure value")
    walk.so("nothing is booked before the word", anybody(hub, 117) == 0 and held(hub, 117) == [("bed-a", "awaitsConfirmation")], held(hub, 117))
    button(driver, "Save").click()
    walk.soon("booked", lambda: "Saved for bed-a" in words(driver))
    walk.soon("the cloud has it once, on bed-a's person", lambda: of(hub, "demo-user", 117) == 1 and anybody(hub, 117) == 1)


def shared(walk, driver):
    """The same cuff on a round, by the keyboard alone; the second person sees that it is in use."""
    from selenium.webdriver.common.keys import Keys

    hub = walk.hub
    other = walk.browser()
    enter(walk, other, "/measure")
    choose(walk, driver, "bed-b", "RoundCuff")
    form = next(one for one in all_of(driver, "form[action$='/measure/start']") if not all_of(one, "input[name=pair]"))
    one(form, "button").send_keys(Keys.ENTER)
    waits(walk, driver, "the cuff waits for bed-b")
    other.get(f"{ADDRESS}/measure?seat=bed-a&peripheral=3000")
    begin(other)
    walk.soon("who measures with it at the same time is told so", lambda: "in use for another measurement" in words(other))
    walk.shot(other, "measure-busy")
    walk.so("and the first goes on", "waits until you measure" in words(driver), words(driver))
    press(hub, 123)
    walk.soon("the value comes to who asked", lambda: shown(driver)[:1] == ["123"])
    walk.so("and not to the other", not shown(other))
    button(driver, "Save").send_keys(Keys.ENTER)
    walk.soon("booked by the keyboard", lambda: "Saved for bed-b" in words(driver))
    walk.soon("the cloud has it once, on bed-b's person", lambda: of(hub, "other-user", 123) == 1 and anybody(hub, 123) == 1)
    stale = driver.execute_async_script(
        "const done = arguments[0]; fetch(document.documentElement.dataset.base + '/measure/run/book', {method: 'POST', body: new URLSearchParams({csrf: document.body.dataset.csrf, run: 'an older one'})})"
        ".then(one => done(one.status))")
    walk.so("a form of another measurement books nothing", stale == 409, stale)
    other.quit()
    walk.browsers.remove(other)


def throw_away(walk, driver):
    hub = walk.hub
    choose(walk, driver, "bed-a", "RoundCuff")
    begin(driver)
    waits(walk, driver, "a measurement runs")
    button(driver, "Cancel").click()
    walk.soon("it can be cancelled", lambda: "Cancelled" in words(driver))
    walk.accessible(driver, "cancelled")
    walk.so("nothing is held of it", not held(hub, 124))
    button(driver, "Measure again").click()
    walk.soon("and begun again", lambda: "onnecting" in words(driver) or "Waiting" in words(driver))
    # It is silent now, like a real one that was switched off, and returns once it has measured.
    press(hub, 124)
    walk.soon("a value to discard", lambda: shown(driver)[:1] == ["124"])
    driver.execute_script("window.confirm = () => true")
    button(driver, "Discard").click()
    walk.soon("is discarded", lambda: "Discarded" in words(driver))
    walk.so("held nowhere, and not at the cloud", not held(hub, 124) and anybody(hub, 124) == 0)


def pair(walk, driver):
    hub = walk.hub
    choose(walk, driver, "bed-a", "LockedCuff")
    begin(driver)
    walk.soon("a cuff that wants to be paired says so", lambda: "has to be paired" in words(driver))
    walk.accessible(driver, "not paired")
    walk.shot(driver, "measure-not-paired")
    hub.control(do="advertise", device=LOCKED)
    button(driver, "Pair").click()
    walk.soon("the field for digits comes when the cuff shows some", lambda: all_of(driver, "input[name=passkey]"))
    walk.soon("and has the focus", lambda: driver.switch_to.active_element.get_attribute("name") == "passkey")
    walk.accessible(driver, "the digits")
    walk.shot(driver, "measure-passkey")
    one(driver, "input[name=passkey]").send_keys("12")
    driver.execute_script("document.querySelector('input[name=passkey]').removeAttribute('pattern')")
    button(driver, "Send").click()
    walk.soon("two digits are too few", lambda: "six digits" in one(driver, "#measure .said.bad").text)
    one(driver, "input[name=passkey]").clear()
    one(driver, "input[name=passkey]").send_keys("123 456\n")
    walk.soon("after it the field is gone", lambda: not all_of(driver, "input[name=passkey]"))
    walk.soon("and the paired cuff is read", lambda: "Waiting for the device" in words(driver) or "evice" in words(driver) and "Pairing" not in words(driver))
    press(hub, 126, LOCKED)
    walk.soon("its value comes", lambda: shown(driver)[:1] == ["126"])
    button(driver, "Save").click()
    walk.soon("and is booked for bed-a", lambda: of(hub, "demo-user", 126) == 1 and anybody(hub, 126) == 1)
    logs = "".join(path.read_text(errors="replace") for path in hub.state.rglob("*") if path.suffix in (".log", ".jsonl"))
    walk.so("no log has the digits", "123456" not in logs + (hub.folder / "up.log").read_text(errors="replace"))


def leave(walk, driver):
    """The page is closed in the middle, and another person begins."""
    hub = walk.hub
    choose(walk, driver, "bed-a", "RoundCuff")
    begin(driver)
    waits(walk, driver, "a measurement for bed-a runs")
    driver.get("about:blank")
    press(hub, 127)
    walk.soon("closed in the middle, its reading is held for bed-a", lambda: held(hub, 127) == [("bed-a", "awaitsConfirmation")])
    other = walk.browser()
    enter(walk, other, "/measure")
    choose(walk, other, "bed-b", "RoundCuff")
    begin(other)
    waits(walk, other, "the next person is measured with the same cuff")
    press(hub, 129)
    walk.soon("and gets the new value", lambda: shown(other)[:1] == ["129"])
    button(other, "Save").click()
    walk.soon("which is booked for bed-b alone", lambda: of(hub, "other-user", 129) == 1 and anybody(hub, 129) == 1)
    walk.so("the one before still waits for bed-a", held(hub, 127) == [("bed-a", "awaitsConfirmation")] and anybody(hub, 127) == 0, held(hub, 127))
    driver.get(f"{ADDRESS}/measure/run")
    walk.soon("who comes back finds it", lambda: shown(driver)[:1] == ["127"])
    button(driver, "Save").click()
    walk.soon("and books it for bed-a", lambda: of(hub, "demo-user", 127) == 1 and anybody(hub, 127) == 1)
    walk.quiet(driver, "measure")
    other.quit()
    walk.browsers.remove(other)


def killed(walk, driver):
    """The page's process is killed while a cuff measures."""
    hub = walk.hub
    choose(walk, driver, "bed-b", "RoundCuff")
    begin(driver)
    waits(walk, driver, "a measurement for bed-b runs")
    os.kill(hub.pid("page"), signal.SIGKILL)
    press(hub, 133)
    walk.soon("the page killed, its reading is held for bed-b", lambda: held(hub, 133) == [("bed-b", "awaitsConfirmation")])
    walk.so("and nobody's yet", anybody(hub, 133) == 0)
    hub.wait("the page again", is_served)
    enter_soon(walk, driver)
    driver.get(f"{ADDRESS}/held")
    card = next(one for one in all_of(driver, "[data-reading]") if any(field.get_attribute("value") == "133" for field in all_of(one, "input[name='value.systolic']")))
    walk.so("its card has the seat", one(card, "select[name=seat]").get_attribute("value") == "bed-b")
    one(card, "form.box button").click()
    walk.soon("confirmed there, the cloud has it once, on bed-b's person", lambda: of(hub, "other-user", 133) == 1 and anybody(hub, 133) == 1)
