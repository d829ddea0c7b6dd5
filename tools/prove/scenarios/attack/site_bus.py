"""Attacks by accounts of a site's broker: a hub with stolen keys, a program of the house, a caregiver."""

import json
import re
import select
import socket
import ssl
import struct
import threading
import time
import uuid
from collections import Counter

from prove import wire as mqtt
from prove.scenarios.attack.member import SITE
from prove.scenarios.attack.site_stage import HOSTILE_HUB, HOUSE, SEAT

NOT_AUTHORIZED = 135
# The account of the command line on the stolen machine.
BOX = "room-2.vitalbus.cli"
WAITING = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
# The length of a flood, in seconds.
FLOOD = 5
# What a command says that reached no broker.
NO_BROKER = "no broker at"
# Topics that no account may receive as a whole, or take away from their receivers.
ALL = [
    "#",
    "+/#",
    "$SYS/#",
    "$CONTROL/#",
    "$CONTROL/dynamic-security/v1/response",
    "vitalbus/#",
    f"{SITE}/#",
    f"{SITE}/+/reply/+",
    f"{SITE}/site/#",
    f"{SITE}/site/work/upload/grant/+",
    f"{SITE}/room-1/request/#",
    "$share/thieves/#",
    f"$share/thieves/{SITE}/#",
    f"$share/thieves/{SITE}/site/request/session-manager/+/+",
    f"$share/thieves/{SITE}/site/work/upload/pull/+",
    f"{SITE}/+/log/+",
]
# Topics of others.
FOREIGN = [
    "room-1/event/recordSubmitted",
    "room-1/event/readingFailed",
    "site/reply/uploader-u1",
    "site/event/sessionEnded",
    "site/work/upload/grant/uploader-u1",
    "site/work/upload/ack/site.uploader.u1",
    "room-1/actor/health-importer/main/availability",
    "room-1/actor/health-importer/main/health",
    "site/actor/session-manager/main/availability",
    "site/state/queue",
    f"site/state/session/{SEAT}",
    f"site/vitals/{SEAT}/pulse",
    "room-1/state/adapter",
    "room-1/log/device-reader",
    "site/request/session-manager/endSession/room-1.vitalbus.cli",
    f"site/request/session-manager/submitRecords/{HOSTILE_HUB}0",
]
OWN = f"{SITE}/room-2/actor/device-reader/main"
RUBBISH = [b"\xff\xfe\x1b[2J\x07all well\n\xe2\x80\xae", b"[1,2,3]", b'{"data": 5, "time": "yesterday"}', b"x" * 65_536, b'{"data":' * 5_000]


def accounts(stage):
    return [HOSTILE_HUB, HOUSE, stage.nurse]


def listen(stage):
    """site: subscriptions to everything, to others' answers and grants, and shared ones that would swallow them"""
    wrong = []
    for account in accounts(stage):
        link = stage.member(account)
        said = link.subscribe(*ALL)
        wrong += [f"{account} may hear {topic}: {word}" for topic, word in zip(ALL, said) if word != NOT_AUTHORIZED]
        wrong += [what for what in [stage.type(SEAT)] if what]
        if found := link.next([3], 1):
            wrong.append(f"{account} hears {found[1][:80]!r}")
        link.close()
    return wrong


def forge(stage):
    """site: others' events, answers, grants, presence, values and states, also empty and kept, and orders to the broker"""
    wrong, before = [], len(stage.delivered())
    order = {"commands": [{"command": "createClient", "username": "thief", "password": "thief"}, {"command": "getClient", "username": "house"}]}
    for account in accounts(stage):
        link = stage.member(account)
        # A hub's process may write to the command lines of all hubs: a reply counts only under the random id of a
        # waiting call.
        for topic in FOREIGN + (["room-1/reply/vitalbus-cli"] if account != HOSTILE_HUB else []):
            for payload, is_kept in ((link.envelope("recordSubmitted", {"seat": SEAT}), False), (b"offline", True), (b"", True)):
                said = link.publish(f"{SITE}/{topic}", payload, retain=is_kept)
                if said != NOT_AUTHORIZED:
                    wrong.append(f"{account} writes {topic}: {said}")
        for topic in ("$CONTROL/dynamic-security/v1", "$SYS/broker/uptime", "vitalbus/v1/other/room-1/event/readingFailed"):
            said = link.publish(topic, order)
            if said != NOT_AUTHORIZED:
                wrong.append(f"{account} writes {topic}: {said}")
        link.close()
    link = stage.socket(stage.ports["plain"], plain=True)
    if mqtt.greet(link, "thief", user="thief", password="thief") == 0:
        wrong.append("an account was made by an order on the bus")
    link.close()
    if not (stage.ask("session", f'{{"seat": "{SEAT}"}}')).get("sessionID"):
        wrong.append("the session ended")
    if "health-importer online" not in stage.look("status")[1]:
        wrong.append("a process is shown as gone that is there")
    if len(stage.delivered()) != before:
        wrong.append("something of it is at the cloud")
    return wrong


def rubbish(stage):
    """site: what nobody can read, kept on topics that its sender may write"""
    link, wrong, topics = stage.member(HOSTILE_HUB), [], [f"{OWN}/health", f"{OWN}/info", f"{OWN}/availability", f"{SITE}/room-2/state/passive"]
    for number in (0, 1):
        for place, topic in enumerate(topics):
            if link.publish(topic, RUBBISH[(place + number * 3) % len(RUBBISH)], retain=True) >= 128:
                wrong.append(f"the broker refuses {topic}: the attack could not be played")
        wrong += stage.served("doctor" if number else "status", [topic for topic in topics if "/info" not in topic])
    for topic in topics:
        link.publish(topic, b"", retain=True)
    link.close()
    if f"{OWN}/" in stage.look("status")[1]:
        wrong.append("what was cleared is still named")
    return wrong


def answered(stage, data):
    """The broker's answer to the hostile hub's packet: a reason from 128 on, 255 if it closed, 0 if it accepted."""
    link = stage.member(HOSTILE_HUB)
    try:
        link.link.sendall(data)
    except OSError:
        return 255
    found = link.next([4, 14], 5)
    link.close()
    if not found or found[0] >> 4 == 14:
        return 255
    return found[1][2] if len(found[1]) > 2 else 0


def wire(stage):
    """site: topics that are none, packets beyond the limits, another's client id and will, thousands of half-open connections"""
    wrong, own = [], f"{SITE}/room-2/event/readingFailed"
    for name, topic in {
        "a NUL": own.encode() + b"\0x",
        "no UTF-8": own.encode() + b"\xff\xfe",
        "a surrogate": own.encode() + b"\xed\xa0\x80",
        "65,535 bytes": b"a" * 65_535,
        "a wildcard": f"{SITE}/+/event/readingFailed".encode(),
        "no topic": b"",
    }.items():
        body = struct.pack(">H", len(topic)) + topic + b"\0\1\0" + b"x"
        if answered(stage, mqtt.packet(0x32, body)) < 128:
            wrong.append(f"a topic with {name} is taken")
    if answered(stage, mqtt.publish_head(own, size=200_000, number=0) + b"x" * 200_000) < 128:
        wrong.append("a payload of 200 KB is taken")
    return wrong + oversized(stage) + disguised(stage) + half_open(stage)


def oversized(stage):
    """Packets of 256 MiB, of which 24 MiB are sent: the broker must not keep them until they are complete."""
    links, cut, chunk = [stage.member(HOSTILE_HUB) for _ in range(12)], 0, b"x" * (1 << 20)
    for link in links:
        try:
            link.link.sendall(b"\x32\xff\xff\xff\x7f" + mqtt.text(f"{SITE}/room-2/event/readingFailed"))
            for _ in range(24):
                link.link.sendall(chunk)
        except OSError:
            cut += 1
    for link in links:
        link.close()
    return [] if cut == len(links) else [f"{len(links) - cut} of {len(links)} packets of 256 MiB are not cut off"]


def disguised(stage):
    """Connections under another client's name, with a will in another's name for the broker to send."""
    before = (stage.state / "broker" / "mosquitto.log").read_text(errors="replace")
    for account in accounts(stage):
        for client in ("room-1.health-importer.main", "site.session-manager.main", "site.uploader.u1"):
            link, said = stage.greet(account, client, will=(f"{SITE}/room-1/actor/health-importer/main/availability", "offline"))
            # Without a DISCONNECT, so that the broker sends the will.
            link.close()
    time.sleep(1)
    wrong = [] if "health-importer online" in stage.look("status")[1] else ["a will in another's name is believed"]
    log = (stage.state / "broker" / "mosquitto.log").read_text(errors="replace")[len(before) :]
    # The client ids of processes end in a secret part.
    return wrong + [f"a connection was taken over: {line}" for line in log.splitlines() if re.search(r"\.[0-9a-f]{24} already connected", line)]


def half_open(stage):
    """Silent connections; the hub's person connects meanwhile."""
    links, begin = [], time.monotonic()
    for port, count in ((stage.ports["broker"], 1_500), (stage.ports["access"], 300), (stage.ports["registrar"], 200)):
        for _ in range(count):
            link = socket.socket()
            link.setblocking(False)
            link.connect_ex(("127.0.0.1", port))
            links.append(link)
    wrong = [what for what in [stage.type(SEAT)] if what]
    if stage.look("renew", "--all", "--state", str(stage.hubs["room-1"]))[0]:
        wrong.append("a hub gets no new certificate")
    print(f"{'':16} {len(links)} connections that say nothing, {time.monotonic() - begin:.1f} s", flush=True)
    for link in links:
        link.close()
    return wrong


class Flood(threading.Thread):
    """One account that publishes as fast as it can, and again after it was cut off."""

    def __init__(self, stage, account, *, topic, quality, size=200):
        super().__init__(daemon=True)
        self.stage, self.account, self.quality, self.counts = stage, account, quality, Counter[str]()
        packets = []
        for number in range(400):
            head = mqtt.publish_head(f"{SITE}/{topic}", size=size, number=number) if quality else b""
            body = mqtt.text(f"{SITE}/{topic}") + b"\0" + b"x" * size
            packets.append(head + b"x" * size if quality else mqtt.packet(0x30, body))
        self.one, self.data = len(packets[0]), b"".join(packets)

    def run(self):
        end = time.monotonic() + FLOOD
        while time.monotonic() < end:
            try:
                self.pour(self.stage.member(self.account), end)
            except (OSError, SystemExit):
                self.counts["not let in"] += 1
                time.sleep(0.1)

    def pour(self, member, end):
        member.link.setblocking(False)
        pending = memoryview(self.data)
        while time.monotonic() < end:
            try:
                sent = member.link.send(pending[:65_536])
                self.counts["bytes"] += sent
                pending = pending[sent:] or memoryview(self.data)
            except WAITING:
                select.select([member.link], [member.link], [], 0.02)
            except OSError:
                break
            if not self.hear(member):
                break
        self.counts["sent"] = self.counts["bytes"] // self.one
        member.close()

    def hear(self, member):
        """Reads the broker's packets; returns false once it has closed."""
        try:
            data = member.link.recv(65_536)
        except WAITING:
            return True
        member.bytes += data
        while found := member.parse():
            if found[0] >> 4 == 4:
                self.counts[f"reason {found[1][2] if len(found[1]) > 2 else 0}"] += 1
            if found[0] >> 4 == 14:
                self.counts[f"cut off, reason {found[1][0] if found[1] else 0}"] += 1
        return bool(data)


def flood(stage):
    """site: floods of QoS 0 and 1 on topics that the sender may use and may not, while values are typed at a hub"""
    before, wrong, slowest, typed = stage.log("session-manager"), [], 0.0, 0
    asked = f"site/request/session-manager/heldReadings/{stage.nurse}"
    floods = {
        "own events, QoS 0": Flood(stage, HOSTILE_HUB, topic="room-2/event/readingFailed", quality=0),
        "own events, QoS 1": Flood(stage, HOSTILE_HUB, topic="room-2/event/readingFailed", quality=1),
        "others' events, QoS 0": Flood(stage, HOUSE, topic="room-1/event/readingFailed", quality=0),
        "others' events, QoS 1": Flood(stage, HOUSE, topic="room-1/event/readingFailed", quality=1),
        "requests, QoS 1": Flood(stage, stage.nurse, topic=asked, quality=1),
    }
    for one in floods.values():
        one.start()
    turned_away = 0
    while (is_flooded := any(one.is_alive() for one in floods.values())) or not typed:
        begin = time.monotonic()
        what = stage.type(SEAT)
        # A busy machine may reach no broker in a command's time. The person reads it and types again: it has to work after the flood.
        if what and NO_BROKER in what and is_flooded:
            turned_away += 1
            continue
        wrong += [what] if what else []
        slowest, typed = max(slowest, time.monotonic() - begin), typed + 1
    facts = {name: dict(one.counts) for name, one in floods.items()}
    print(f"{'':16} {typed} values typed, the slowest in {slowest:.1f} s, {turned_away} found no broker; {json.dumps(facts)}", flush=True)
    refused = floods["others' events, QoS 1"].counts
    if not refused[f"reason {NOT_AUTHORIZED}"] or any(name.startswith("reason") and name != f"reason {NOT_AUTHORIZED}" for name in refused):
        wrong.append(f"who may not write is not told so: {dict(refused)}")
    if not any(one.counts["sent"] > 1_000 for one in floods.values()):
        wrong.append("nothing was flooded: the attack could not be played")
    told = stage.log("session-manager")[len(before) :]
    if not any(stage.nurse in line and ("unreadable" in line or "refused" in line) for line in told.splitlines()):
        wrong.append("no log names who floods with requests")
    return wrong


def reach(stage):
    """site: a hub books a value on a person of another hub, takes that hub's device over, and asks that hub's processes"""
    link, wrong, before = stage.member(HOSTILE_HUB), [], len(stage.delivered())
    now = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime())
    forged = link.reading(seat=SEAT, askedAt=now)
    answer = link.submit(forged) or {}
    found = [one.get("reason") for one in answer.get("ok", {}).get("results", [])]
    if found != ["anotherHubsSeat"]:
        wrong.append(f"a reading for another hub's seat: {answer}")
    device = str(uuid.uuid4())
    stage.ask("assignDevice", json.dumps({"device": device, "seat": SEAT}))
    for what, data in (
        ("a device for another hub's seat", {"device": str(uuid.uuid4()), "seat": SEAT}),
        ("another hub's device", {"device": device, "seat": "room-2"}),
    ):
        code = ((link.request("session-manager", "assignDevice", data=data) or {}).get("error") or {}).get("code")
        if code != "notAuthorized":
            wrong.append(f"{what} is assigned: {code}")
    if (link.request("ble-scanner", "sightings", data={}, hub="room-1") or {}).get("broker") != NOT_AUTHORIZED:
        wrong.append("it asks another hub's scanner")
    link.close()
    time.sleep(2)
    if len(stage.delivered()) != before:
        wrong.append("something of it is at the cloud")
    assigned = [one["seat"] for one in (stage.ask("devices") or {}).get("assignments", []) if one["device"] == device and not one.get("until")]
    if assigned != [SEAT]:
        wrong.append(f"the device is of {assigned}")
    stage.ask("discardReading", json.dumps({"readingKey": forged["readingKey"]}))
    return wrong


def box(stage):
    """site: the command line of a stolen hub's box, which acts for another hub's seat and listens to it"""
    link, wrong, session = stage.member(BOX), [], (stage.ask("session", f'{{"seat": "{SEAT}"}}') or {}).get("sessionID")
    asked = {
        "session": {"seat": SEAT},
        "heldReadings": {"seat": SEAT},
        "queuedRecords": {"seat": SEAT},
        "endSession": {"seat": SEAT},
        "eraseSeat": {"seat": SEAT},
        "startSession": {"seat": SEAT, "userID": "thief", "apiVersion": "file"},
        "assignDevice": {"device": str(uuid.uuid4()), "seat": SEAT},
    }
    for operation, data in asked.items():
        answer = link.request("session-manager", operation, data=data) or {}
        if (answer.get("error") or {}).get("code") != "notAuthorized":
            wrong.append(f"{operation}: {str(answer)[:200]}")
    for operation, name in (("seats", "seats"), ("sessions", "sessions"), ("heldReadings", "readings"), ("devices", "assignments")):
        answer = link.request("session-manager", operation, data={}) or {}
        if name not in (answer.get("ok") or {}) or SEAT in json.dumps(answer["ok"][name]):
            wrong.append(f"{operation}: {str(answer)[:200]}")
    if (link.request("device-reader", "readPeripheral", data={"peripheralID": 3000, "timeoutSeconds": 5}, hub="room-1") or {}).get("broker") != NOT_AUTHORIZED:
        wrong.append("it asks another hub's reader")
    link.subscribe(f"{SITE}/+/event/+", f"{SITE}/site/vitals/+/+", f"{SITE}/room-1/event/+")
    wrong += [what for what in [stage.type(SEAT)] if what]
    if found := link.next([3], 2):
        topic = found[1][2 : 2 + struct.unpack(">H", found[1][:2])[0]].decode()
        if "/room-1/" in topic or "/vitals/" in topic:
            wrong.append(f"it hears {topic}")
    link.close()
    if (stage.ask("session", f'{{"seat": "{SEAT}"}}') or {}).get("sessionID") != session:
        wrong.append("the session of the other hub's seat is another one")
    return wrong


ATTACKS = {"site-reach": reach, "site-box": box, "site-listen": listen, "site-forge": forge, "site-rubbish": rubbish, "site-wire": wire, "site-flood": flood}
