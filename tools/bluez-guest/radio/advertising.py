"""A device's adverts and its address on the air."""

from __future__ import annotations

import struct

from . import crypto
from .formats import address_text, uuid_bytes

# The seconds of advertising after a button press with an empty memory.
AWAKE = 30


class Advertising:
    """The part of a device that can be heard without a link."""

    def wake(self) -> None:
        """A person presses its button."""
        self.advertise()

    def advertise(self) -> None:
        if self.link:
            return
        seconds = self.script.advertising_time
        self.advertising_ends.set(AWAKE if seconds is None and not self.has_something() else seconds)
        self.set_advertising(True)

    def has_something(self) -> bool:
        return bool(self.stored)

    def set_advertising(self, on: bool) -> None:
        if on == self.advertising:
            return
        self.advertising = on
        if on:
            self.advert.set(self.script.advertising_interval * 0.2)
        else:
            self.advert.cancel()
            self.advertising_ends.cancel()
        self.log("advertising" if on else "silent")

    def advert_data(self) -> tuple[bytes, bytes]:
        """The advert and the scan response; the latter has the name, which passive scanners therefore miss."""
        def part(kind: int, data: bytes) -> bytes:
            return bytes([len(data) + 1, kind]) + data
        uuids = [uuid_bytes(service.uuid) for service in self.health_services() if service.uuid != "1805"]
        data = part(0x01, b"\x06")
        for kind, size in ((0x02, 2), (0x06, 16)):
            if found := b"".join(uuid for uuid in uuids if len(uuid) == size):
                data += part(kind, found)
        for company, rest in self.script.manufacturer_data.items():
            data += part(0xFF, struct.pack("<H", company) + rest)
        for uuid, rest in self.script.service_data.items():
            data += part(0x16 if len(uuid) == 2 else 0x21, uuid + rest)
        return data[:31], part(0x09, self.script.name.encode()[:29])

    def send_advert(self) -> None:
        if not self.advertising:
            return
        # Up to 10 ms of jitter, as the standard requires.
        self.advert.set(self.script.advertising_interval + self.world.noise.between(0, 10) / 1000)
        controller = self.world.controller
        if controller and not self.gone:
            data, response = self.advert_data()
            rssi = self.script.rssi + self.world.noise.between(-4, 4)
            controller.hear(self, *self.address, data, response, rssi)

    def fresh_address(self) -> tuple[bytes, int]:
        return (crypto.resolvable_address(self.irk), 1) if self.irk else self.identity

    def change_address(self) -> None:
        """Takes a new resolvable private address; a link keeps its original one."""
        self.address = self.fresh_address()
        self.rotation.set(self.script.address_change)
        self.log("addressChanged", address=address_text(self.address[0]))
