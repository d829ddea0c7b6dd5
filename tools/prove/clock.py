"""Steps the clock of a hub's processes and commands, by `clock.c` before the C library."""

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
    """What starts from now on has a clock that is ahead by so many seconds; what runs with such a clock follows at once."""
    path = hub.folder / "clock"
    if not path.exists():
        path.write_bytes(bytes(8))
    with open(path, "r+b", buffering=0) as file:
        file.write(struct.pack("=q", seconds))
    hub.environment.update({"LD_PRELOAD": str(library), "STRIKES_CLOCK": str(path)})


def right_clock(hub: SimulatedHub) -> None:
    """What starts from now on has the machine's clock."""
    for name in ("LD_PRELOAD", "STRIKES_CLOCK"):
        hub.environment.pop(name, None)
