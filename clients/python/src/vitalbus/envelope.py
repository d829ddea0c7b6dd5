"""The frame of a message: CloudEvents 1.0 with the contract's extensions."""

from __future__ import annotations

import datetime
import itertools
import json
import secrets
import time
from typing import Any, Optional

from .account import Account
from .fault import Fault

# Bytes of a message.
LIMIT = 65_536


def new_id() -> str:
    """A UUIDv7: it begins with the time, so that newer ids are greater."""
    bits = (int(time.time() * 1000) & (1 << 48) - 1) << 80 | 7 << 76 | secrets.randbits(12) << 64 | 2 << 62
    text = f"{bits | secrets.randbits(62):032x}"
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def instant(seconds: float) -> str:
    """A time as the contract writes it: RFC 3339 in UTC with milliseconds."""
    moment = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


class Writer:
    """Makes the envelopes of one client; `epoch` and `seq` say in which order."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._epoch = int(time.time() * 1000)
        self._numbers = itertools.count(1)

    def request(self, kind: str, data: Any, *, id: Optional[str], correlation: str, seconds: float) -> dict[str, Any]:
        now = time.time()
        return {
            "specversion": "1.0", "id": id or new_id(), "source": self._account.source, "type": kind,
            "time": instant(now), "datacontenttype": "application/json", "epoch": self._epoch,
            "seq": next(self._numbers), "correlationid": correlation, "replyto": self._account.reply_topic,
            "deadline": instant(now + seconds), "data": data,
        }


def encoded(envelope: dict[str, Any]) -> bytes:
    """The message's bytes; raises Fault `payloadTooLarge` over 64 KiB."""
    payload = json.dumps(envelope, separators=(",", ":"), ensure_ascii=False).encode()
    if len(payload) > LIMIT:
        raise Fault("payloadTooLarge", f"a message has {LIMIT} bytes at most, not {len(payload)}")
    return payload


def decoded(payload: bytes) -> Optional[dict[str, Any]]:
    """The envelope; None for what is none of CloudEvents 1.0."""
    if len(payload) > LIMIT:
        return None
    try:
        envelope = json.loads(payload)
    except ValueError:
        return None
    if not isinstance(envelope, dict) or envelope.get("specversion") != "1.0" or "data" not in envelope:
        return None
    return envelope
