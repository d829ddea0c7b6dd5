"""How a device sends its readings: one after the other, each erased on its confirmation."""

from __future__ import annotations

import asyncio

from .att import INDICATE, NOTIFY
from .hci import TIMEOUT
from .link import LATENCY
from .parts import Reading

FRAME_PAUSE = 0.04
FLOOD_PAUSE = 0.02


class Sending:
    """The part of a device that indicates and notifies, with its faults."""

    def schedule_frame(self) -> None:
        waits = self.bonded_on_this_link and "aAndD" in self.script.quirks
        if self.can_send() and not waits:
            self.next_frame.set(FRAME_PAUSE)

    def can_send(self) -> bool:
        return self.is_subscribed(self.measurement) and self.sending is None and self.readable > 0 \
            and self.next_reading() is not None

    def next_reading(self) -> Reading | None:
        return self.stored[0] if self.stored else None

    def send_next(self) -> None:
        reading = self.next_reading()
        if reading is None or not self.can_send():
            return
        self.sending = reading
        if self.strike("garbageFrame"):
            garbage = bytes(self.world.noise.between(0, 255) for _ in range(self.world.noise.between(1, 20)))
            self.log("sent", delivered=garbage, detail="garbage")
            self.server.indicate(self.measurement, garbage, lambda: None)
        frames = [(uuid, frame) for uuid, frame in reading.frames if self.is_subscribed(uuid)]
        for place, (uuid, frame) in enumerate(frames):
            self.send_frame(reading, uuid, frame, last=place == len(frames) - 1)

    def send_frame(self, reading: Reading, uuid: str, frame: bytes, last: bool) -> None:
        delivered = frame
        if fault := self.strike("truncatedFrame"):
            delivered = frame[:len(frame) // 2 if fault.frames is None else fault.frames]
        delivered = delivered[:self.server.mtu - 3]
        self.log("sent", reading=reading.number, frame=frame, delivered=delivered)
        lost = bool(self.strike("duplicateIndication"))
        self.server.indicate(uuid, delivered, lambda: self.frame_confirmed(reading, last),
                             self.lose_confirmation if lost else lambda: None)

    def lose_confirmation(self) -> None:
        """The frame arrives, but its confirmation does not, and the link is lost."""
        link = self.link
        self.deaf_to_confirmations = True

        def lose() -> None:
            if link and link is self.link:
                link.end(TIMEOUT, detail="lost before the confirmation")
        asyncio.get_running_loop().call_later(LATENCY + 0.03, lose)

    def frame_confirmed(self, reading: Reading, last: bool) -> None:
        if self.deaf_to_confirmations:
            return
        self.frames_on_link += 1
        if last:
            self.sending = None
            self.stored.remove(reading)
            self.readable -= 1
            self.confirmed_readings += 1
            for _, frame in reading.frames:
                self.log("confirmed", reading=reading.number, frame=frame)
            self.world.say_finished()
        count = self.frames_on_link
        if self.strike("dropAfterFrames", lambda fault: (fault.frames or 1) == count):
            return self.lose_link()
        if last and self.begin_flood(reading):
            return
        self.rest_idle(self.script.idle_time)
        self.schedule_frame()

    def begin_flood(self, reading: Reading) -> bool:
        fault = self.strike("sendsForever")
        if not fault:
            return False
        self.flooding, self.flood_left = True, fault.frames
        self.flood_frame = reading.frames[0]
        self.idle.cancel()
        self.flood.set(FLOOD_PAUSE)
        return True

    def send_flood(self) -> None:
        if not self.server or self.flood_left == 0:
            self.flooding = False
            return self.rest_idle(self.script.idle_time)
        if self.flood_left is not None:
            self.flood_left -= 1
        self.world.flooded += 1
        uuid, frame = self.flood_frame
        properties = next(a.value[0] for a in self.attributes if a.type == "2803" and a.characteristic == uuid)
        if properties & NOTIFY:
            self.server.notify(uuid, frame)
            self.flood.set(FLOOD_PAUSE)
        elif properties & INDICATE:
            self.server.indicate(uuid, frame, lambda: self.flood.set(FLOOD_PAUSE))

    def notify(self, uuid: str, value: bytes, **rest) -> None:
        """Sends a notification, unless the air loses it."""
        lost = bool(self.strike("notifyLost"))
        self.log("sent", delivered=None if lost else value, detail=uuid, **rest)
        if not lost and self.server:
            self.server.notify(uuid, value)
