"""Two people with held readings."""

import json

from scene import ADDRESS, all_of, click, enter, has_value, one


def held(walk, driver):
    walk.title("two people at the held readings")
    hub = walk.hub
    hub.run("call", "device-reader", "setPassivePeripherals", "-", given='{"peripheralIDs": [3000]}')
    driver.get(f"{ADDRESS}/held")
    other = walk.browser()
    enter(walk, other, "/held")
    walk.soon("a cuff's reading appears by itself, held", lambda: len(all_of(driver, "[data-reading]")) > 1)
    walk.soon("for the other one too", lambda: len(all_of(other, "[data-reading]")) > 1)
    # A reading from before its session began belongs to no person; a device's clock has whole seconds.
    hub.wait("readings of the sessions", lambda: len(measured(hub)) > 1)
    walk.soon("those are there", lambda: {one.get_attribute("data-reading") for one in all_of(driver, "[data-reading]")} >= set(measured(hub)))
    hub.run("passive", "set", "--none") or hub.run("call", "device-reader", "setPassivePeripherals", "-", given='{"peripheralIDs": []}')
    key, second = measured(hub)[:2]
    card = one(driver, f"[data-reading='{key}']")
    walk.soon("the menu counts them", lambda: int(one(driver, "[data-count-of=held]").text.rstrip("+") or 0) > 1)
    walk.so("it says why", "not assigned to a seat" in card.text, card.text)
    walk.accessible(driver, "held")
    walk.shot(driver, "held")
    form = f"[data-reading='{key}'] form.box"
    before = len(hub.delivered())
    value = one(driver, f"{form} input[name='value.systolic']")
    value.clear()
    value.send_keys("1280")
    likely = f"[data-reading='{key}'] [data-likely]"
    walk.so("those who may have measured are named, and nobody is chosen", {one.get_attribute("data-likely") for one in all_of(driver, likely)} == {"bed-a", "bed-b"}
            and not one(driver, f"{form} select[name=seat]").get_attribute("value"), card.text)
    walk.so("each with how sure that is", all("%" in one.text for one in all_of(driver, likely)), card.text)
    walk.so("and it says that nothing is assigned by itself", "assigns nothing by itself" in card.text)
    click(driver, f"{likely}[data-likely=bed-b]")
    walk.so("a tap chooses the person, and the button says for whom", one(driver, f"{form} button").text == "Confirm for bed-b", one(driver, f"{form} button").text)
    walk.so("and books nothing", len(hub.delivered()) == before and all_of(driver, f"[data-reading='{key}']"))
    walk.accessible(driver, "held with likely persons")
    click(driver, f"{form} button")
    walk.soon("a slip is refused, and the card says why", lambda: one(driver, f"{form} .said.bad").text)
    walk.so("and nothing of it went to the cloud", len(hub.delivered()) == before)
    value.clear()
    value.send_keys("131")
    click(driver, f"{form} button")
    if not walk.soon("corrected and confirmed it is gone", lambda: not all_of(driver, f"[data-reading='{key}']")):
        print(f"       the card says: {[one.text for one in all_of(driver, f'{form} .said')]}")
    walk.soon("from the other's page as well", lambda: not all_of(other, f"[data-reading='{key}']"))
    walk.soon("the cloud has it once, on the other user", lambda: 131 in values(hub, "other-user"))
    driver.execute_script("window.confirm = () => true")
    click(driver, f"[data-reading='{second}'] button.danger")
    walk.soon("a discarded one is gone", lambda: not all_of(driver, f"[data-reading='{second}']"))
    walk.quiet(driver, "held")


def measured(hub):
    """The held readings that were measured while both seats had their sessions."""
    held = hub.held_readings()
    return [one["reading"]["readingKey"] for one in held if one["reading"]["timestamp"] > hub.ready]


def values(hub, user):
    """All systolic values of a user in the cloud."""
    theirs = [one for one in hub.delivered() if user in json.dumps(one)]
    return [number for number in (131, 128, 135, 141) if any(has_value(one, number) for one in theirs)]
