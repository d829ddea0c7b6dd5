"""The frame of a check: its options, the reasons why it cannot run here, its folder, and the line of counts."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

Counted = tuple[int, int]  # passed, failed


def parser(doc: str | None) -> argparse.ArgumentParser:
    arguments = argparse.ArgumentParser(prog=f"suite {Path(sys.argv[0]).stem}", description=doc,
                                        formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--keep", action="store_true", help="keep the folder with logs")
    return arguments


def launch(keeps: bool, reasons: list[str | None], play: Callable[[Path], Counted], skipped: int = 0) -> int:
    """Plays a check in a new folder, or skips it for the first reason; returns its exit status.

    skipped: the part that the check leaves out while it plays the rest.
    """
    name, reason = Path(sys.argv[0]).stem, next(filter(None, reasons), None)
    if reason:
        print(f"skipped: {reason}\n{name}: 0 passed, 0 failed, 1 skipped")
        return 0
    # A Unix socket's path has at most 107 bytes.
    folder, passed, failed = Path(tempfile.mkdtemp(prefix="vbg-")), 0, 1
    try:
        passed, failed = play(folder)
    except RuntimeError as error:
        print(error)
    finally:
        if keeps or failed:
            print(f"the logs are in {folder}")
        else:
            shutil.rmtree(folder)
    print(f"{name}: {passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0
