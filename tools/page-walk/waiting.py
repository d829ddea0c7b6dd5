"""A cuff that its person switched on before measuring: the seat's tiles say so, and the room's tablet sounds once."""

import re

from scene import all_of, enter, one, touch

CUFF = "F0:0D:00:00:00:31"


def waiting(walk, driver):
    walk.title("a cuff that waits for its person")
    hub = walk.hub
    # It keeps the link before the person measures, like a cuff that a person switched on.
    hub.control(do="add", device={"address": CUFF, "name": "BedCuff", "idleSeconds": 60})
    assigned(hub)
    tablet = kiosk(walk)
    enter(walk, driver)
    walk.so("no tile says that a device waits", not all_of(driver, ".waits") and not all_of(tablet, ".waits"))
    switch_on(hub)
    walk.soon("the tile says that the cuff waits", lambda: all_of(driver, "#seat-bed-b .waits"))
    walk.so("by its kind, and what to do", "you can measure now" in one(driver, "#seat-bed-b .waits").text, one(driver, "#seat-bed-b").text)
    walk.so("another seat's tile does not", not all_of(driver, "#seat-bed-a .waits"))
    walk.soon("the tablet says so as well", lambda: all_of(tablet, "#seat-bed-b .waits"))
    tablet.execute_script("document.body.classList.add('veiled')")
    walk.so("also while it hides its values", one(tablet, "#seat-bed-b .waits").is_displayed() and not one(tablet, "#seat-bed-b dl").is_displayed())
    walk.accessible(tablet, "a tablet with a waiting cuff")
    walk.shot(tablet, "tablet-waiting")
    walk.soon("and sounds once", lambda: rung(tablet) == 2, 10)
    touch(tablet)
    hub.run("record", "add", "--type", "biometrics", "--seat", "bed-b", "pulse=66")
    walk.soon("another value changes the tile meanwhile", lambda: "66" in one(tablet, "#seat-bed-b").get_attribute("textContent"))
    walk.so("without another sound", rung(tablet) == 2 and all_of(tablet, "#seat-bed-b .waits"), rung(tablet))
    hub.control(do="measure", device=CUFF, systolic=119, diastolic=76, pulse=62)
    walk.soon("once it has measured, the tile has the value", lambda: "119/76" in one(driver, "#seat-bed-b").text)
    walk.soon("and waits no more", lambda: not all_of(driver, ".waits") and not all_of(tablet, ".waits"))
    walk.so("nothing sounded at the end", rung(tablet) == 2, rung(tablet))
    silent(walk, tablet)
    walk.quiet(tablet, "tablet with a sound")
    tablet.quit()
    walk.browsers.remove(tablet)


def assigned(hub):
    """Assigns the cuff to bed-b before any device is read without a request."""
    hub.must("call", "device-reader", "setPassivePeripherals", "-", given='{"peripheralIDs": []}')
    switch_on(hub)
    hub.wait("the cuff in sight", lambda: hub.run("device", "assign", "BedCuff", "--seat", "bed-b"))
    hub.control(do="silence", device=CUFF)
    hub.must("call", "device-reader", "setPassivePeripherals", "-", given='{"peripheralIDs": [3000]}')


def switch_on(hub):
    """Presses the cuff's button; a link of before ends first, because a connected cuff ignores presses."""
    hub.control(do="disconnect", device=CUFF)
    hub.control(do="advertise", device=CUFF)


def kiosk(walk):
    """A tablet of bed-b whose sound was switched on by a tap."""
    tablet = walk.browser(width=800)
    told = walk.hub.answer("page", "kiosk", "add", "waiting-tablet", "--seat", "bed-b") or ""
    tablet.get(re.search(r"http\S+", told)[0])
    walk.so("a tablet's sound is off until it is tapped", one(tablet, "#sound").get_attribute("aria-pressed") == "false")
    one(tablet, "#sound").click()
    walk.soon("a tap switches it on, and sounds", lambda: one(tablet, "#sound").get_attribute("aria-pressed") == "true" and rung(tablet) == 1)
    return tablet


def rung(driver):
    return int(one(driver, "#sound").get_attribute("data-rung") or 0)


def silent(walk, tablet):
    """Switched off, the tablet shows a waiting cuff without a sound."""
    one(tablet, "#sound").click()
    walk.so("a tap switches the sound off", one(tablet, "#sound").get_attribute("aria-pressed") == "false")
    switch_on(walk.hub)
    walk.soon("the cuff waits again", lambda: all_of(tablet, "#seat-bed-b .waits"), 90)
    walk.so("in silence", rung(tablet) == 2, rung(tablet))
    tablet.refresh()
    walk.so("also after the page is loaded again", rung(tablet) == 0 and one(tablet, "#sound").get_attribute("aria-pressed") == "false", rung(tablet))
