"""A member that publishes as fast as it is told: PATH USER PASSWORD-FILE KIND SECONDS A-SECOND; says how many at the end."""

import json
import select
import sys
import time
import uuid
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from prove import wire as mqtt  # noqa: E402

SITE = "vitalbus/v1/home"
SIZE = 65_536


def envelope(kind, number):
    """The first bytes of a message; the rest is the same for all."""
    client = f"flood-{uuid.uuid4().hex[:12]}"
    reply = f"{SITE}/hub-1/reply/{client}"
    facts = {
        "specversion": "1.0",
        "id": f"flood-{number}",
        "source": "/home/hub-1/device-reader/flood",
        "type": "vitalbus.session-manager.submitRecords.request.v1" if kind == "requests" else "vitalbus.readingFailed.v1",
        "time": time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime()),
        "datacontenttype": "application/json",
        "epoch": 1,
        "seq": number,
        "correlationid": f"c{number}",
        "replyto": reply,
        "data": {},
    }
    return (json.dumps(facts)[:-1] + ', "filler": "').encode(), reply


def main():
    path, user, secret, kind, seconds, rate = sys.argv[1:]
    link = mqtt.connect(path, f"flood-{kind}", user=user, password=Path(secret).read_text().strip())
    link.setblocking(False)
    topic = f"{SITE}/site/request/session-manager/submitRecords/{user}" if kind == "requests" else f"{SITE}/hub-1/event/readingFailed"
    filler = b"x" * SIZE
    begin, sent, pending = time.monotonic(), 0, memoryview(b"")
    while (now := time.monotonic() - begin) < float(seconds):
        readable, writable, _ = select.select([link], [link] if pending or sent < now * int(rate) else [], [], 0.01)
        if readable and not link.recv(1 << 16):
            break
        if not writable:
            continue
        if not pending:
            head, reply = envelope(kind, sent)
            rest = filler[: SIZE - len(head) - 2] + b'"}'
            pending = memoryview(mqtt.publish_head(topic, size=SIZE, number=sent, response=reply if kind == "requests" else None) + head + rest)
            sent += 1
        try:
            pending = pending[link.send(pending) :]
        except BlockingIOError:
            pass
    print(json.dumps({"sent": sent, "a_second": round(sent / max(0.1, time.monotonic() - begin))}), flush=True)


main()
