"""A bed gets a new person: no screen shows the previous person's readings as theirs."""

import json
import re

from scene import ADDRESS, all_of, click, one


def shown(driver, selector):
    """The text of elements that may be redrawn at any moment, read in one step."""
    return driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)


def next_person(walk, driver):
    walk.title("a bed's next person")
    hub = walk.hub
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.so("the bed has its person's values", bool(all_of(driver, "#records tbody tr")) and bool(all_of(driver, ".tile .number")))
    former = one(driver, ".tile .number").text
    # Times and ids have such digits, too, but within longer words.
    value = re.compile(rf"(?<![\w.]){former.split('/')[0]}(?!\w)")
    walk.so("and so has the file", bool(value.search(fetched(driver, "/seats/bed-a/records.csv"))), former)
    begin = ["session", "start", "--seat", "bed-a", "--organization", "demo-org"]
    hub.run(*begin, "--user", "other-user", given="other-token")
    walk.soon("the open page shows the next person, without a value", lambda: "No records yet" in shown(driver, "#records") and not all_of(driver, ".tile .number"))
    walk.so("and says since when, above what stands apart", "has had the seat since" in shown(driver, "#records .changed"))
    walk.soon("nor the former one's label", lambda: not all_of(driver, "h1 .label") and "Frau M." not in driver.page_source)
    driver.get(f"{ADDRESS}/board")
    walk.so("the board says since when, without a value or label", "new since" in one(driver, "#bed-bed-a").text and not all_of(driver, "#bed-bed-a .vital, #bed-bed-a .label"))
    walk.soon("the label is deleted with its person", lambda: "Frau M." not in next(hub.state.glob("*page*/labels.json")).read_text())
    driver.get(f"{ADDRESS}/")
    walk.soon("the overview has no value of the former one", lambda: former not in shown(driver, "[data-seat=bed-a]"))
    for path, what in (("records.csv", "the file"), ("series?span=year", "the charts"), ("records", "the table")):
        text = fetched(driver, f"/seats/bed-a/{path}")
        walk.so(f"{what} has none either", not value.search(text), text[:300])
    driver.get(f"{ADDRESS}/seats/bed-a")
    click(driver, "#records .changed a")
    walk.soon("what was before is asked for", lambda: driver.current_url.endswith("/before"))
    rows = all_of(driver, "#records tbody tr")
    walk.so("and each line there has its user", rows and all("demo-user" in row.text or "other-user" in row.text for row in rows))
    walk.so("none of it is the present one's", all("other-user" not in row.text for row in rows))
    walk.accessible(driver, "before")
    walk.shot(driver, "before")
    hub.run("record", "add", "--seat", "bed-a", "--type", "biometrics", "blood_pressure=119/71")
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon("their own value stands alone", lambda: [row.text for row in all_of(driver, "#records tbody tr") if "119" in row.text] and len(all_of(driver, "#records tbody tr")) == 1)
    walk.so("and the bus says whose it is", {one.get("userID") for one in hub.ask("recordHistory", json.dumps({"seat": "bed-a"})).get("records", [])} == {"other-user"})
    hub.run("session", "end", "--seat", "bed-a", "--yes")
    walk.soon("without anybody the bed has no values", lambda: "This seat is free" in one(driver, "#records").text)
    hub.run(*begin, "--user", "demo-user", given="demo-token")
    walk.soon("who comes back finds their own", lambda: former in one(driver, ".tile").text and "119/71" not in one(driver, ".tile").text)


def fetched(driver, path):
    return driver.execute_async_script("fetch(document.documentElement.dataset.base + arguments[0]).then(one => one.text()).then(arguments[1])", path)
