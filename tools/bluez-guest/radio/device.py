"""A health device with a memory.

It measures, advertises while it has readings, delivers them one after the other on request, erases each one
when it is confirmed, and then ends the idle link, exactly like bluez-simulator's VirtualDevice.
"""

from __future__ import annotations

import asyncio
import datetime
import os
from collections.abc import Callable

from .advertising import Advertising
from .att import AUTHENTICATION, INVALID_LENGTH, OUT_OF_RANGE, READ_REFUSED, WRITE_REFUSED, AttError, Attribute
from .att import Server, Service, table
from .bonding import PATIENCE, Bonding
from .formats import SplitMix64, address_bytes, address_text, date_time, parse_date_time
from .hci import NOT_ESTABLISHED, REMOTE_USER, TIMEOUT
from .link import ATT, SMP, Link
from .parts import Reading, Timer
from .scenario import DeviceScript, Fault, Measurement
from .sending import Sending
from .smp import Key, Pairing

DEAF_TIME = 0.08
INFORMATION = {"2a29": "manufacturer", "2a24": "model", "2a25": "serial"}
CLOCKS = ("2a08", "2a2b")


class Device(Advertising, Sending, Bonding):
    """One device; subclasses are profiles. `world` is the air around it."""

    service = ""
    measurement = ""
    intermediate: str | None = None
    feature: tuple[str, bytes] = ("", b"")
    clock = "2a08"

    def __init__(self, script: DeviceScript, stream: int, world) -> None:
        self.script, self.world = script, world
        self.random = SplitMix64(world.seed, stream)
        self.irk = os.urandom(16) if script.address_type == "resolvable" else None
        self.identity = (address_bytes(script.address), 0 if script.address_type == "public" else 1)
        self.address = self.fresh_address()
        self.bonds: dict[str, Key] = {}
        self.stored: list[Reading] = []
        self.taken = self.confirmed_readings = 0
        self.advertising = self.gone = False
        self.is_clock_set = "clockNotSet" not in script.quirks
        self.clock_offset = script.clock_offset
        self.link: Link | None = None
        self.server: Server | None = None
        self.pairing: Pairing | None = None
        self.ignores_connections_until = 0.0
        self.enter_passkey: Callable[[int | None], None] | None = None
        self.typed: int | None = None
        self.advert = Timer(self.send_advert)
        self.advertising_ends = Timer(lambda: self.set_advertising(False))
        self.idle = Timer(self.end_idle_link)
        self.next_frame = Timer(self.send_next)
        self.flood = Timer(self.send_flood)
        self.rotation = Timer(self.change_address)
        self.attributes = table(self.services())
        if self.irk:
            self.rotation.set(script.address_change)
        self.clear_link()

    # -- its services
    def services(self) -> list[tuple[int, Service]]:
        """The same handles as in bluez-simulator, so that object paths are the same."""
        base = [
            (1, Service("1800", [("2a00", ("read",), False), ("2a01", ("read",), False)])),
            (6, Service("1801", [("2a05", ("indicate",), False)])),
            (0x10, Service("180a", [(uuid, ("read",), False) for uuid in INFORMATION])),
        ]
        rest = [(0, service) for service in self.health_services()]
        if self.script.battery is not None:
            rest.append((0, Service("180f", [("2a19", ("read", "notify"), False)])))
        return base + rest

    def health_services(self) -> list[Service]:
        characteristics: list = [(self.measurement, ("indicate",), True)]
        if self.intermediate:
            characteristics.append((self.intermediate, ("notify",), False))
        return [Service(self.service, characteristics + [(self.feature[0], ("read",), False)] + self.clock_row())]

    def clock_row(self) -> list:
        return [("2a08", ("read", "write"), False)] if self.clock == "2a08" else []

    def time_service(self) -> list[Service]:
        return [Service("1805", [("2a2b", ("read", "write", "notify"), False)])] if self.clock == "2a2b" else []

    def frames(self, measurement: Measurement) -> list[tuple[str, bytes]]:
        """The frames of a reading."""
        raise NotImplementedError

    # -- time
    def now(self) -> datetime.datetime:
        """The time on its clock."""
        return self.world.civil_time() + datetime.timedelta(seconds=self.clock_offset)

    def stamp(self) -> bytes:
        """The time on its clock as 0x2A08; the year is 0 until it is set."""
        data = date_time(self.now())
        return data if self.is_clock_set else bytes(2) + data[2:]

    def set_clock(self, time: datetime.datetime) -> None:
        shift = round((time - self.now()).total_seconds())
        self.clock_offset += shift
        self.is_clock_set = True
        self.log("clockSet", detail=str(shift))

    # -- measuring
    def log(self, event: str, **rest) -> None:
        self.world.truth.write(event, self.script.address, **rest)

    def strike(self, kind: str, where: Callable[[Fault], bool] = lambda fault: True) -> Fault | None:
        fault = self.world.faults.strike(kind, self.script.address, self.world.truth.now, where)
        if fault:
            self.log("fault", fault=kind, detail=fault.step)
        return fault

    def measure(self, measurement: Measurement) -> Reading:
        """Makes a measurement."""
        self.taken += 1
        frames = [(self.measurement, measurement.frame)] if measurement.frame else self.frames(measurement)
        reading = Reading(self.taken, frames, measurement.values.get("user"))
        self.stored.append(reading)
        for _, frame in frames:
            self.log("measured", reading=reading.number, frame=frame)
        if not self.link:
            self.advertise()
        elif "aAndD" not in self.script.quirks:
            # An A&D device offers its new reading only on the next link.
            self.readable += 1
            self.schedule_frame()
        return reading

    # -- the link
    def clear_link(self) -> None:
        for timer in (self.idle, self.next_frame, self.flood):
            timer.cancel()
        self.link = self.server = self.pairing = None
        self.bonded_on_this_link = self.silent = self.flooding = self.deaf_to_confirmations = False
        self.requests = self.frames_on_link = self.readable = 0
        self.accesses = {False: 0, True: 0}
        self.sending: Reading | None = None
        self.settled_at = 0.0
        self.enter_passkey = None

    def accept(self, controller, address: bytes, kind: int) -> None:
        """Accepts the connection of the adapter, which has heard an advert."""
        loop = asyncio.get_running_loop()
        if self.link or loop.time() < self.ignores_connections_until:
            return
        if self.strike("connectTimeout"):
            self.ignores_connections_until = loop.time() + 45
            return
        fails = self.strike("connectAbortByLocal")
        self.set_advertising(False)
        self.clear_link()
        link = controller.connect(self, address, kind)
        self.link = link
        if fails:
            return link.end(NOT_ESTABLISHED, detail="not established")
        self.server = Server(link, self, self.attributes, self.script.mtu)
        self.pairing = Pairing(link, self)
        link.handlers = {ATT: self.server.receive, SMP: self.pairing.receive}
        link.on_encrypted = self.encrypted
        self.readable = len(self.stored)
        self.rest_idle(PATIENCE)
        self.log("connected")
        if self.strike("dropAtStep", lambda fault: fault.step == "connected"):
            link.later(self.lose_link)
        self.silent = bool(self.strike("neverAnswers", lambda fault: fault.step == "connected"))
        if self.script.security_request:
            self.pairing.ask_for_security()

    def lose_link(self) -> None:
        """Loses the link as if out of range: the adapter reports a supervision time-out."""
        if self.link:
            self.link.end(TIMEOUT, detail="lost")

    def drop_at(self, step: str) -> bool:
        if not self.link or not self.strike("dropAtStep", lambda fault: fault.step == step):
            return False
        self.lose_link()
        return True

    def disconnect(self) -> None:
        """The device ends the link."""
        if self.link:
            self.link.end(REMOTE_USER, detail="device")

    def end_idle_link(self) -> None:
        self.disconnect()

    def link_ended(self, link: Link, detail: str) -> None:
        if link is not self.link:
            return
        self.clear_link()
        self.log("disconnected", detail=detail)
        if self.has_something():
            self.advertise()

    def rest_idle(self, seconds: float) -> None:
        """Restarts the idle time; an A&D device never ends a link itself."""
        self.idle.set(None if "aAndD" in self.script.quirks or self.flooding else seconds)

    # -- attributes, for the server
    def request(self, server: Server, opcode: int, packet: bytes) -> bool:
        """Whether to answer a request now."""
        self.requests += 1
        self.idle.at_least(self.script.idle_time)
        if opcode in (0x04, 0x06, 0x08, 0x10, 0x02):
            self.settled_at = asyncio.get_running_loop().time()
        if opcode in (0x08, 0x10) and self.drop_at("discovery"):
            return False
        steps = {"discovery"}
        uuid, written = "", b""
        if opcode in (0x0A, 0x12):
            attribute = server.by_handle.get(int.from_bytes(packet[1:3], "little"))
            uuid = attribute.type if attribute else ""
            written = packet[3:] if opcode == 0x12 else b""
        if opcode == 0x12:
            steps = {"subscribed"} if uuid == "2902" else {"racp"} if uuid == "2a52" else set()
        steps |= self.step(uuid)
        if not self.silent:
            self.silent = bool(self.strike("neverAnswers", lambda fault: (fault.step or "discovery") in steps))
        if self.silent or self.drops_access(uuid, written):
            return False
        if self.requests == 1 and (late := self.strike("servicesResolvedLate")):
            seconds = 5 if late.seconds is None else late.seconds
            self.idle.at_least(seconds + PATIENCE)
            asyncio.get_running_loop().call_later(seconds, lambda: server.link.is_up and server.answer(packet))
            return False
        return True

    @staticmethod
    def step(uuid: str) -> set[str]:
        """The link step of a read or a write, if any."""
        return {"information"} if uuid in INFORMATION else {"clock"} if uuid in CLOCKS else set()

    def drops_access(self, uuid: str, written: bytes) -> bool:
        """Whether the link is lost at a read or a write, before the answer; a write takes effect."""
        if uuid == "2a52" and written[:1] == b"\x01":
            lost = self.strike("dropAtStep", lambda fault: fault.step == "racp" and fault.frames == 0)
        elif steps := self.step(uuid):
            self.accesses[uuid in CLOCKS] += 1
            count = self.accesses[uuid in CLOCKS]
            lost = self.strike("dropAtStep", lambda fault: fault.step in steps and (fault.frames or 1) == count)
        else:
            return False
        if not lost:
            return False
        if uuid in CLOCKS and (time := parse_date_time(written)):
            self.set_clock(time)
        self.lose_link()
        return True

    def may(self, link: Link, attribute: Attribute) -> None:
        """Checks that the link is secure enough for an attribute."""
        if not attribute.guarded or self.script.pairing == "none":
            return
        if not link.encrypted or self.script.pairing in ("passkey", "confirm", "enter") and not link.authenticated:
            raise AttError(AUTHENTICATION)

    def read(self, server: Server, uuid: str) -> bytes:
        if uuid in INFORMATION:
            return self.script.information[INFORMATION[uuid]].encode()
        if uuid == "2a00":
            return self.script.name.encode()
        if uuid == "2a01":
            return bytes(2)
        if uuid == "2a19":
            return bytes([self.script.battery or 0])
        if uuid == self.feature[0]:
            return self.feature[1]
        if uuid in CLOCKS:
            return self.stamp() + (bytes([self.now().isoweekday(), 0, 0]) if uuid == "2a2b" else b"")
        raise AttError(READ_REFUSED)

    def write(self, server: Server, uuid: str, value: bytes) -> Callable[[], None] | None:
        """Accepts a value; returns the actions that follow the answer."""
        if uuid not in CLOCKS:
            raise AttError(WRITE_REFUSED)
        if len(value) != (7 if uuid == "2a08" else 10):
            raise AttError(INVALID_LENGTH)
        time = parse_date_time(value)
        if time is None:
            raise AttError(OUT_OF_RANGE)
        return lambda: self.set_clock(time)

    def subscribe(self, server: Server, uuid: str, bits: int) -> None:
        loop = asyncio.get_running_loop()
        if "beurerBM85" in self.script.quirks and loop.time() - self.settled_at < DEAF_TIME:
            return self.log("subscribed", detail=f"{uuid} ignored")
        server.subscribed[uuid] = bits & (3 if bits & 3 else 0)
        self.log("subscribed", detail=uuid + ("" if bits else " off"))
        if bits and not self.drop_at("subscribed"):
            self.subscribed(uuid)

    def is_subscribed(self, uuid: str) -> bool:
        return bool(self.server and self.server.subscribed.get(uuid))

    def subscribed(self, uuid: str) -> None:
        """Handles the subscription to a characteristic."""
        if uuid == self.measurement:
            self.rest_idle(self.script.idle_time)
            self.schedule_frame()

    # -- the rest
    def disappear(self, seconds: float | None) -> None:
        """Goes out of range: the link is lost and nothing is heard, for some seconds or until it returns."""
        self.gone = True
        self.lose_link()
        if seconds is not None:
            asyncio.get_running_loop().call_later(seconds, self.reappear)

    def reappear(self) -> None:
        self.gone = False

    def remove(self) -> None:
        self.lose_link()
        self.set_advertising(False)
        for timer in (self.advert, self.advertising_ends, self.rotation):
            timer.cancel()

    def status(self) -> dict:
        return {
            "address": self.script.address, "onAir": address_text(self.address[0]), "name": self.script.name,
            "profile": self.script.profile, "advertising": self.advertising and not self.gone,
            "connected": self.link is not None, "encrypted": bool(self.link and self.link.encrypted),
            "authenticated": bool(self.link and self.link.authenticated),
            "subscribed": sorted(self.server.subscribed) if self.server else [], "stored": len(self.stored),
            "measured": self.taken, "confirmed": self.confirmed_readings, "bonds": sorted(self.bonds),
            "waitsForPasskey": self.enter_passkey is not None, "clock": self.now().isoformat(timespec="seconds"),
        }
