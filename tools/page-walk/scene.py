"""Shared by all flows of the page walk: the hub with a page, browsers, and the counts."""

import json
import os
import re
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import pypi  # noqa: E402
from prove.hub import SimulatedHub  # noqa: E402
from prove.looks import Looks  # noqa: E402
from prove.ports import free_port  # noqa: E402
from prove.waiting import soon  # noqa: E402


# `--behind` walks through a stand-in of a reverse proxy, below a path.
IS_BEHIND = "--behind" in sys.argv
BASE = "/hub1" if IS_BEHIND else ""
PORT = free_port()
PROXY = free_port() if IS_BEHIND else PORT
ADDRESS = f"http://127.0.0.1:{PROXY}{BASE}"

# Home Assistant's ingress: its door, the Supervisor's address, and the id of a user who is an operator.
INGRESS = free_port()
SUPERVISOR = "127.0.0.2"
OPERATOR = "5f0c9a7e1b4d4c83a2e6f7b8c9d0e1f2"


# A name that contains a script.
SCRIPT = "<img src=x onerror=document.title='taken'>"


class Hub(SimulatedHub):
    """A hub with a page."""

    doors = [f"page:ingress.address=127.0.0.1:{INGRESS}", f"page:ingress.proxy={SUPERVISOR}", "page:ingress.role=caregiver", f"page:ingress.operators={OPERATOR}",
             "page:frame-ancestors=self", *([f"page:base-path={BASE}", "page:trusted-proxies=127.0.0.1"] if IS_BEHIND else [])]
    options = ["--ocr-workers", "1", *(word for door in doors for word in ("--set", door))]
    users = [*SimulatedHub.users, f"demo-org:{SCRIPT}:script-token"]
    page = f"127.0.0.1:{PORT}"
    has_control = True

    def answer(self, *arguments, **more):
        """A command's output; addresses of the page lead through the proxy, as its people's do."""
        text = super().answer(*arguments, **more)
        return text and text.replace(f"127.0.0.1:{PORT}/", f"127.0.0.1:{PROXY}/")


class Walk(Looks):
    """The checks and their results."""

    def __init__(self, hub, shots):
        super().__init__()
        self.hub, self.shots = hub, shots
        self.browsers = []
        self.axe = axe()

    def browser(self, width=1100, flags=()):
        from selenium import webdriver
        from selenium.webdriver.chrome.service import Service

        options = webdriver.ChromeOptions()
        for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--lang=en",
                     "--disable-background-networking", "--disable-component-update", "--no-first-run", *flags):
            options.add_argument(word)
        options.add_argument(f"--window-size={width},900")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        # What Chromium leaves behind goes with the hub's folder.
        service = Service("/usr/bin/chromedriver", env={**os.environ, "TMPDIR": str(self.hub.folder)})
        driver = webdriver.Chrome(options=options, service=service)
        driver.set_page_load_timeout(30)
        # A board of forty beds has much for axe-core to look at on a busy machine.
        driver.set_script_timeout(120)
        self.browsers.append(driver)
        return driver

    def shot(self, driver, name):
        driver.save_screenshot(str(self.shots / f"{name}.png"))

    def accessible(self, driver, name):
        """Checks a page with axe-core in both schemes; a counted skip if it is not available."""
        if not self.axe:
            return self.skip(name, "axe-core cannot be had from PyPI here")
        # Through the driver, because the page's own policy permits no such script.
        driver.execute_script(self.axe)
        words, rules = [], []
        for scheme in ("light", "dark"):
            emulate(driver, scheme)
            found = driver.execute_async_script("axe.run(document).then(arguments[0])")
            words += [f"{scheme}: {one['id']}: {one['nodes'][0]['html'][:150]}" for one in found["violations"]]
            rules.append(len(found["passes"]))
        emulate(driver)
        self.so(f"{name}: axe-core finds nothing in light and dark ({min(rules)} rules passed)", not words, words)

    def quiet(self, driver, name):
        """Checks that no script failed and that the page's policy blocked nothing."""
        lines = [one["message"] for one in driver.get_log("browser") if one["level"] == "SEVERE"]
        lines = [one for one in lines if "net::ERR" not in one and "status of 4" not in one and "status of 5" not in one]
        self.so(f"{name}: the browser complains of nothing", not lines, lines)

    def close(self):
        for driver in self.browsers:
            driver.quit()


def axe():
    """The script of axe-core, installed once from PyPI; None if it is not available."""
    place, _ = pypi.install("axe-playwright-python==0.1.8", alone=True)
    return next(place.glob("**/axe.min.js")).read_text() if place else None


def emulate(driver, scheme=None):
    """Gives a browser a colour scheme; its own one without a name."""
    features = [{"name": "prefers-color-scheme", "value": scheme}] if scheme else []
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})


def touch(tablet):
    """Touches a room's tablet, which hides its values otherwise."""
    if all_of(tablet, "body.veiled"):
        one(tablet, "#veil").click()


def one(driver, css):
    return driver.find_element("css selector", css)


def all_of(driver, css):
    return driver.find_elements("css selector", css)


def has_value(record, number):
    """Whether a record has a value; its ids and times may contain the digits, too."""
    return bool(re.search(rf'"value": {number}\b', json.dumps(record)))


def click(driver, css):
    """Clicks an element that may be redrawn at this moment, and retries as a person would."""
    from selenium.common.exceptions import StaleElementReferenceException

    for _ in range(20):
        try:
            return one(driver, css).click()
        except StaleElementReferenceException:
            time.sleep(0.1)
    raise SystemExit(f"{css} is drawn anew without end")


def enter(walk, driver, path="/"):
    """Logs in with the machine's key."""
    driver.get(walk.hub.answer("page").strip())
    if path != "/":
        driver.get(ADDRESS + path)


def enter_soon(walk, driver):
    """Logs in once the page is available."""
    def is_in():
        if address := walk.hub.answer("page"):
            driver.get(address.strip())
        return address and driver.current_url == f"{ADDRESS}/"

    soon(is_in)
