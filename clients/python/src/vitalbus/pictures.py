"""Hands a picture over in parts, as much at a time as a message holds."""

from __future__ import annotations

import base64
import time
from typing import Any, Callable, Mapping, TypeVar

from .fault import Fault

Answer = TypeVar("Answer", bound=Mapping[str, Any])
# More rounds than a picture has parts: a receiver that forgets them for ever is given up.
ROUNDS = 1000


def send_picture(
    data: bytes, announce: Callable[[], Answer], part: Callable[[int, str], Answer], *, patience: float = 30.0
) -> Answer:
    """Announces a picture, sends what is missing, and returns the last answer; a repeat changes nothing.

    `announce` sends the announcement; `part` sends the part of a number, given its bytes in base64. A receiver that is away
    or busy is asked again for `patience` seconds. Raises Fault.
    """
    end = time.monotonic() + patience
    answer = _patiently(announce, end)
    for _ in range(ROUNDS):
        if answer["state"] != "wanted":
            return answer
        if not answer["missing"]:
            # Somebody else's last part is being checked.
            time.sleep(0.2)
            answer = _patiently(announce, end)
            continue
        number, size = answer["missing"][0], max(1, answer["partSize"])
        text = base64.b64encode(data[number * size:(number + 1) * size]).decode()
        try:
            answer = _patiently(lambda: part(number, text), end)
        except Fault as fault:
            # Who started anew knows of no parts.
            if fault.code != "notFound":
                raise
            answer = _patiently(announce, end)
    raise Fault("busy", "the picture was not accepted: try again", retriable=True)


def _patiently(ask: Callable[[], Answer], end: float) -> Answer:
    while True:
        try:
            return ask()
        except Fault as fault:
            if not fault.retriable or fault.code == "noResponder" or time.monotonic() > end:
                raise
            time.sleep(0.25)
