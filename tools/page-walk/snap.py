"""A person with a meter, a phone and its camera."""

import json
import os
import socket
import time

import pictures
from scene import ADDRESS, BASE, PORT, all_of, click, enter, has_value, one

METER = "10500"


def snap(walk):
    walk.title("somebody with a meter and a phone")
    hub = walk.hub
    folder = hub.folder / "pictures"
    folder.mkdir()
    photo = pictures.photo(folder)
    driver = walk.browser(flags=["--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                                 f"--use-file-for-fake-video-capture={pictures.film(folder)}"])
    enter(walk, driver, "/seats/bed-a")
    click(driver, "a[href*='/snap?seat=']")
    walk.soon("the seat's page leads there, and the seat is chosen", lambda: chosen(driver, "seat") == "bed-a")
    walk.accessible(driver, "photo")
    choose(driver, "peripheral", METER)
    by_photo(walk, driver, photo)
    by_camera(walk, driver)
    by_code(walk, driver, folder)
    hostile(walk, driver, folder, photo)
    narrow(walk, driver)
    walk.quiet(driver, "photo")
    without_camera(walk)


def by_photo(walk, driver, photo):
    hub = walk.hub
    before = len(hub.delivered())
    one(driver, "#snap-file").send_keys(str(photo))
    if not walk.soon("a photo is read", lambda: values(driver) == pictures.SHOWN, 40):
        print(f"       it says: {one(driver, '#snap-say').text} {values(driver)}")
    walk.soon("the display that was read has a frame", lambda: one(driver, "#snap-found").is_displayed() and one(driver, "#snap-found").size["width"] > 40)
    walk.so("it says for whom and how sure it is", "bed-a" in one(driver, "#snap-for").text and "% sure" in one(driver, "#snap-text").text)
    walk.accessible(driver, "photo, read")
    walk.shot(driver, "snap-read")
    walk.so("nothing of it went to the cloud yet", len(hub.delivered()) == before)
    fill(driver, "systolic", "1480")
    click(driver, "#snap-submit")
    walk.soon("a slip is held up, with a word", lambda: "very unusual" in one(driver, "#snap-said").text)
    walk.so("and the usual range is next to it", "The usual range" in one(driver, "#range-systolic").text)
    fill(driver, "systolic", "147")
    click(driver, "#snap-submit")
    walk.soon("corrected it is confirmed", lambda: one(driver, "#snap-said").text == "Confirmed.")
    walk.soon("the cloud has it once, as it was corrected", lambda: counted(hub, "147", "demo-user") == 1)
    held = keys(hub)
    one(driver, "#snap-file").send_keys(str(photo))
    walk.soon("a second photo is read", lambda: one(driver, "#snap-submit").is_displayed() and values(driver) == pictures.SHOWN)
    walk.soon("and waits for a person", lambda: len(keys(hub) - held) == 1)
    click(driver, "#snap-again")
    walk.soon("'again' discards it", lambda: not keys(hub) - held)
    walk.so("and makes room for the next one", not one(driver, "#snap-result").is_displayed())


def by_camera(walk, driver):
    hub = walk.hub
    choose(driver, "seat", "bed-b")
    # Another flow decides who is at this seat; it is not the first seat's person.
    before, others = counted(hub, "148"), counted(hub, "148", "demo-user")
    click(driver, "#snap-start")
    walk.soon("the camera's picture is there", lambda: one(driver, "#snap-live").is_displayed())
    walk.soon("with the meter's outline", lambda: driver.execute_script("return document.getElementById('snap-overlay').naturalWidth") > 100)
    walk.soon("and words that help", lambda: one(driver, "#snap-hints").text or one(driver, "#snap-result").is_displayed())
    walk.shot(driver, "snap-live")
    if not walk.soon("it is read by itself once the frames agree", lambda: values(driver) == pictures.SHOWN, 60):
        print(f"       it says: {one(driver, '#snap-say').text} {one(driver, '#snap-hints').text} {one(driver, '#snap-seen').text}")
    walk.so("and the camera is off", driver.execute_script("return document.getElementById('snap-video').srcObject") is None)
    walk.so("the last frame is shown with its frame", one(driver, "#snap-found").is_displayed())
    click(driver, "#snap-submit")
    walk.soon("a person confirms it", lambda: one(driver, "#snap-said").text == "Confirmed.")
    walk.soon("the cloud has it once, for whom it was", lambda: counted(hub, "148") == before + 1)
    walk.so("and nobody else has it", counted(hub, "148", "demo-user") == others)
    click(driver, "#snap-start")
    walk.soon("the camera can be stopped", lambda: one(driver, "#snap-stop").is_displayed())
    click(driver, "#snap-stop")
    walk.soon("and is off then", lambda: driver.execute_script("return document.getElementById('snap-video').srcObject") is None)
    walk.so("no frame of it is kept", not frames_kept(hub), frames_kept(hub))


def by_code(walk, driver, folder):
    choose(driver, "seat", "")
    click(driver, "#snap-code summary")
    one(driver, "#snap-code-file").send_keys(str(pictures.code(folder, "seat:bed-a")))
    walk.soon("a code chooses the seat", lambda: chosen(driver, "seat") == "bed-a")
    click(driver, "#snap-code summary")
    one(driver, "#snap-code-file").send_keys(str(pictures.code(folder, "4012345678901")))
    walk.soon("a product's code does not", lambda: "does not belong to a seat" in one(driver, "#snap-say").text)
    click(driver, "#snap-keys summary")
    walk.soon("devices in sight can be given their key", lambda: all_of(driver, "#snap-device option"))
    key = "00112233445566778899aabbccddeeff"
    one(driver, "#snap-key-file").send_keys(str(pictures.code(folder, key)))
    walk.soon("what the device's hub says of the key is told", lambda: one(driver, "#snap-key-say").text)
    walk.so("the key itself comes to no browser", key not in driver.page_source)


def hostile(walk, driver, folder, photo):
    hub = walk.hub
    page = hub.pid("page")
    before = resident(page)
    one(driver, "#snap-file").send_keys(str(pictures.bomb(folder / "bomb.png")))
    walk.soon("a picture that is larger than any memory is refused", lambda: "could not be read" in one(driver, "#snap-say").text)
    text = folder / "letter.png"
    text.write_text("no picture at all")
    one(driver, "#snap-file").send_keys(str(text))
    walk.soon("so is what only is called a picture", lambda: "not a photo" in one(driver, "#snap-say").text)
    large = folder / "large.jpg"
    large.write_bytes(b"\xff\xd8\xff\xe0" + os.urandom(11_000_000))
    one(driver, "#snap-file").send_keys(str(large))
    walk.soon("and one of 11 MB, before it is sent", lambda: "10 MB" in one(driver, "#snap-say").text)
    cookie, word = driver.get_cookie("vitalbus")["value"], driver.execute_script("return document.body.dataset.csrf")
    stay = one(driver, "#snap-choice option[value='bed-a']").get_attribute("data-stay")
    path = f"/snap/photo?seat=bed-a&stay={stay}&key=photo-0123456789abcdef"
    status, seconds = stream(cookie, word, path, "Content-Length: 10000000000")
    walk.so("a stream of 10 GB is refused at once", status == 413 and seconds < 5, (status, seconds))
    status, seconds = stream(cookie, word, path, "Transfer-Encoding: chunked")
    walk.so("and so is one that does not say how long it is", status == 413 and seconds < 10, (status, seconds))
    status, _ = stream(cookie, "guessed", path, f"Content-Length: {photo.stat().st_size}", limit=0)
    walk.so("a file that another page sends is refused", status == 403, status)
    walk.so("the page's memory stayed bounded", resident(page) - before < 80_000_000, (before, resident(page)))
    state = next(hub.state.glob("*page*/audit.jsonl")).parent
    files = [one.name for one in state.rglob("*") if one.is_file() and one.name.split(".")[0] not in ("audit", "entry", "epoch", "labels", "limits", "logins", "notes", "plans")]
    walk.so("and nothing of it is on the page's disk", not files, files)


def narrow(walk, driver):
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 320, "height": 700, "deviceScaleFactor": 2, "mobile": True})
    driver.get(f"{ADDRESS}/snap")
    time.sleep(0.5)
    wide = driver.execute_script("return document.documentElement.scrollWidth")
    walk.so("/snap fits a phone of 320 px", wide <= 320, wide)
    walk.shot(driver, "phone-snap")
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def without_camera(walk):
    driver = walk.browser()
    enter(walk, driver, "/snap?seat=bed-a")
    click(driver, "#snap-start")
    walk.soon("a machine without a camera says so", lambda: "no camera" in one(driver, "#snap-why").text or "may not use" in one(driver, "#snap-why").text)
    walk.so("and still takes photos", one(driver, "#snap-file").is_displayed())
    driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "Object.defineProperty(window, 'isSecureContext', {value: false})"})
    driver.get(f"{ADDRESS}/snap")
    walk.soon("so does a page without HTTPS", lambda: "needs HTTPS" in one(driver, "#snap-why").text)
    walk.so("which offers no camera that it has not", not one(driver, "#snap-start").is_displayed())
    refused = driver.execute_async_script(
        "const done = arguments[0]; fetch(document.documentElement.dataset.base + '/snap/photo?seat=bed-z&key=photo-0123456789abcdef', {method: 'POST', body: 'x',"
        " headers: {'X-VitalBus-Form': document.body.dataset.csrf}}).then(one => done(one.status))")
    walk.so("a seat that is not there is refused", refused == 404, refused)


# MARK: results


def values(driver):
    """The contents of the fields with the read values."""
    fields = all_of(driver, "#snap-values input")
    return {field.get_attribute("name")[6:]: float(field.get_attribute("value")) for field in fields}


def fill(driver, metric, text):
    field = one(driver, f"#snap-values input[name='value.{metric}']")
    field.clear()
    field.send_keys(text)


def choose(driver, name, value):
    driver.execute_script(
        "const list = document.querySelector(`#snap-choice [name=${arguments[0]}]`); list.value = arguments[1];"
        "list.dispatchEvent(new Event('change', {bubbles: true}))", name, value)


def chosen(driver, name):
    return driver.execute_script("return document.querySelector(`#snap-choice [name=${arguments[0]}]`).value", name)


def counted(hub, number, user=""):
    """The number of a user's records in the cloud that have a value."""
    return sum(has_value(one, number) and user in json.dumps(one) for one in hub.delivered())


def keys(hub):
    """The waiting readings from a camera."""
    held = hub.held_readings()
    return {one["reading"]["readingKey"] for one in held if one["reading"]["source"]["kind"] == "ocr"}


def frames_kept(hub):
    """The OCR worker's pictures that were not sent as a photo: it may keep only sent ones."""
    files = [one for one in hub.state.glob("*ocr-worker*/pictures/*") if one.is_file()]
    return files[4:]


def resident(process):
    """The memory of a process in bytes."""
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def stream(cookie, word, path, length, limit=40_000_000):
    """Sends a body without an end; returns the answer and the seconds until it came."""
    began, link = time.monotonic(), socket.create_connection(("127.0.0.1", PORT), 10)
    link.settimeout(10)
    head = (f"POST {BASE}{path} HTTP/1.1\r\nHost: 127.0.0.1:{PORT}\r\nCookie: vitalbus={cookie}\r\nX-VitalBus-Form: {word}\r\n"
            f"Accept: application/json\r\n{length}\r\n\r\n")
    link.sendall(head.encode())
    block = b"\xff\xd8\xff\xe0" + b"x" * 65_532
    if "chunked" in length:
        block = f"{len(block):x}\r\n".encode() + block + b"\r\n"
    link.setblocking(False)
    sent, answer, rest = 0, b"", b""
    while time.monotonic() < began + 15 and b"\r\n" not in answer:
        try:
            answer += link.recv(4_096)
        except BlockingIOError:
            pass
        except OSError:
            break
        if sent < limit:
            try:
                rest = rest or block
                count = link.send(rest)
                sent, rest = sent + count, rest[count:]
            except BlockingIOError:
                time.sleep(0.01)
            except OSError:
                pass
        else:
            time.sleep(0.05)
    link.close()
    return int(answer.split()[1]) if answer.startswith(b"HTTP/1.1 ") else answer[:60], time.monotonic() - began
