"""The picture of Home Assistant: a dashboard in its own frontend with the values of three people at a hub."""

import json
import re
import time
import urllib.parse
import urllib.request

from houses import PYTHONS, House, Missing, RunningHouse
from prove.ports import free_port
from shutter import LOOKS, dress, save, show

VERSION = list(PYTHONS)[-1]
# The names of the tiles for metrics and the hub, and icons where Home Assistant has none.
NAMES = {"systolic": "Systolic", "diastolic": "Diastolic", "pulse": "Pulse", "spo2": "SpO₂", "body_temperature": "Temperature",
         "blood_glucose": "Blood glucose", "body_weight": "Weight"}
HUB = {"hub_hub-1_meter": "Meter", "hub_hub-1_seat": "Seat", "hub_hub-1_read": "Read meter", "site_held": "Held readings"}
ICONS = {"body_temperature": "mdi:thermometer", "blood_glucose": "mdi:water-outline", "spo2": "mdi:lungs", "pulse": "mdi:pulse"}


def ready():
    """Home Assistant with its frontend, or the reason why it is not available; the other one is None."""
    try:
        return House(VERSION).ready().with_frontend(), None
    except Missing as why:
        return None, str(why)


class Home:
    """A Home Assistant connected to a hub, and the address of its dashboard."""

    def __init__(self, house, hub):
        self.hub, self.folder = hub, house.folder("pictures")
        (self.folder / "dashboard.yaml").write_text("views: []\n")
        self.house = RunningHouse(house, self.folder, "--frontend")
        self.address = f"http://127.0.0.1:{self.house.port}"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.house.kill()

    def enter(self):
        """Completes onboarding as its pages do; returns the tokens in the frontend's form."""
        client = f"{self.address}/"
        person = {"client_id": client, "name": "Robin", "username": "robin", "password": "picture", "language": "en"}
        code = self.post("/api/onboarding/users", json.dumps(person))["auth_code"]
        form = {"client_id": client, "grant_type": "authorization_code", "code": code}
        tokens = self.post("/auth/token", urllib.parse.urlencode(form), kind="application/x-www-form-urlencoded")
        for step in ("core_config", "analytics", "integration"):
            self.post(f"/api/onboarding/{step}", json.dumps({"client_id": client, "redirect_uri": client}), token=tokens["access_token"])
        return {**tokens, "hassUrl": self.address, "clientId": client, "expires": int((time.time() + 1800) * 1000)}

    def post(self, path, body, kind="application/json", token=None):
        headers = {"Content-Type": kind, **({"Authorization": f"Bearer {token}"} if token else {})}
        request = urllib.request.Request(self.address + path, body.encode(), headers)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read() or "{}")

    def connect(self):
        """Adds the hub's broker through MQTT's forms, and waits for the values."""
        port = free_port()
        self.hub.must("access", "set", "--plain-port", str(port))
        password = re.search(r"password \(shown this once\): (\S+)", (self.hub.folder / "up.log").read_text()).group(1)
        self.house.ask("add", broker={"broker": "127.0.0.1", "port": port, "username": "home-assistant", "password": password})
        self.hub.wait("the values in Home Assistant", lambda: len(self.values()) >= 8)

    def values(self):
        """Each seat's metric that has a value, with its entity."""
        found = {}
        for one in self.house.ask("look")["entities"]:
            match = re.fullmatch(r"vitalbus_home_seat_(room-\d)_(\w+)", one["id"])
            if match and match[2] in NAMES and one["state"] not in (None, "unknown", "unavailable"):
                found[match[1], match[2]] = one["entity"]
        return found

    def arrange(self):
        """Writes the dashboard: a section for each seat, and one that shows which person each meter is read for."""
        values = self.values()
        sections = [section(seat.replace("-", " ").capitalize(), "mdi:bed", self.tiles(seat, values)) for seat in sorted({seat for seat, _ in values})]
        ids = {one["id"]: one["entity"] for one in self.house.ask("look")["entities"]}
        seat = {"entity_id": ids["vitalbus_home_hub_hub-1_seat"], "option": "room-1"}
        self.house.ask("call", domain="select", service="select_option", data=seat)
        tiles = [tile(ids[f"vitalbus_home_{part}"], name) for part, name in HUB.items()]
        view = {"title": "People", "type": "sections", "max_columns": 3, "sections": [*sections, section("Hub", "mdi:access-point", tiles, columns=3)]}
        # JSON is YAML.
        (self.folder / "dashboard.yaml").write_text(json.dumps({"views": [view]}))

    def tiles(self, seat, values):
        """A seat's values, and the time of the first measurement."""
        own = [(metric, values[seat, metric]) for metric in NAMES if (seat, metric) in values]
        shown = [tile(entity, NAMES[metric], ICONS.get(metric, "mdi:heart-pulse")) for metric, entity in own]
        return [*shown, tile(f"{own[0][1]}_measured_at", "Measured", "mdi:clock-outline")]


def section(title, icon, tiles, columns=1):
    return {"type": "grid", "column_span": columns, "cards": [{"type": "heading", "heading": title, "icon": icon}, *tiles]}


def tile(entity, name, icon=None):
    return {"type": "tile", "entity": entity, "name": name, "hide_state": entity.startswith("button."), **({"icon": icon} if icon else {})}


def take(walk, house):
    """Takes pictures of the dashboard in light and dark."""
    with Home(house, walk.hub) as home:
        tokens = home.enter()
        home.connect()
        home.arrange()
        driver = walk.browser(width=1200)
        driver.get(f"{home.address}/robots.txt")
        # A menu of icons only leaves room for three columns.
        for name, value in (("hassTokens", tokens), ("dockedSidebar", "auto")):
            driver.execute_script("localStorage.setItem(arguments[0], arguments[1])", name, json.dumps(value))
        confirm(walk, driver, home)
        for look in LOOKS:
            dress(driver, look)
            show(driver, f"{home.address}/vital-bus/0", 1180, 420)
            if not walk.soon(f"the dashboard, {look}", lambda: "mmHg" in drawn(driver), 60):
                raise SystemExit("home-assistant: the dashboard is not drawn")
            time.sleep(2)
            save(walk, driver, f"home-assistant-{look}")


def confirm(walk, driver, home):
    """Confirms the port, because Home Assistant asks about it in a dialog over the dashboard."""
    driver.get(f"{home.address}/vital-bus/0")
    if not walk.soon("the frontend", lambda: driver.execute_script("return !!document.querySelector('home-assistant')?.hass?.states"), 60):
        raise SystemExit("home-assistant: the frontend does not start")
    driver.execute_async_script(
        "const done = arguments[0]; document.querySelector('home-assistant').hass.callWS({type: 'http/config/promote'}).then(done, done)")


def drawn(driver):
    """All displayed text, also in the shadow roots of Home Assistant's elements."""
    return driver.execute_script(
        "const all = node => [...node.querySelectorAll('*')].map(one => one.shadowRoot ? one.shadowRoot.textContent + all(one.shadowRoot) : '').join(' ');"
        "return all(document)")
