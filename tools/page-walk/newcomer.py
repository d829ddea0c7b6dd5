"""A person who opens the printed address."""

import datetime

from prove import people
from scene import ADDRESS, all_of, one


def newcomer(walk):
    walk.title("somebody who opens the printed address")
    hub, driver = walk.hub, walk.browser()
    address = hub.answer("page").strip()
    driver.get(address)
    walk.so("the printed address enters", driver.current_url == f"{ADDRESS}/", driver.current_url)
    walk.so("both seats are there", {one.get_attribute("data-seat") for one in all_of(driver, ".tile")} == {"bed-a", "bed-b"})
    walk.so("it says that there is nothing yet", "No values yet" in one(driver, "#seat-bed-a").text)
    walk.accessible(driver, "overview")
    other = walk.browser()
    other.get(address)
    walk.so("the address enters once", "used already" in one(other, "main").text, one(other, "main").text)
    walk.so("and the page asks for name and password", all_of(other, "input[type=password]"))
    walk.accessible(other, "login")
    for seat, user in (("bed-a", "demo"), ("bed-b", "other")):
        hub.wait(f"the session of {seat}", lambda: people.admit(hub, user, seat=seat))
    overview = driver.current_window_handle
    driver.switch_to.new_window("tab")
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("a person without values has a page that says what to do", "The buttons above add" in one(driver, "#tiles + .first").text)
    walk.so("and has such a button", all_of(driver, ".actions a[href$='/seats/bed-a/add']"))
    page = driver.current_window_handle
    driver.switch_to.window(overview)
    ready = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=1)
    hub.ready = ready.strftime("%Y-%m-%dT%H:%M:%SZ")
    hub.run("record", "add", "--type", "biometrics", "--seat", "bed-a", "blood_pressure=128/81", "pulse=64")
    walk.soon("a reading is on its tile without another word", lambda: "128/81" in one(driver, "#seat-bed-a .number").text)
    walk.soon("its age is there", lambda: "just now" in one(driver, "#seat-bed-a").text)
    walk.so("and on nobody else's", "128" not in one(driver, "#seat-bed-b").text)
    driver.switch_to.window(page)
    walk.soon("the person's page has it, too, in place of those words", lambda: "128/81" in one(driver, ".number").text and not one(driver, "#tiles + .first").is_displayed())
    driver.close()
    driver.switch_to.window(overview)
    walk.shot(driver, "overview")
    walk.quiet(driver, "overview")
    return driver
