"""Steps the clock of a hub's processes and commands, with `clock.c` loaded before the C library."""

from __future__ import annotations

import shutil
import struct
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from prove.hub import SimulatedHub


def build_clock(folder: Path) -> Path | None:
    """The library that steps a clock; None without a C compiler."""
    if shutil.which("cc") is None:
        return None
    library = folder / "clock.so"
    source = Path(__file__).resolve().parent / "clock.c"
    subprocess.run(["cc", "-O2", "-Wall", "-shared", "-fPIC", "-o", library, source], check=True)
    return library


def set_clock(hub: SimulatedHub, seconds: int, *, library: Path) -> None:
    """Sets the clock of later processes ahead by some seconds; running processes with such a clock follow at once."""
    path = hub.folder / "clock"
    if not path.exists():
        path.write_bytes(bytes(8))
    with open(path, "r+b", buffering=0) as file:
        file.write(struct.pack("=q", seconds))
    hub.environment.update({"LD_PRELOAD": str(library), "STRIKES_CLOCK": str(path)})


def right_clock(hub: SimulatedHub) -> None:
    """Gives later processes the machine's clock."""
    for name in ("LD_PRELOAD", "STRIKES_CLOCK"):
        hub.environment.pop(name, None)
