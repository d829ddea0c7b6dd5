"""Shared by the checks: the scenario, the counts, the client and the control line."""

from __future__ import annotations

from client import Client, Control, Failed

from .counts import Counts

CUFF, METER, THERMOMETER, OXIMETER, SCALE, PLAIN = (f"F0:0D:00:00:00:{n:02X}" for n in range(1, 7))
ROTATING, ENTERED, COMPARED, LEGACY = (f"F0:0D:00:00:00:{n:02X}" for n in range(7, 11))
SCENARIO = {
    "seed": 7, "timing": {"temporaryTimeout": 600},
    "devices": [
        {"address": CUFF, "name": "Cuff", "battery": 90, "idleSeconds": 4},
        {"address": METER, "name": "Meter", "profile": "glucose", "pairing": "passkey", "passkey": 424242,
         "records": 300, "idleSeconds": 30},
        {"address": THERMOMETER, "name": "Thermometer", "profile": "thermometer", "pairing": "justWorks",
         "idleSeconds": 20},
        {"address": OXIMETER, "name": "Oximeter", "profile": "pulseOximeter", "continuous": True, "idleSeconds": 10},
        {"address": SCALE, "name": "Scale", "profile": "bodyScale", "pairing": "justWorks", "idleSeconds": 20,
         "users": [{"consent": 1234}]},
        {"address": PLAIN, "name": "Plain scale", "profile": "weightScale", "addressType": "public"},
    ],
}
EVERYTHING = [d["address"] for d in SCENARIO["devices"]]


class Base(Counts):
    """Counts passed and failed checks, with a client and the control line."""

    def __init__(self) -> None:
        super().__init__()
        self.client: Client
        self.control: Control

    async def refused(self, call, part: str, text: str) -> None:
        """A call that must fail with this error."""
        try:
            await call
        except Failed as error:
            return self.check(part in str(error), f"{text}: {error}")
        self.check(False, f"{text}: it was not refused")
