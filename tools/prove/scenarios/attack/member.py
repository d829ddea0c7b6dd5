"""A member of the bus with a real account that sends messages which no process of VitalBus sends."""

import json
import struct
import time
import uuid

from prove import wire as mqtt

SITE = "vitalbus/v1/home"


def number(data, place):
    """A variable length of MQTT, and the place where it ends."""
    value, shift = 0, 0
    while True:
        value |= (data[place] & 0x7F) << shift
        place += 1
        if not data[place - 1] & 0x80:
            return value, place
        shift += 7


class Member:
    """A connection under a process's account, named as `hub.actor.instance`."""

    def __init__(self, link, account):
        self.link, self.account, self.packet, self.bytes = link, account, 0, b""
        hub, actor, instance = account.split(".")
        self.source, self.reply = f"/home/{hub}/{actor}/{instance}", f"{SITE}/{hub}/reply/{actor}-{instance}"

    @classmethod
    def local(cls, state, account, *, client=None):
        """A local one, with its password on the broker's socket."""
        secret = (state / "passwords" / account).read_text().strip()
        return cls(mqtt.connect(state / "broker" / "mqtt.sock", client or f"attack-{uuid.uuid4()}", user=account, password=secret), account)

    def close(self):
        self.link.close()

    def next(self, kinds, seconds=10):
        """The next packet of some kinds, as kind and body; None if none comes or the broker has closed."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            found = self.parse()
            if found and found[0] >> 4 in kinds:
                return found
            if found:
                continue
            self.link.settimeout(max(0.05, end - time.monotonic()))
            try:
                data = self.link.recv(1 << 16)
            except OSError:
                return None
            if not data:
                return None
            self.bytes += data
        return None

    def parse(self):
        if len(self.bytes) < 2:
            return None
        try:
            size, start = number(self.bytes, 1)
        except IndexError:
            return None
        if len(self.bytes) < start + size:
            return None
        kind, body, self.bytes = self.bytes[0], self.bytes[start : start + size], self.bytes[start + size :]
        if kind >> 4 == 3 and kind & 0x06:
            # Each message is confirmed, because otherwise the broker stops sending.
            topic = struct.unpack(">H", body[:2])[0]
            try:
                self.link.sendall(mqtt.packet(0x40, body[2 + topic : 4 + topic]))
            except OSError:
                # The broker has closed; reading the next packet reports it.
                pass
        return kind, body

    def subscribe(self, *topics):
        """The broker's code for each topic: 128 and above are refusals."""
        try:
            mqtt.subscribe(self.link, topics)
        except OSError:
            return [255] * len(topics)
        found = self.next([9])
        return list(found[1][-len(topics) :]) if found else [255] * len(topics)

    def publish(self, topic, payload, *, retain=False, response=None):
        """The broker's code: below 128 for success, 255 if it closed the connection or did not answer."""
        self.packet += 1
        data = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        head = bytearray(mqtt.publish_head(topic, size=len(data), number=self.packet - 1, response=response))
        head[0] |= 1 if retain else 0
        try:
            self.link.settimeout(20)
            self.link.sendall(bytes(head) + data)
        except OSError:
            return 255
        found = self.next([4, 14])
        if not found or found[0] >> 4 == 14:
            return 255
        return found[1][2] if len(found[1]) > 2 else 0

    def envelope(self, type, data, **more):
        return {
            "specversion": "1.0",
            "id": str(uuid.uuid4()),
            "source": self.source,
            "type": f"vitalbus.{type}.v1",
            "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
            "datacontenttype": "application/json",
            "epoch": int(time.time() * 1000),
            "seq": self.packet + 1,
            "data": data,
            **more,
        }

    def request(self, actor, operation, *, data, place=None, hub="site"):
        """The answer to a request: its data, or `broker` with the broker's refusal, or None."""
        self.subscribe(self.reply)
        mark = str(uuid.uuid4())
        message = self.envelope(f"{actor}.{operation}.request", data, correlationid=mark, replyto=self.reply)
        topic = f"{SITE}/{hub}/request/{actor}/{operation}/{place or self.account}"
        said = self.publish(topic, message, response=self.reply)
        if said >= 128:
            return {"broker": said}
        end = time.monotonic() + 15
        while time.monotonic() < end and (found := self.next([3], end - time.monotonic())):
            text = found[1][found[1].find(b'{"') :]
            try:
                answer = json.loads(text)
            except ValueError:
                continue
            if answer.get("correlationid") == mark:
                return answer["data"]
        return None

    def reading(self, seat=None, **changes):
        """A reading as a device reader makes it."""
        now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 5))
        made = {
            "readingKey": f"bt1-{uuid.uuid4().hex}",
            "revision": 1,
            "type": "biometrics",
            "timestamp": now,
            "utcOffset": 0,
            "timeQuality": "deviceClock",
            "receivedAt": now,
            "hub": self.account.split(".")[0],
            "device": str(uuid.uuid4()),
            "source": {"kind": "bluetooth", "peripheralID": 1, "manufacturer": "Example", "model": "X"},
            "measurements": [{"metric": "pulse", "value": 66, "unit": "/min", "origin": "device"}],
        }
        if seat:
            made["seat"] = seat
        return {**made, **changes}

    def submit(self, *readings, place=None):
        return self.request("session-manager", "submitRecords", data={"records": list(readings)}, place=place)
