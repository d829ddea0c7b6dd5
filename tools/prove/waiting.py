"""Waiting for a condition, with one generous deadline, because a busy machine is slow and not wrong."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

Found = TypeVar("Found")
PATIENCE = 60.0  # seconds
PAUSE = 0.2  # seconds between two looks


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
    end = time.monotonic() + seconds
    while not (found := look()) and time.monotonic() < end and goes_on():
        sleep(min(pause, max(0.0, end - time.monotonic())))
    return found


async def soon_async(look: Callable[[], Awaitable[Found]], *, seconds: float = PATIENCE, pause: float = PAUSE) -> Found:
    """`soon` for awaitable functions."""
    end = time.monotonic() + seconds
    while not (found := await look()) and time.monotonic() < end:
        await asyncio.sleep(min(pause, max(0.0, end - time.monotonic())))
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
