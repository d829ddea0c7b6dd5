"""People with accounts."""

import json

from scene import ADDRESS, SCRIPT, all_of, click, one


def people(walk):
    walk.title("people with accounts")
    hub, driver = walk.hub, walk.browser()
    for name, role in (("night-desk", "caregiver"), ("visitor", "viewer")):
        walk.so(f"an account for a {role}", hub.run("user", "add", name, "--role", role, "--out", str(hub.folder / name)))
        walk.so("with a password of their own", hub.run("user", "password", name, given=f"long enough for {name}\n"))
    walk.so("a short password is refused", not hub.run("user", "password", "visitor", given="short\n"))

    def log_in(name, password):
        driver.get(f"{ADDRESS}/login")
        one(driver, "input[name=name]").send_keys(name)
        one(driver, "input[name=password]").send_keys(password)
        click(driver, "main form button")

    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("who is not logged in sees nothing", "/login" in driver.current_url, driver.current_url)
    log_in("night-desk", "wrong and long")
    walk.soon("a wrong password is refused", lambda: "wrong" in one(driver, ".error").text)
    log_in("nobody-here", "wrong and long")
    walk.soon("so is a name that nobody has, in the same words", lambda: "Name or password is wrong" in one(driver, ".error").text)
    log_in("visitor", "long enough for visitor")
    walk.soon("a viewer comes in", lambda: "visitor, viewer" in one(driver, "footer").text)
    walk.so("and sees no value", "Values are not shown" in one(driver, "#seat-bed-a").text and "128" not in one(driver, "main").text)
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("not by the address either", "viewer" in one(driver, ".error").text, one(driver, "main").text)
    walk.so("and decides nothing", not all_of(driver, "a[href$='/held']"))
    click(driver, "footer button")
    log_in("night-desk", "long enough for night-desk")
    walk.soon("a caregiver comes in", lambda: "night-desk, caregiver" in one(driver, "footer").text)
    walk.so("and sees values", "128/81" in one(driver, "#seat-bed-a").text)
    labels(walk, driver)
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("but changes no record", not all_of(driver, "#records details"))
    refused = driver.execute_async_script(
        "const done = arguments[0]; fetch(document.documentElement.dataset.base + '/seats/bed-a/records/x/delete', {method: 'POST', body: new URLSearchParams({csrf: document.body.dataset.csrf, revision: '1'})})"
        ".then(one => done(one.status))")
    walk.so("not by a request either", refused == 403, refused)
    forged = driver.execute_async_script(
        "const done = arguments[0]; fetch(document.documentElement.dataset.base + '/held/x/discard', {method: 'POST', body: new URLSearchParams({csrf: 'guessed'})}).then(one => done(one.status))")
    walk.so("a form without the page's word is refused", forged in (403, 404), forged)
    driver.get(f"{ADDRESS}/language/de")
    walk.so("and it speaks German", "Übersicht" in one(driver, "h1").text)
    walk.shot(driver, "german")
    walk.so("the account is removed", hub.run("user", "remove", "night-desk"))
    walk.soon("and its browser is logged out", lambda: driver.get(f"{ADDRESS}/") or "/login" in driver.current_url)
    log = (hub.state / "home.site.page.main" / "audit.jsonl") if (hub.state / "home.site.page.main").exists() else next(hub.state.glob("*page*/audit.jsonl"))
    lines = [json.loads(one) for one in log.read_text().splitlines()]
    walk.so("who saw whom is written down", any(one["who"] == "this machine" and one["what"] == "seat" and one["seat"] == "bed-a" for one in lines))
    walk.so("without a value", "128" not in log.read_text().replace("T", " ").split('"time"')[0])


def labels(walk, driver):
    """A person's label: any text, on the page alone, of that person alone."""
    hub, label = walk.hub, f"Frau M. {SCRIPT}"[:60]
    driver.get(f"{ADDRESS}/seats/bed-a")
    click(driver, "details.labels summary")
    one(driver, "input[name=label]").send_keys(label)
    click(driver, "details.labels button")
    walk.soon("a label is the person's", lambda: label in one(driver, "h1 .label").text)
    walk.so("as a text, whatever it says", driver.title != "taken" and not all_of(driver, "h1 img"))
    driver.get(f"{ADDRESS}/board")
    walk.so("the board has it", label in one(driver, "#bed-bed-a .label").text)
    store = next(hub.state.glob("*page*/labels.json"))
    walk.so("its file is the page's alone", store.stat().st_mode & 0o777 == 0o600, oct(store.stat().st_mode))
    others = [file for file in hub.state.rglob("*") if file.is_file() and file != store and b"Frau M." in file.read_bytes()]
    walk.so("it is in no other file", not others, others)
    walk.so("and not at the cloud", "Frau M." not in (hub.folder / "cloud.journal").read_text())
