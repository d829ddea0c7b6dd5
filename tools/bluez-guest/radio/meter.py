"""Glucose meter, 0x1808: stored records that are requested through the Record Access Control Point."""

from __future__ import annotations

import datetime
import struct
from collections.abc import Callable

from .att import CCCD_IMPROPER, IN_PROGRESS, AttError, Server, Service
from .device import Device
from .formats import date_time, parse_date_time, sfloat
from .parts import Reading, Timer
from .scenario import Measurement

RACP, CONTEXT = "2a52", "2a34"
REPORT, DELETE, ABORT, COUNT, COUNTED, RESPONSE = range(1, 7)
ALL, AT_MOST, AT_LEAST, WITHIN, FIRST, LAST = range(1, 7)
BY_SEQUENCE, BY_TIME = 1, 2
SUCCESS, NO_OPCODE, BAD_OPERATOR, NO_OPERATOR, BAD_OPERAND, NO_RECORDS, NOT_ABORTED, NOT_COMPLETED, NO_OPERAND = \
    range(1, 10)


class Record(Reading):
    """A stored record: the reading, its sequence number and its user-facing time."""

    sequence = 0
    time: datetime.datetime
    fetched = False


class Meter(Device):
    """Notifies 0x2A18 and 0x2A34 for each record of a report. It keeps its records until they are deleted."""

    service, measurement, clock = "1808", "2a18", "2a2b"
    feature = ("2a51", bytes.fromhex("ff03"))

    def __init__(self, *args) -> None:
        self.report_timer = Timer(self.report_next)
        super().__init__(*args)
        start = self.now()
        for place in range(self.script.records):
            age = datetime.timedelta(hours=2 * (self.script.records - place))
            self.add(Measurement(), start - age, quiet=True)

    def health_services(self) -> list[Service]:
        rows: list = [(self.measurement, ("notify",), True), (CONTEXT, ("notify",), True), ("2a51", ("read",), False),
                      (RACP, ("write", "indicate"), True)]
        return [Service(self.service, rows), *self.time_service()]

    # -- records
    def measure(self, measurement: Measurement) -> Reading:
        record = self.add(measurement, self.now())
        self.advertise()
        return record

    def add(self, measurement: Measurement, time: datetime.datetime, quiet: bool = False) -> Record:
        self.taken += 1
        values = measurement.values
        frames = [(self.measurement, measurement.frame)] if measurement.frame else self.make(values, time)
        record = Record(self.taken, frames)
        record.sequence = int.from_bytes(frames[0][1][1:3], "little")
        record.time = time + datetime.timedelta(minutes=values.get("offsetMinutes", 0))
        self.stored.append(record)
        if not quiet:
            for _, frame in frames:
                self.log("measured", reading=record.number, frame=frame)
        return record

    def make(self, values: dict, time: datetime.datetime) -> list[tuple[str, bytes]]:
        """Time offset if given, concentration with type and location, status if given, context if given."""
        stamp = date_time(time) if self.is_clock_set else bytes(2) + date_time(time)[2:]
        meal = values.get("meal", self.random.between(0, 5))
        context = values.get("context")
        if context is None and meal:
            context = struct.pack("<BHB", 0x02, self.taken & 0xFFFF, meal)
        flags = 0x02 | (0x01 if "offsetMinutes" in values else 0) | (0x08 if "status" in values else 0)
        flags |= 0x10 if context else 0
        if "millimolesPerLitre" in values:
            flags |= 0x04
            amount = sfloat(values["millimolesPerLitre"] / 1000, -4)
        else:
            amount = sfloat(values.get("milligramsPerDecilitre") or self.random.between(62, 214), 0)
            # kg/L: a mantissa of mg/dL with exponent -5.
            amount = bytes([amount[0], amount[1] & 0x0F | 0xB0])
        frame = struct.pack("<BH", flags, self.taken & 0xFFFF) + stamp
        if "offsetMinutes" in values:
            frame += struct.pack("<h", values["offsetMinutes"])
        frame += amount + bytes([values.get("location", 1) << 4 | values.get("type", 1)])
        if "status" in values:
            frame += struct.pack("<H", values["status"])
        return [(self.measurement, frame)] + ([(CONTEXT, context)] if context else [])

    def has_something(self) -> bool:
        return any(not record.fetched for record in self.stored)

    def can_send(self) -> bool:
        return False

    # -- RACP
    def clear_link(self) -> None:
        self.report_timer.cancel()
        self.reporting: list[Record] | None = None
        self.reported = 0
        super().clear_link()

    def subscribed(self, uuid: str) -> None:
        self.rest_idle(max(self.script.idle_time, 10))

    def write(self, server: Server, uuid: str, value: bytes) -> Callable[[], None] | None:
        if uuid != RACP:
            return super().write(server, uuid, value)
        if not (self.is_subscribed(RACP) and self.is_subscribed(self.measurement)):
            raise AttError(CCCD_IMPROPER)
        if self.reporting is not None and value[:1] != bytes([ABORT]):
            raise AttError(IN_PROGRESS)
        return lambda: self.control(value)

    def control(self, request: bytes) -> None:
        self.log("racp", detail=request.hex())
        self.rest_idle(max(self.script.idle_time, 10))
        opcode = request[0] if request else 0
        if opcode == ABORT:
            running, self.reporting = self.reporting is not None, None
            self.report_timer.cancel()
            return self.respond(ABORT, SUCCESS if running or request[1:2] == b"\0" else NOT_ABORTED)
        if opcode not in (REPORT, DELETE, COUNT):
            return self.respond(opcode, NO_OPCODE)
        found = self.select(request[1] if len(request) > 1 else 0, request[2:])
        if isinstance(found, int):
            return self.respond(opcode, found)
        if opcode == COUNT:
            return self.indicate_racp(bytes([COUNTED, 0]) + struct.pack("<H", len(found)))
        if not found:
            return self.respond(opcode, NO_RECORDS)
        if opcode == DELETE:
            self.stored = [record for record in self.stored if record not in found]
            return self.respond(DELETE, SUCCESS)
        self.reporting, self.reported, self.asked = list(found), 0, list(found)
        self.report_timer.set(self.script.record_pause)

    def select(self, operator: int, operand: bytes) -> list[Record] | int:
        """The requested records, oldest first, or a response code."""
        records: list = self.stored
        if operator in (ALL, FIRST, LAST):
            if operand:
                return BAD_OPERAND
            return records if operator == ALL else records[:1] if operator == FIRST else records[-1:]
        if operator not in (AT_MOST, AT_LEAST, WITHIN):
            return BAD_OPERATOR if operator == 0 else NO_OPERATOR
        if not operand or operand[0] not in (BY_SEQUENCE, BY_TIME):
            return NO_OPERAND if operand else BAD_OPERAND
        size = 2 if operand[0] == BY_SEQUENCE else 7
        limits = [operand[1 + at:1 + at + size] for at in range(0, len(operand) - 1, size)]
        if len(limits) != (2 if operator == WITHIN else 1) or any(len(limit) != size for limit in limits):
            return BAD_OPERAND
        read = (lambda b: int.from_bytes(b, "little")) if size == 2 else parse_date_time
        values = [read(limit) for limit in limits]
        if None in values or operator == WITHIN and values[0] > values[1]:
            return BAD_OPERAND
        low = values[0] if operator != AT_MOST else None
        high = values[-1] if operator != AT_LEAST else None
        def key(record: Record):
            return record.sequence if size == 2 else record.time
        return [r for r in records if (low is None or key(r) >= low) and (high is None or key(r) <= high)]

    def report_next(self) -> None:
        if self.reporting is None or not self.server:
            return
        if not self.reporting:
            if self.strike("racpNeverEnds"):
                return None
            self.reporting = None
            return self.respond(REPORT, SUCCESS, self.report_confirmed)
        record = self.reporting.pop(0)
        self.send_record(record)
        self.reported += 1
        count = self.reported
        if self.strike("dropAtStep", lambda fault: fault.step == "racp" and fault.frames != 0 and (fault.frames or 1) <= count):
            return self.lose_link()
        if self.strike("dropAfterFrames", lambda fault: (fault.frames or 1) == count):
            return self.lose_link()
        if not self.flooding and (fault := self.strike("sendsForever")):
            self.flooding, self.flood_left = True, fault.frames
        if self.flooding and self.flood_left != 0:
            self.reporting.append(record)
            self.flood_left = self.flood_left and self.flood_left - 1
            self.world.flooded += 1
        self.rest_idle(max(self.script.idle_time, 10))
        self.report_timer.set(self.script.record_pause)

    def send_record(self, record: Record) -> None:
        for uuid, frame in record.frames:
            if not self.is_subscribed(uuid):
                continue
            if self.strike("garbageFrame"):
                garbage = bytes(self.world.noise.between(0, 255) for _ in range(self.world.noise.between(1, 20)))
                self.notify(uuid, garbage)
            fault = self.strike("truncatedFrame")
            cut = frame if not fault else frame[:len(frame) // 2 if fault.frames is None else fault.frames]
            self.notify(uuid, cut, reading=record.number, frame=frame)

    def report_confirmed(self) -> None:
        for record in self.asked:
            record.fetched = True
        self.confirmed_readings += len(self.asked)
        self.log("racp", detail=f"reported {len(self.asked)}")

    def respond(self, opcode: int, code: int, confirmed: Callable[[], None] = lambda: None) -> None:
        self.indicate_racp(bytes([RESPONSE, 0, opcode, code]), confirmed)

    def indicate_racp(self, value: bytes, confirmed: Callable[[], None] = lambda: None) -> None:
        if self.server:
            self.server.indicate(RACP, value, confirmed)

    def status(self) -> dict:
        return super().status() | {"reporting": self.reporting is not None}
