"""Packages of PyPI, each installed once into a folder of its own below `.build`."""

import subprocess
import sys
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent / ".build" / "pypi"


def install(package, patience=240, alone=False):
    """The folder that has a package (`NAME==VERSION`) and what it needs, and why it cannot be had: one of them is None.

    `alone` leaves out what it needs.
    """
    target = PLACE / package
    if target.is_dir():
        return target, None
    fresh = Path(f"{target}.new")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *["--no-deps"] * alone, "--target", str(fresh), package]
    try:
        made = subprocess.run(command, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return None, f"PyPI does not answer in {patience} s"
    if made.returncode:
        return None, (made.stderr.strip().splitlines() or ["pip failed"])[-1][:200]
    fresh.rename(target)
    return target, None
