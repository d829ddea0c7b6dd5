"""A person with an export from their phone."""

import os
import signal
import socket
import subprocess
import time
import zipfile

from scene import ADDRESS, BASE, PORT, all_of, click, enter, enter_soon, one
from prove.hub import ROOT
from snap import resident, stream


def exports(walk):
    walk.title("somebody with an export of their phone")
    hub, driver = walk.hub, walk.browser()
    folder = hub.folder / "exports"
    folder.mkdir()
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "window.confirm = () => true"})
    enter(walk, driver, "/import")
    walk.soon("the menu leads there", lambda: "Import" in one(driver, "nav [aria-current]").text)
    walk.accessible(driver, "import")
    whole(walk, driver, folder)
    refused(walk, driver, folder)
    broken_off(walk, driver, folder)
    cancelled(walk, driver, folder)
    killed(walk, driver)
    walk.quiet(driver, "import")
    narrow(walk, driver)


def whole(walk, driver, folder):
    hub, export = walk.hub, generated(folder, 0.3, "small.zip", first="2026-03-18")
    before = sent(hub)
    send(driver, export, "bed-a")
    walk.soon("it says that the file is here", lambda: "is being imported" in one(driver, "#import-said").text)
    if not walk.soon("the import comes to its end by itself", lambda: state(driver, "bed-a") == "done", 60):
        print(f"       {one(driver, '#import-list').text}")
    words = one(driver, "[data-state=done] .counts").text
    count = int(words.split()[0])
    walk.so("with what was new", "new" in words and count > 0, words)
    walk.soon("and says so aloud", lambda: "imported" in one(driver, "#import-done").text)
    walk.soon(f"the cloud has as many ({count})", lambda: sent(hub) - before == count)
    walk.accessible(driver, "import, done")
    walk.shot(driver, "import")
    walk.soon("and the file is gone from the page's disk", lambda: not uploads(hub))
    send(driver, export, "bed-a")
    walk.soon("the same again is known already", lambda: "already known" in text(driver) and len(all_of(driver, "[data-state=done]")) == 2)
    walk.so("and sends nothing", sent(hub) - before == count, sent(hub) - before)
    send(driver, export, "bed-b")
    walk.soon("for another person it is held, with why", lambda: state(driver, "bed-b") == "held")
    walk.so("its file waits for the person's word", len(uploads(hub)) == 1, uploads(hub))
    click(driver, "[data-state=held] form button")
    walk.soon("which imports it all the same", lambda: state(driver, "bed-b") == "done")
    walk.soon("the cloud has it for both", lambda: sent(hub) - before == 2 * count)


def refused(walk, driver, folder):
    hub = walk.hub
    letter = folder / "letter.xml"
    letter.write_text("<letter>nothing of health</letter>")
    send(driver, letter, "bed-a")
    walk.soon("what is not an export is refused in words", lambda: "without <HealthData>" in one(driver, "#import-said").text)
    bomb = folder / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive, archive.open("apple_health_export/export.xml", "w") as file:
        file.write(b'<?xml version="1.0"?><!DOCTYPE HealthData []><HealthData locale="en">')
        for _ in range(300):
            file.write(b" " * 1_000_000)
        file.write(b"</HealthData>")
    page, importer = hub.pid("page"), hub.pid("health-importer")
    before = resident(page), resident(importer)
    send(driver, bomb, "bed-a")
    walk.soon("an archive of 300 kB that is 300 MB comes to an end", lambda: "being imported" in one(driver, "#import-said").text or "bad" in one(driver, "#import-said").get_attribute("class"))
    walk.soon("and nothing of it is left", lambda: not uploads(hub))
    grown = resident(page) - before[0], resident(importer) - before[1]
    walk.so("without the memory for it", max(grown) < 80_000_000, grown)
    cookie, word = driver.get_cookie("vitalbus")["value"], driver.execute_script("return document.body.dataset.csrf")
    status, seconds = stream(cookie, word, "/import/file?seat=bed-a&name=../../../tmp/taken.zip", "Content-Length: 10000000000")
    walk.so("an export of 10 GB is refused at once", status == 413 and seconds < 5, (status, seconds))
    status, _ = stream(cookie, "guessed", "/import/file?seat=bed-a&name=a.zip", "Content-Length: 100", limit=0)
    walk.so("so is one that another page sends", status == 403, status)
    walk.so("and nothing of them is kept", not uploads(hub), uploads(hub))


def broken_off(walk, driver, folder):
    hub = walk.hub
    cookie, word = driver.get_cookie("vitalbus")["value"], driver.execute_script("return document.body.dataset.csrf")
    stay = one(driver, "#import-form option[value='bed-a']").get_attribute("data-stay")
    link = half(cookie, word, "../../taken.zip", stay=stay)
    walk.soon("what comes lies hidden in the page's own folder", lambda: uploads(hub) == ["taken.zip"])
    link.close()
    walk.soon("an upload that breaks off leaves nothing", lambda: not uploads(hub))
    large = folder / "large.xml"
    with open(large, "wb") as file:
        file.truncate(300_000_000)
    driver.set_network_conditions(offline=False, latency=5, download_throughput=5_000_000, upload_throughput=2_000_000)
    send(driver, large, "bed-a")
    walk.soon("how much is sent is shown", lambda: float(one(driver, "#import-sent").get_attribute("value")) > 0)
    click(driver, "#import-stop")
    walk.soon("a person can stop it", lambda: "Stopped" in one(driver, "#import-said").text)
    walk.soon("and nothing is left", lambda: not uploads(hub))
    driver.delete_network_conditions()


def cancelled(walk, driver, folder):
    send(driver, generated(folder, 40, "long.zip"), "bed-a")
    walk.soon("of a long one it is shown how much is read", lambda: all_of(driver, ".import progress") or not all_of(driver, "[data-state=waiting], [data-state=running]"))
    walk.shot(driver, "import-running")
    walk.soon("it can be cancelled", lambda: is_clicked(driver, ".import form button.danger"))
    walk.soon("and is", lambda: all_of(driver, "[data-state=cancelled]"))
    walk.soon("its file is gone", lambda: not uploads(walk.hub))


def killed(walk, driver):
    hub = walk.hub
    cookie, word = driver.get_cookie("vitalbus")["value"], driver.execute_script("return document.body.dataset.csrf")
    link = half(cookie, word, "half.zip", stay=one(driver, "#import-form option[value='bed-a']").get_attribute("data-stay"))
    walk.soon("half a file is there", lambda: uploads(hub) == ["half.zip"])
    page = hub.pid("page")
    os.kill(page, signal.SIGKILL)
    walk.soon("the page says that it is cut off", lambda: one(driver, "#live").is_displayed())
    walk.soon("and is back by itself, without another log-in", lambda: not one(driver, "#live").is_displayed())
    enter_soon(walk, driver)
    walk.soon("a killed page's half file is gone at its next start", lambda: not uploads(hub))
    link.close()
    driver.get(f"{ADDRESS}/import")
    walk.soon("and the imports are still told of", lambda: all_of(driver, "[data-state=done]"))


def narrow(walk, driver):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 700, "deviceScaleFactor": 2, "mobile": True})
    driver.get(f"{ADDRESS}/import")
    time.sleep(0.5)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    walk.so("/import fits a phone of 320 px", wide <= 320, wide)
    walk.shot(driver, "phone-import")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


# MARK: actions and results


def send(driver, file, seat):
    driver.execute_script("document.querySelector('#import-form [name=seat]').value = arguments[0]", seat)
    one(driver, "#import-file").send_keys(str(file))
    click(driver, "#import-send")


def is_clicked(driver, css):
    """Clicks an element that may not be there yet."""
    if not all_of(driver, css):
        return False
    click(driver, css)
    return True


def text(driver):
    return one(driver, "#import-list").text


def state(driver, seat):
    """The state of a seat's latest import."""
    rows = [row for row in all_of(driver, "[data-import]") if row.find_element("css selector", "h3").text == seat]
    return rows[0].get_attribute("data-state") if rows else None


def generated(folder, megabytes, name, first=None):
    """A made-up export."""
    more = ["--first-day", first] if first else []
    subprocess.run([ROOT / ".build" / "debug" / "health-generator", "--megabytes", str(megabytes), "--zip", str(folder / name), *more], check=True)
    return folder / name


def sent(hub):
    """The number of records in the cloud."""
    return len(hub.delivered())


def uploads(hub):
    """The uploaded files that the page has, complete or not."""
    return [one.name for place in hub.state.glob("*page*/uploads") for one in place.rglob("*") if one.is_file()]


def half(cookie, word, name, *, stay):
    """Sends only the first bytes of a file for the person of a session."""
    link = socket.create_connection(("127.0.0.1", PORT), 10)
    head = (f"POST {BASE}/import/file?seat=bed-a&stay={stay}&name={name} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nCookie: vitalbus={cookie}\r\n"
            f"X-VitalBus-Form: {word}\r\nAccept: application/json\r\nContent-Length: 1000000\r\n\r\n")
    link.sendall(head.encode() + b"x" * 100_000)
    return link
