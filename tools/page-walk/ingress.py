"""Home Assistant's users at the page, through a stand-in of the ingress; and who forges its headers."""

import http.client

from proxy import Proxy
from scene import BASE as WALKED, INGRESS, OPERATOR, PORT, SUPERVISOR, all_of, click, one
from prove.ports import free_port

BASE = "/api/hassio_ingress/aB3_-walk"
USER = "fedcba9876543210fedcba9876543210"
FRAME = f"<!doctype html><title>Home</title><iframe src='{BASE}/' width='1000' height='800'></iframe>"
REAL = {"X-Ingress-Path": BASE, "X-Remote-User-Id": OPERATOR, "X-Remote-User-Name": "ann", "X-Forwarded-Host": "evil.example"}


def ingress(walk):
    walk.title("Home Assistant's users")
    forged(walk)
    proxy = Proxy(free_port(), to=INGRESS, base=BASE, source=SUPERVISOR, strips=True, pages={"/": FRAME})
    home = f"http://127.0.0.1:{proxy.server_port}"
    try:
        user(walk, proxy, home)
        operator(walk, proxy, home)
        walk.so("no request left the ingress's path", not proxy.outside, proxy.outside)
    finally:
        proxy.shutdown()
        proxy.server_close()


def ask(port, path, headers, source="127.0.0.1"):
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=20, source_address=(source, 0))
    try:
        link.request("GET", path, headers={"Accept": "text/html", **headers})
        answer = link.getresponse()
        return answer.status, answer.getheader("Location") or "", answer.read().decode()
    finally:
        link.close()


def forged(walk):
    """Each refusal beside the same request from the right address, which is let in."""
    status, _, text = ask(INGRESS, "/", REAL, SUPERVISOR)
    walk.so("the ingress's user is in", status == 200 and f'{BASE}/admin"' in text, (status, text[:300]))
    for source in ("127.0.0.1", "127.0.0.3"):
        status, _, text = ask(INGRESS, "/", REAL, source)
        walk.so(f"the same request from {source} is not", status == 403 and "bed-a" not in text, (status, text[:300]))
    for source in ("127.0.0.1", SUPERVISOR):
        status, place, text = ask(PORT, f"{WALKED}/", {**REAL, "X-Forwarded-Host": ""}, source)
        walk.so(f"nor is it at the page's own address, from {source}", (status, place) == (303, f"{WALKED}/login"), (status, place, text[:300]))
    status, place, _ = ask(INGRESS, "/", {name: value for name, value in REAL.items() if "User" not in name}, SUPERVISOR)
    walk.so("who has no name logs in", (status, place) == (303, f"{BASE}/login"), (status, place))
    for path in ("//evil.example", "/a/../b", "evil"):
        status, place, _ = ask(INGRESS, "/", {**REAL, "X-Ingress-Path": path}, SUPERVISOR)
        walk.so(f"{path} cannot be an ingress's path", status == 403, (status, place))
    status, _, text = ask(PORT, f"{WALKED}/login", {"X-Ingress-Path": "/evil"})
    walk.so("a forged path changes no link", status == 200 and "/evil" not in text, (status, text[:300]))


def user(walk, proxy, home):
    """A user who is not named is a caregiver, in Home Assistant's frame."""
    proxy.adds = {"X-Remote-User-Id": USER, "X-Remote-User-Name": "ben", "X-Remote-User-Display-Name": "Ben"}
    driver = walk.browser()
    driver.get(home)
    driver.switch_to.frame(one(driver, "iframe"))
    walk.soon("Ben is in, in a frame, without another password", lambda: "Ben" in one(driver, "footer").text and "caregiver" in one(driver, "footer").text)
    walk.so("and administers nothing", not all_of(driver, "nav a[href$='/admin']"))
    walk.hub.run("record", "add", "--type", "biometrics", "--seat", "bed-a", "blood_pressure=133/83")
    walk.soon("a value comes into the frame by itself", lambda: "133/83" in one(driver, "#seat-bed-a").text)
    click(driver, "#seat-bed-a h2 a")
    walk.soon("its links stay below the path", lambda: all_of(driver, "#records tbody tr") and one(driver, "html").get_attribute("data-base") == BASE)
    click(driver, "a[href$='/seats/bed-a/add']")
    one(driver, "input[name='value.pulse']").send_keys("71")
    click(driver, "form.round button.primary")
    walk.soon("a form saves", lambda: all_of(driver, "form.round .said.good"))
    table = driver.execute_async_script(f"fetch('{BASE}/seats/bed-a/records.csv').then((one) => one.text()).then(arguments[0])")
    walk.so("a table is loaded", "133" in table and "71" in table, table[:300])
    refused = driver.execute_async_script(
        f"fetch('{BASE}/', {{headers: {{'x-remote-user-id': '{OPERATOR}', Accept: 'text/html'}}}}).then((one) => arguments[0](one.url))")
    walk.so("a header of the browser's own does not make Ben another user", refused.endswith("/login"), refused)
    driver.get(f"{home}{BASE}/admin")
    walk.so("nor does an operator's address", "/admin" not in [one.get_attribute("href") for one in all_of(driver, "nav.sections a")] and "caregiver" in one(driver, "main").text, one(driver, "main").text)
    walk.quiet(driver, "the page in a frame")
    accounts(walk, driver, home)


def accounts(walk, driver, home):
    """The page's own accounts work there, too."""
    hub = walk.hub
    walk.so("an account of the page", hub.run("user", "add", "at-home", "--role", "viewer", "--out", str(hub.folder / "at-home")))
    secret = (hub.folder / "at-home" / "password").read_text().strip()
    driver.get(f"{home}{BASE}/login")
    one(driver, "main input[name=name]").send_keys("at-home")
    one(driver, "main input[name=password]").send_keys(secret)
    click(driver, "main form button")
    walk.soon("logs in beside it", lambda: "at-home, viewer" in one(driver, "footer").text)
    cookie = driver.get_cookie("vitalbus")
    walk.so("its cookie is the page's alone", (cookie["path"], cookie["sameSite"], cookie["httpOnly"]) == (f"{BASE}/", "Strict", True), cookie["path"])
    click(driver, "footer button")
    walk.soon("and out", lambda: driver.current_url == f"{home}{BASE}/login")
    driver.get(f"{home}{BASE}/")
    walk.so("then it is Ben again", "Ben" in one(driver, "footer").text, one(driver, "footer").text)
    walk.so("the account is removed", hub.run("user", "remove", "at-home"))


def operator(walk, proxy, home):
    proxy.adds = {"X-Remote-User-Id": OPERATOR, "X-Remote-User-Name": "ann"}
    driver = walk.browser()
    driver.get(f"{home}{BASE}/admin/kiosks")
    walk.soon("a named user administers", lambda: all_of(driver, "form[action$='/admin/kiosks/add']"))
    form = one(driver, "form[action$='/admin/kiosks/add']")
    form.find_element("css selector", "input[name=name]").send_keys("hall")
    form.find_element("css selector", "select[name=seat]").send_keys("bed-a")
    form.find_element("css selector", "button").click()
    said = f"http://127.0.0.1:{PORT}{WALKED}/kiosk?key="
    walk.soon("a tablet's address is the page's own", lambda: said in form.find_element("css selector", ".said").text)
    walk.so("the tablet is removed", walk.hub.run("page", "kiosk", "remove", "hall"))
    audit = next(walk.hub.state.glob("*page*/audit.jsonl")).read_text()
    walk.so("the log has who it was", f"ann (Home Assistant {OPERATOR})" in audit and f"Ben (Home Assistant {USER})" in audit)
