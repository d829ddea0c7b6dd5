"""The scenario: the same JSON as bluez-simulator's, with more kinds of devices and faults.

As there, an unknown key is an error, because a mistyped one would be a fault that never happens.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass, field
from typing import Any

from .formats import uuid_bytes

PROFILES = ("bloodPressure", "thermometer", "weightScale", "bodyScale", "glucose", "pulseOximeter", "omronCuff",
            "oneTouch")
QUIRKS = ("rfuFlags", "beurerBM85", "aAndD", "clockNotSet", "omronToken")
PAIRINGS = ("none", "justWorks", "confirm", "passkey", "enter", "reject")
ADDRESS_TYPES = ("public", "random", "resolvable")
STEPS = ("connected", "discovery", "pairing", "information", "clock", "subscribed", "racp", "memory")
ADDRESS = re.compile(r"^([0-9A-F]{2}:){5}[0-9A-F]{2}$")

# Whether a fault happens at a set time; the others wait for an opportunity.
FAULTS = {
    "connectAbortByLocal": False, "connectTimeout": False, "dropAfterFrames": False, "servicesResolvedLate": False,
    "truncatedFrame": False, "garbageFrame": False, "notifyLost": False, "duplicateIndication": False,
    "dropAtStep": False, "neverAnswers": False, "sendsForever": False, "pairingRefused": False,
    "racpNeverEnds": False,
    "discoveryStuck": True, "adapterRemoved": True, "adapterBack": True, "adapterPoweredOff": True,
    "adapterBlocked": True, "daemonRestart": True, "daemonHang": True, "staleBond": True, "addressChanges": True,
    "clockJumps": True, "disappears": True,
}
# Only a simulated daemon can do these: bluetoothd does them on its own or not at all.
ONLY_SIMULATED = ("deviceGoneBeforeConnect", "stopDiscoveryInProgress", "startDiscoveryInProgress",
                  "connectInProgress", "gattInProgress", "racpBusy", "secondAdapter")
# Measurement keys by profile, in addition to `frame`.
VALUES = {
    "bloodPressure": ("systolic", "diastolic", "meanArterial", "pulse", "user", "status"),
    "thermometer": ("celsius", "site"),
    "weightScale": ("kilograms", "user"),
    "bodyScale": ("kilograms", "user", "bodyFatPercent", "impedanceOhm", "musclePercent", "bodyWaterKilograms"),
    "glucose": ("millimolesPerLitre", "milligramsPerDecilitre", "type", "location", "meal", "status",
                "offsetMinutes", "context"),
    "pulseOximeter": ("spo2", "pulse", "status"),
    "omronCuff": ("systolic", "diastolic", "pulse", "user", "status"),
    "oneTouch": ("milligramsPerDecilitre", "meal"),
}


class ScenarioError(Exception):
    """The place of an error in the JSON."""


class Box:
    """Reads keys of one JSON object; the keys left at the end are unknown."""

    def __init__(self, value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise ScenarioError(f"{where} must be an object")
        self.left, self.where = dict(value), where

    def get(self, key: str, default: Any = None, kind: tuple = (str,), low=None, high=None) -> Any:
        if key not in self.left:
            return default
        value = self.left.pop(key)
        if not isinstance(value, kind) or isinstance(value, bool) != (bool in kind):
            raise ScenarioError(f"{self.where}: {key} has the wrong type")
        if low is not None and value < low or high is not None and value > high:
            raise ScenarioError(f"{self.where}: {key} must be {low} to {high}")
        return value

    def number(self, key: str, default: float | None = None, low: float = 0, high: float = 4e9) -> Any:
        return self.get(key, default, (int, float), low, high)

    def whole(self, key: str, default: int | None = None, low: int = 0, high: int = 1 << 31) -> Any:
        return self.get(key, default, (int,), low, high)

    def one(self, key: str, default: str, among: tuple) -> str:
        value = self.get(key, default)
        if value not in among:
            raise ScenarioError(f"{self.where}: {key} must be one of {', '.join(among)}")
        return value

    def hex(self, key: str, longest: int = 512) -> bytes | None:
        text = self.get(key)
        return None if text is None else parse_hex(text, f"{self.where}: {key}", longest)

    def end(self) -> None:
        if self.left:
            raise ScenarioError(f"{self.where}: unknown key \"{sorted(self.left)[0]}\"")


def parse_hex(text: Any, where: str, longest: int = 512) -> bytes:
    try:
        data = bytes.fromhex(text)
    except (ValueError, TypeError):
        raise ScenarioError(f"{where} must be hex digits") from None
    if len(data) > longest:
        raise ScenarioError(f"{where} must be {longest} bytes at most")
    return data


def parse_time(text: str, where: str) -> datetime.datetime:
    try:
        return datetime.datetime.strptime(text, "%Y-%m-%dT%H:%M:%S")
    except ValueError:
        raise ScenarioError(f"{where} must be like 2026-03-01T08:00:00") from None


@dataclass
class Measurement:
    """One reading, or a series of generated ones."""

    at: float = 0
    every: float | None = None
    count: int = 1
    frame: bytes | None = None
    values: dict = field(default_factory=dict)

    @classmethod
    def read(cls, value: Any, profile: str, where: str) -> Measurement:
        box = Box(value, where)
        self = cls(box.number("atSeconds", 0), box.number("everySeconds"), box.whole("count", 1, 1, 1_000_000),
                   box.hex("frame"))
        if self.count > 1 and not self.every:
            raise ScenarioError(f"{where}: count above 1 needs everySeconds")
        for key in VALUES[profile]:
            if key == "context":
                if "context" in box.left:
                    self.values[key] = parse_hex(box.left.pop(key), f"{where}: context", 32)
            else:
                found = box.get(key, None, (int, float), -10_000, 100_000)
                if found is not None:
                    self.values[key] = found
        if "systolic" in self.values and "diastolic" not in self.values:
            raise ScenarioError(f"{where}: systolic needs diastolic")
        box.end()
        return self


@dataclass
class DeviceScript:
    """One device in radio range, and its behaviour."""

    address: str
    address_type: str = "random"
    name: str = "VirtualBP"
    profile: str = "bloodPressure"
    quirks: tuple = ()
    pairing: str = "none"
    passkey: int = 123_456
    secure_connections: bool = True
    security_request: bool = False
    fields: dict = field(default_factory=dict)
    information: dict = field(default_factory=dict)
    battery: int | None = None
    clock_offset: int = 0
    rssi: int = -58
    advertising_interval: float = 0.25
    advertising_time: float | None = None
    idle_time: float = 2.5
    manufacturer_data: dict = field(default_factory=dict)
    service_data: dict = field(default_factory=dict)
    awake_at: list = field(default_factory=list)
    measurements: list = field(default_factory=list)
    mtu: int = 64
    records: int = 0
    record_pause: float = 0.03
    continuous: bool = False
    users: list = field(default_factory=list)
    address_change: float = 900

    @classmethod
    def read(cls, value: Any, where: str = "device") -> DeviceScript:
        box = Box(value, where)
        address = box.get("address")
        if not address or not ADDRESS.match(address):
            raise ScenarioError(f"{where}: address must be like F0:0D:00:00:00:01")
        where = box.where = f"device {address}"
        profile = box.one("profile", "bloodPressure", PROFILES)
        quirks = tuple(box.get("quirks", [], (list,)))
        if set(quirks) - set(QUIRKS):
            raise ScenarioError(f"{where}: quirks are {', '.join(QUIRKS)}")
        self = cls(address, box.one("addressType", "random", ADDRESS_TYPES), box.get("name", "VirtualBP"), profile,
                   quirks, box.one("pairing", "none", PAIRINGS), box.whole("passkey", 123_456, 0, 999_999),
                   box.get("secureConnections", True, (bool,)), box.get("securityRequest", False, (bool,)))
        fields = Box(box.get("fields", {}, (dict,)), f"{where} fields")
        usual = {"timestamp": True, "pulse": True, "user": True, "status": True, "kilopascal": False}
        self.fields = {key: fields.get(key, usual[key], (bool,)) for key in usual}
        fields.end()
        information = Box(box.get("information", {}, (dict,)), f"{where} information")
        usual = {"manufacturer": "VitalBus", "model": self.name, "serial": f"SN-{address[-2:]}"}
        self.information = {key: information.get(key, usual[key]) for key in usual}
        information.end()
        self.battery = box.whole("battery", None, 0, 100)
        # bluetoothd itself decides whether to show the battery as an interface.
        box.get("batteryAsInterface", True, (bool,))
        self.read_behaviour(box, where)
        self.measurements = [Measurement.read(m, profile, f"{where} measurement")
                             for m in box.get("measurements", [], (list,))]
        box.end()
        return self

    def read_behaviour(self, box: Box, where: str) -> None:
        self.clock_offset = box.whole("clockOffsetSeconds", 0, -4_000_000_000, 4_000_000_000)
        self.rssi = box.whole("rssi", -58, -127, 20)
        self.advertising_interval = box.number("advertisingIntervalSeconds", 0.25, 0.02)
        self.advertising_time = box.number("advertisingSeconds")
        self.idle_time = box.number("idleSeconds", 2.5)
        for company, text in box.get("manufacturerData", {}, (dict,)).items():
            if not company.isdecimal() or int(company) > 0xFFFF:
                raise ScenarioError(f"{where}: manufacturerData must be {{\"decimal company\": \"hex\"}}")
            self.manufacturer_data[int(company)] = parse_hex(text, f"{where}: manufacturerData", 24)
        for uuid, text in box.get("serviceData", {}, (dict,)).items():
            try:
                self.service_data[uuid_bytes(uuid)] = parse_hex(text, f"{where}: serviceData", 24)
            except ValueError:
                raise ScenarioError(f"{where}: serviceData must be {{\"UUID\": \"hex\"}}") from None
        self.awake_at = [max(0.0, float(t)) for t in box.get("awakeAtSeconds", [], (list,))]
        self.mtu = box.whole("mtu", 64, 23, 517)
        self.records = box.whole("records", 0, 0, 5000)
        self.record_pause = box.number("recordPauseSeconds", 0.03, 0, 60)
        self.continuous = box.get("continuous", False, (bool,))
        self.users = [dict(user) for user in box.get("users", [], (list,))]
        for user in self.users:
            if not isinstance(user.get("consent"), int) or not 0 <= user["consent"] <= 9999:
                raise ScenarioError(f"{where}: each of users needs its consent, 0 to 9999")
        self.address_change = box.number("addressChangeSeconds", 900, 1)


@dataclass
class Fault:
    """One entry of the fault list."""

    kind: str
    device: str | None = None
    at: float = 0
    until: float | None = None
    every: float | None = None
    probability: float = 1
    count: int | None = None
    seconds: float | None = None
    frames: int | None = None
    step: str | None = None
    cleared_by: str = "powerCycle"

    @classmethod
    def read(cls, value: Any, where: str = "fault") -> Fault:
        box = Box(value, where)
        kind = box.get("kind", "")
        if kind in ONLY_SIMULATED:
            raise ScenarioError(f"fault {kind}: the real bluetoothd cannot be made to do that")
        if kind not in FAULTS:
            raise ScenarioError(f"no fault \"{kind}\"; known are {', '.join(sorted(FAULTS))}")
        where = box.where = f"fault {kind}"
        step = box.get("step")
        if step is not None and step not in STEPS:
            raise ScenarioError(f"{where}: step must be one of {', '.join(STEPS)}")
        if kind == "dropAtStep" and step is None:
            raise ScenarioError(f"{where} needs its step: {', '.join(STEPS)}")
        device = box.get("device")
        if device is not None and not ADDRESS.match(device):
            raise ScenarioError(f"{where}: device must be an address")
        self = cls(kind, device, box.number("atSeconds", 0), box.number("untilSeconds"), box.number("everySeconds"),
                   box.number("probability", 1, 0, 1), box.whole("count"), box.number("seconds", None, -4e9),
                   box.whole("frames"), step, box.one("clearedBy", "powerCycle", ("time", "restart", "powerCycle")))
        box.end()
        return self

    @property
    def timed(self) -> bool:
        return FAULTS[self.kind]


@dataclass
class Scenario:
    seed: int = 1
    starts_at: datetime.datetime | None = None
    adapter: str = "00:AA:01:00:00:01"
    auto_enable: bool = True
    temporary_timeout: float = 30
    not_played: list = field(default_factory=list)
    devices: list = field(default_factory=list)
    faults: list = field(default_factory=list)

    @classmethod
    def read(cls, value: Any) -> Scenario:
        box = Box(value, "scenario")
        self = cls(box.whole("seed", 1, 0, (1 << 64) - 1))
        if (text := box.get("startsAt")) is not None:
            self.starts_at = parse_time(text, "startsAt")
        adapter = Box(box.get("adapter", {}, (dict,)), "adapter")
        if adapter.get("name", "hci0") != "hci0":
            raise ScenarioError("adapter: the kernel names it hci0")
        self.adapter = adapter.get("address", self.adapter)
        if not ADDRESS.match(self.adapter):
            raise ScenarioError("adapter: address must be like 00:AA:01:00:00:01")
        self.auto_enable = adapter.get("autoEnable", True, (bool,))
        adapter.end()
        timing = Box(box.get("timing", {}, (dict,)), "timing")
        self.temporary_timeout = timing.number("temporaryTimeout", 30)
        # The real daemon and kernel have their own timing.
        for key in ("connect", "connectTimeout", "disconnect", "discoverServices", "cachedServices", "gatt", "pairing",
                    "scanWindow", "scanGap", "adapterStart"):
            if timing.number(key) is not None:
                self.not_played.append(f"timing.{key}")
        timing.end()
        self.devices = [DeviceScript.read(d) for d in box.get("devices", [], (list,))]
        for fault in box.get("faults", [], (list,)):
            if isinstance(fault, dict) and fault.get("kind") in ONLY_SIMULATED:
                self.not_played.append(f"fault {fault['kind']}")
            elif isinstance(fault, dict) and "adapter" in fault:
                self.not_played.append(f"{fault.get('kind')}'s adapter: the kernel names it")
                self.faults.append(Fault.read({key: value for key, value in fault.items() if key != "adapter"}))
            else:
                self.faults.append(Fault.read(fault))
        box.end()
        addresses = {d.address for d in self.devices}
        if len(addresses) != len(self.devices):
            raise ScenarioError("two devices have the same address")
        for fault in self.faults:
            if fault.device and fault.device not in addresses:
                raise ScenarioError(f"fault {fault.kind} names unknown {fault.device}")
        return self

    @classmethod
    def load(cls, path: str) -> Scenario:
        try:
            with open(path, encoding="utf-8") as file:
                return cls.read(json.load(file))
        except OSError as error:
            raise ScenarioError(f"{path} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise ScenarioError(f"{path} is not JSON: {error}") from None
