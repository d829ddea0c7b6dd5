"""An operator chooses the units of the site and of one person; every place shows them, and stored values stay."""

import json

from scene import ADDRESS, all_of, click, one

FILE = "fetch('/seats/bed-a/records.csv').then(one => one.text()).then(arguments[0])"


def units(walk, driver):
    walk.title("units of the site and of a person")
    of_site(walk, driver)
    round_of(walk, driver)
    walk.so("the stored value has the typed unit", (5.4, "mmol/L") in stored(walk), stored(walk))
    shown(walk, driver, "5.4", "mmol/L", "5.4,mmol/L")
    of_person(walk, driver)
    walk.so("the stored value is still as typed", (5.4, "mmol/L") in stored(walk), stored(walk))
    shown(walk, driver, "97", "mg/dL", "97,mg/dL")
    corrected(walk, driver)
    choose(driver, "/seats/bed-a", "details.units", {"blood_glucose": ""}, opens=True)
    choose(driver, "/admin/units", "main", {"blood_glucose": "", "body_temperature": "", "systolic": ""})
    walk.soon("without a choice the site has none", lambda: driver.get(f"{ADDRESS}/admin/units") or "No unit is chosen" in one(driver, "#site-units").text)
    walk.quiet(driver, "units")


def choose(driver, path, place, chosen, opens=False):
    driver.get(ADDRESS + path)
    if opens:
        click(driver, f"{place} summary")
    for metric, unit in chosen.items():
        one(driver, f"{place} select[name='unit.{metric}'] option[value='{unit}']").click()
    click(driver, f"{place} form.box button")


def of_site(walk, driver):
    driver.get(f"{ADDRESS}/admin/units")
    walk.so("no unit is chosen at first", "No unit is chosen" in one(driver, "#site-units").text)
    walk.accessible(driver, "units of the site")
    choose(driver, "/admin/units", "main", {"blood_glucose": "mmol/L", "body_temperature": "[degF]", "systolic": "kPa"})
    words = ("kPa", "°F", "mmol/L", "Set by")
    walk.soon("the site's units are chosen, and the page says who chose them", lambda: all(word in one(driver, "#site-units").text for word in words))
    walk.shot(driver, "site-units")


def round_of(walk, driver):
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    fields = {unit: all_of(driver, f"input[type=hidden][name='unit.{name}'][value='{unit}']") for name, unit in
              (("blood_glucose", "mmol/L"), ("body_temperature", "[degF]"), ("systolic", "kPa"), ("diastolic", "kPa"))}
    walk.so("the form of a round has them fixed", all(fields.values()), fields)
    one(driver, "input[name='value.blood_glucose']").send_keys("97")
    walk.soon("a value of another unit is guessed in this one", lambda: [button.text for button in all_of(driver, ".findings button")][:1] == ["5.4 mmol/L"])
    click(driver, ".findings button")
    one(driver, "input[name='value.body_temperature']").send_keys("98.6")
    click(driver, "form.round button.primary")
    walk.soon("the round is saved", lambda: one(driver, ".said.good").text.startswith("Saved "))


def stored(walk):
    """The glucose values of the seat's records, as the session manager has them."""
    found = walk.hub.ask("recordHistory", json.dumps({"seat": "bed-a", "live": True})).get("records", [])
    values = [value for one in found if one["state"] != "deleted" for value in one["record"]["measurements"]]
    return [(value["value"], value["unit"]) for value in values if value["metric"] == "blood_glucose"]


def shown(walk, driver, number, unit, line):
    """Every place that shows the glucose has this number and this unit."""
    other = "mg/dL" if unit == "mmol/L" else "mmol/L"
    driver.get(f"{ADDRESS}/seats/bed-a")
    walk.soon(f"the tile has {number} {unit}", lambda: f"{number} {unit}" in words_of(driver, "#seat-bed-a"))
    walk.soon("so has the chart", lambda: unit in words_of(driver, "figure[data-metric=blood_glucose] .u-title"))
    walk.soon("its table has the number", lambda: f" {number} " in f" {chart_table(driver)} ")
    walk.so("the table of records, too", f"{number} {unit}" in one(driver, "#records").text)
    walk.so("the seat's page has no value of another unit", f" {other}" not in words_of(driver, "#records table") + words_of(driver, "#seat-bed-a"))
    legends = [one.get_attribute("textContent") for one in all_of(driver, "details.limits legend")]
    walk.so("its limits are asked for in this unit", any(unit in one for one in legends) and not any(other in one for one in legends), legends)
    walk.so("temperature and pressure have theirs", any("°F" in one for one in legends) and any("kPa" in one for one in legends), legends)
    answer = driver.execute_async_script(FILE)
    walk.so("the file has it, and what was measured", f",blood_glucose,{line}," in answer and ",5.4,mmol/L\r\n" in answer, answer)
    driver.get(f"{ADDRESS}/board")
    cell = lambda: one(driver, "#bed-bed-a .vital.c-blood_glucose").text
    walk.soon("the board has it", lambda: number in cell() and unit in cell())
    walk.so("with the unit of a pressure that is not in mmHg", "kPa" in one(driver, "#bed-bed-a .vital.c-systolic").text)


def words_of(driver, css):
    """The text of an element that may be redrawn at any moment, read in one step."""
    return " ".join(driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", css).split())


def chart_table(driver):
    """The cells of the table below the chart, which the browser makes when it is opened."""
    script = "const all = document.querySelector('figure[data-metric=blood_glucose] details'); if (all) all.open = true; return [...(all?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent).join(' ')"
    return driver.execute_script(script)


def of_person(walk, driver):
    driver.get(f"{ADDRESS}/seats/bed-a")
    click(driver, "details.units summary")
    walk.accessible(driver, "units of a person")
    choose(driver, "/seats/bed-a", "details.units", {"blood_glucose": "mg/dL"}, opens=True)
    walk.soon("a person's own unit goes before the site's", lambda: "Blood glucose mg/dL" in one(driver, "details.units").get_attribute("textContent"))
    driver.get(f"{ADDRESS}/seats/bed-a/add")
    walk.so("the form of their round has it", all_of(driver, "input[name='unit.blood_glucose'][value='mg/dL']"))
    driver.get(f"{ADDRESS}/seats/bed-b/add")
    walk.so("and no other person's", all_of(driver, "input[name='unit.blood_glucose'][value='mmol/L']"))


def corrected(walk, driver):
    """A correction is typed in the shown unit."""
    driver.get(f"{ADDRESS}/seats/bed-a")
    record = next(row for row in all_of(driver, "#records tbody tr") if "97 mg/dL" in row.text).get_attribute("data-record")
    row = f"#records tr[data-record='{record}']"
    click(driver, f"{row} summary")
    field = one(driver, f"{row} input[name='value.blood_glucose']")
    field.clear()
    field.send_keys("101")
    click(driver, f"{row} form.box button")
    walk.soon("a correction is typed in the shown unit", lambda: "101 mg/dL" in one(driver, row).text)
    walk.so("and stored so", (101, "mg/dL") in stored(walk) and (5.4, "mmol/L") not in stored(walk), stored(walk))
