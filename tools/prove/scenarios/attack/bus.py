"""Attacks by a member of the bus with a real account."""

import time
import uuid

from prove.scenarios.attack.member import SITE
from prove.scenarios.attack.stage import READER, UPLOADER
from prove.waiting import soon

MARKS = "a" + "\u0301" * 32_000
FAR = "01936f5e-7a10-7c55-8d02-4e5f60718301"


def outcomes(answer):
    """The outcome of each reading of an answer, or the common fault's code."""
    if answer is None:
        return ["nothing"]
    if "ok" in answer:
        return [one.get("outcome") for one in answer["ok"]["results"]]
    return [(answer.get("error") or {}).get("code") or f"broker {answer.get('broker')}"]


def refused(found):
    return all(one not in ("accepted", "held", "nothing", None) for one in found)


def marks(stage):
    """1: texts of one character and 64 KB, and records between the limits of intake and of a message"""
    link, wrong = stage.member(), []
    source = {"kind": "bluetooth", "manufacturer": MARKS, "model": "X"}
    found = outcomes(link.submit(link.reading(source=source)))
    if not refused(found):
        wrong.append(f"a text of 64 KB was taken: {found}")
    many = [{"metric": "pulse", "value": 66, "unit": "/min", "origin": "device"}] * 800
    found = outcomes(link.submit(link.reading(measurements=many)))
    if not refused(found):
        wrong.append(f"a record of 50 KB was taken: {found}")
    link.close()
    return wrong


def kinds(stage):
    """5: a device reader books what a person typed, for another hub, in another's place, and as somebody else"""
    link, wrong = stage.member(), []
    before = len(stage.delivered())
    tries = {
        "a typed value": lambda: link.submit(link.reading(seat="bed-b", source={"kind": "manual"})),
        "another hub's reading": lambda: link.submit(link.reading(seat="bed-b", hub="hub-2")),
        "another's place": lambda: link.submit(link.reading(seat="bed-b"), place="hub-1.vitalbus.cli"),
    }
    for what, act in tries.items():
        found = outcomes(act())
        if not refused(found):
            wrong.append(f"{what}: {found}")
    said = link.publish(f"{SITE}/site/request/session-manager/endSession/hub-1.vitalbus.cli", {"seat": "bed-b"})
    if said < 128:
        wrong.append("the broker took a request in another's place")
    link.close()
    if len(stage.delivered()) != before:
        wrong.append("something of it is at the cloud")
    return wrong


def outcomes_forged(stage):
    """4: an uploader settles what it was never granted, and ends a session by an old lease"""
    wrong, session = [], stage.ask("session", '{"seat": "bed-b"}').get("sessionID")
    stage.api.mode = "portal"
    stage.type()
    queued = (stage.ask("queuedRecords") or {}).get("records", [])
    if not queued:
        return ["no record waits: the attack could not be played"]
    log = queued[0]["record"]["logID"]
    link = stage.member(UPLOADER.replace("u1", "u2") if (stage.state / "passwords" / "site.uploader.u2").exists() else UPLOADER)
    worker = link.account.removeprefix("site.").replace(".", "-")
    for name in (worker, "uploader-u1"):
        for fence in (0, 1, 1 << 31 | 7):
            for result in ("done", "failed", "unauthorized"):
                one = {"logID": log, "revision": 1, "fence": fence, "result": result, "possiblySent": False}
                ack = link.envelope("upload.ack", {"worker": name, "outcomes": [one]}, correlationid=str(uuid.uuid4()), replyto=link.reply)
                link.publish(f"{SITE}/site/work/upload/ack/{link.account}", ack, response=link.reply)
    said = link.publish(f"{SITE}/site/work/upload/ack/site.uploader.u9", {"worker": "uploader-u9"})
    link.close()
    if said < 128:
        wrong.append("the broker took an ack in another's place")
    time.sleep(2)
    waiting = [one["record"]["logID"] for one in (stage.ask("queuedRecords") or {}).get("records", [])]
    if log not in waiting:
        wrong.append("a record was settled by an outcome that nobody was asked for")
    if stage.ask("session", '{"seat": "bed-b"}').get("sessionID") != session:
        wrong.append("the session ended")
    return wrong


def demand(stage):
    """12: a demand with 4,000 destinations"""
    link, before = stage.member(UPLOADER), stage.log("session-manager")
    data = {"worker": "uploader-u1", "free": 1, "apis": [f"inform/{one}" for one in range(4_000)], "pullID": FAR}
    said = link.publish(f"{SITE}/site/work/upload/pull/{UPLOADER}", link.envelope("upload.pull", data))
    link.close()
    told = soon(lambda: "skipped a demand" in stage.log("session-manager")[len(before) :], seconds=10)
    return [] if said >= 128 or told else ["it was not passed over"]


def takeover(stage):
    """6: connections under the names of other processes"""
    pids, wrong = {name: stage.process(name) for name in ("session-manager", "uploader", "device-reader")}, []
    before = stage.log("")
    for name in ("site.session-manager.main", "site.uploader.u1", "hub-1.device-reader.main", "session-manager", "session-manager-main"):
        link = stage.member(READER, client=name)
        time.sleep(0.3)
        link.close()
    time.sleep(1)
    lost = stage.log("")[len(before) :].count("took over")
    if lost:
        wrong.append(f"{lost} connections were taken over")
    if pids != {name: stage.process(name) for name in pids}:
        wrong.append("a process ended")
    return wrong


def rubbish(stage):
    """11: kept requests, wrong JSON, deep JSON, 1 MiB, and topics that are none"""
    link, wrong, before = stage.member(), [], len(stage.delivered())
    place = f"{SITE}/site/request/session-manager/submitRecords/{READER}"
    whole = link.envelope("session-manager.submitRecords.request", {"records": [link.reading(seat="bed-b")]}, correlationid="kept", replyto=link.reply)
    link.publish(place, whole, retain=True, response=link.reply)
    for payload in (b"{", b"[" * 200_000, b'{"data":' * 30_000, b"\xff\xfe" * 1_000, b"x" * (1 << 20), b""):
        if link.publish(place, payload) == 255:
            link.close()
            link = stage.member()
    for topic in (f"{SITE}/hub-1/availability/ble-scanner-main", f"{SITE}/site/state/queue", "$SYS/broker/uptime"):
        if link.publish(topic, b"rubbish", retain=True) < 128:
            wrong.append(f"the broker keeps rubbish at {topic}")
    # The retained message is removed again.
    link.publish(place, b"", retain=True)
    link.close()
    if len(stage.delivered()) != before:
        wrong.append("something of it is at the cloud")
    return wrong


def listen(stage):
    """21.9: another's grants, answers and events"""
    link = stage.member()
    topics = [f"{SITE}/site/work/upload/grant/uploader-u1", f"{SITE}/site/work/upload/#", f"{SITE}/hub-1/reply/vitalbus-cli", "#"]
    said = link.subscribe(*topics)
    link.close()
    return [f"the broker lets a device reader hear {topic}" for topic, word in zip(topics[:3], said) if word < 128]


ATTACKS = {"marks": marks, "kinds": kinds, "outcomes": outcomes_forged, "demand": demand, "takeover": takeover, "rubbish": rubbish, "listen": listen}
