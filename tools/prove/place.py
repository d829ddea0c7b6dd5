"""The folder for a run's files, and its early end."""

from __future__ import annotations

import argparse
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Place:
    """A folder of a run; it is removed only after a successful run."""

    def __init__(self, prefix: str) -> None:
        # A hub's sockets are in it, and their paths must be short.
        self.path, self.is_well = Path(tempfile.mkdtemp(prefix=f"{prefix}-", dir="/tmp")), False


@contextmanager
def place(prefix: str, *, keeps: bool = False) -> Iterator[Place]:
    """A run's folder, removed at the end if the run succeeded and `keeps` is false."""
    one = Place(prefix)
    try:
        yield one
    finally:
        if one.is_well and not keeps:
            shutil.rmtree(one.path, ignore_errors=True)
        else:
            print(f"its files: {one.path}", file=sys.stderr)


def until_stopped() -> threading.Event:
    """An event that SIGTERM and SIGINT set from now on, so that a run can end what it has started."""
    stop = threading.Event()
    for which in (signal.SIGTERM, signal.SIGINT):
        signal.signal(which, lambda *_: stop.set())
    return stop


def end_of(minutes: float | None) -> float:
    """The end of a run of some minutes on the monotonic clock; never without a number."""
    return time.monotonic() + minutes * 60 if minutes is not None else float("inf")


def add_length(parser: argparse.ArgumentParser, *, of: str) -> None:
    """Adds the options for a scenario's length."""
    parser.add_argument("--strikes", type=int, help=f"how many strikes, {of}")
    parser.add_argument("--minutes", type=float, help="strike for so many minutes, or until --strikes are done")


def wanted(options: argparse.Namespace, *, usual: int) -> int:
    """The number of strikes: the usual one, unless a number or a time is given."""
    return options.strikes if options.strikes is not None else sys.maxsize if options.minutes else usual
