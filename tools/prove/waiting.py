"""Waiting for a condition, with one generous deadline, because a busy machine is slow and not wrong."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 120.0  # seconds
PAUSE = 0.2  # seconds between two looks
COUNTED = 0.5  # seconds of a look and its pause that count at most: a late machine is waited for as much longer


class Late(Exception):
    """A condition that was not met in time."""


def always() -> bool:
    """A wait with no early end."""
    return True


def soon(
    look: Callable[[], Found],
    *,
    seconds: float = PATIENCE,
    pause: float = PAUSE,
    goes_on: Callable[[], bool] = always,
    sleep: Callable[[float], object] = time.sleep,
) -> Found:
    """The first result of `look`; its last one when the time is over or `goes_on` returns false.

    It looks at least once, and once more when the time is over.
    """
    spent, began = 0.0, time.monotonic()
    while not (found := look()) and spent < seconds and goes_on():
        sleep(min(pause, seconds - spent))
        spent, began = counted(spent, began=began, pause=pause)
    return found


def counted(spent: float, *, began: float, pause: float) -> tuple[float, float]:
    """What was waited so far, with the last look and pause, and the time now."""
    now = time.monotonic()
    return spent + min(now - began, pause + COUNTED), now


async def soon_async(look: Callable[[], Awaitable[Found]], *, seconds: float = PATIENCE, pause: float = PAUSE) -> Found:
    """`soon` for awaitable functions."""
    spent, began = 0.0, time.monotonic()
    while not (found := await look()) and spent < seconds:
        await asyncio.sleep(min(pause, seconds - spent))
        spent, began = counted(spent, began=began, pause=pause)
    return found


def need(what: str, look: Callable[[], Found], *, seconds: float = PATIENCE, pause: float = PAUSE) -> Found:
    """The first result of `look`; raises Late with the condition's name if there is none in time."""
    if found := soon(look, seconds=seconds, pause=pause):
        return found
    raise Late(f"{what} did not come in {seconds:.0f} s")


async def need_async(what: str, look: Callable[[], Awaitable[Found]], *, seconds: float = PATIENCE, pause: float = PAUSE) -> Found:
    """`need` for awaitable functions."""
    if found := await soon_async(look, seconds=seconds, pause=pause):
        return found
    raise Late(f"{what} did not come in {seconds:.0f} s")
