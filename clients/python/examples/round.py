#!/usr/bin/env python3
"""A whole round at a hub: a session, a paired cuff, its reading confirmed, and a photo of a display confirmed.

    examples/round.py desk.vitalbus --seat bed-a --user USER --organization ORG --device NAME --photo cuff.jpg < token

The folder is what `vitalbus user add desk --role operator` has written. A line is printed for each step.
"""

import argparse
import sys
import time

from vitalbus import Account, Client, Fault, Hub
from vitalbus.contract import BleScanner


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    for name in ("seat", "user", "organization", "device", "photo"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--peripheral", type=int, default=3000, help="3000: any cuff of the standard profile")
    parser.add_argument("--passkey", help="the six digits that the device shows; asked for when it is not given")
    return parser.parse_args()


def values(measurements):
    return ", ".join(f"{one['metric']} {one['value']} {one['unit']}" for one in measurements)


def in_sight(client, name):
    """The device of a name, as soon as it is heard."""
    while True:
        for one in BleScanner.sightings(client, {})["devices"]:
            if one.get("name") == name:
                return one["device"]
        time.sleep(0.2)


def patiently(ask):
    """Asks again while somebody else's device is being read."""
    while True:
        try:
            return ask()
        except Fault as fault:
            if not fault.retriable:
                raise
            time.sleep(0.2)


def main():
    options = arguments()
    token = sys.stdin.read().strip()
    with Client(Account.from_folder(options.folder)) as client:
        hub = Hub(client)
        session = hub.start_session(options.seat, user=options.user, organization=options.organization, token=token)
        print(f"session {session['sessionID']} of seat {session['seat']}")

        def answer(asked):
            if asked["kind"] == "enter":
                return {"request": asked["request"], "passkey": options.passkey or input("the digits on the device: ")}
            return {"request": asked["request"], "accept": True} if asked["kind"] == "confirm" else None

        device = in_sight(client, options.device)
        patiently(lambda: hub.pair(device, options.peripheral, seat=options.seat, answer=answer))
        print(f"paired {device}")

        read = patiently(lambda: hub.read(options.peripheral, device=device, seat=options.seat, hold=True))
        for reading in read["records"]:
            print(f"read {values(reading['measurements'])}: {read['disposition']}")
        decided = hub.confirm(read["records"][-1]["readingKey"], seat=options.seat, session=session["sessionID"])
        print(f"confirmed {decided['outcome']}, record {decided.get('logID')}")

        with open(options.photo, "rb") as file:
            job = hub.photo(file.read(), seat=options.seat, wish={"type": "bloodPressure"})
        print(f"photo {job['state']}: {job['result']['text'].split() if 'result' in job else job.get('error')}")
        decided = hub.confirm(job["readingKey"], seat=options.seat)
        print(f"confirmed {decided['outcome']}, record {decided.get('logID')}")


if __name__ == "__main__":
    main()
