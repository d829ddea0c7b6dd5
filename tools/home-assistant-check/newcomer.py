"""From an empty home to a cuff's value in a real Home Assistant: only the steps that a new user takes."""

import re
import time

from houses import RunningHouse
from prove import people
from prove.hub import SimulatedHub

SYSTOLIC = "vitalbus_home_seat_hub-1_systolic"
WORDS = re.compile(r"MQTT: broker (\S+), port (\d+), user (\S+),")


class Hub(SimulatedHub):
    """One command line: a person's own hub that reads cuffs by itself, without any preparation."""

    seats = []
    options = ["--solo", "--home-assistant", "--set", "device-reader:passive.peripherals=3000"]

    def __enter__(self):
        # As for every person, apart from the addresses of the simulated devices and cloud, which a real machine finds
        # or is given.
        self.start("vitalbus", "up", *self.simulators(), output=open(self.folder / "up.log", "w"))
        return self

    def printed(self):
        """The printed values for Home Assistant (host, port, account, password, authority file), if there are any."""
        text = (self.folder / "up.log").read_text()
        found, password = WORDS.search(text), re.search(r"password \(shown this once\): (\S+)", text)
        authority = re.search(r"its authority: (\S+)", text)
        if not found or not password or not authority:
            return None
        with open(authority[1]) as file:
            return {"broker": found[1], "port": int(found[2]), "username": found[3], "password": password[1], "authority": file.read()}


def walk(check, house, folder):
    """Counts the steps until the value appears, and measures how long they take without hesitation."""
    steps, began = [], time.monotonic()
    home = RunningHouse(house, house.folder(f"walk-{check.version}"))
    try:
        with Hub(folder) as hub:
            steps.append(f"vitalbus up {' '.join(Hub.options)}")
            hub.wait("what is printed", hub.printed)
            steps.append("Home Assistant: MQTT, with what was printed")
            # The forms look for the broker once, so it must already listen.
            answer = home.ask("add", broker=hub.printed())
            check.so("a new user: MQTT is added with what was printed, by TLS", "create_entry" in str(answer.get("type")).lower(), answer)
            begin = people.start("demo", seat="hub-1")
            steps.append(f"vitalbus {' '.join(begin)} < token")
            check.so("a new user: a session is started", hub.run(*begin, given=people.token("demo")))

            def value():
                found = [one["state"] for one in home.ask("look")["entities"] if one["id"] == SYSTOLIC]
                return bool(found) and found[0] not in (None, "unknown", "unavailable")

            check.soon("a new user: the cuff's value stands in Home Assistant", value, 60)
        for number, step in enumerate(steps, 1):
            print(f"       step {number}: {step}")
        check.so(f"a new user: {len(steps)} steps, {time.monotonic() - began:.0f} s", len(steps) <= 3)
        home.end()
    finally:
        if home.process.poll() is None:
            home.kill()
