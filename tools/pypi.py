"""Packages from PyPI, each installed once into a separate folder in `.build`."""

import subprocess
import sys
from pathlib import Path

PLACE = Path(__file__).resolve().parent.parent / ".build" / "pypi"


def install(package, patience=240, alone=False, digest=None):
    """The folder with a package (`NAME==VERSION`) and its dependencies, or the reason why it is not available.

    `alone` leaves out the dependencies. `digest` is the SHA-256 of the only file that is taken.
    """
    target = PLACE / package
    if target.is_dir():
        return target, None
    fresh = Path(f"{target}.new")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *["--no-deps"] * alone, "--target", str(fresh)]
    # pip takes a digest in a file of requirements only.
    wanted = f"{package} --hash=sha256:{digest}" if digest else package
    try:
        made = subprocess.run([*command, "-r", "/dev/stdin"], input=wanted, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        return None, f"PyPI does not answer in {patience} s"
    if made.returncode:
        return None, (made.stderr.strip().splitlines() or ["pip failed"])[-1][:200]
    fresh.rename(target)
    return target, None
