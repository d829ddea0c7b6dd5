"""What two compilations of equal sources do not share, settled in a program that is packed."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path

from linked import said as run

# Each module's hash, by which the compiler alone decides whether to compile it again.
HASHES = ".swift_modhash"
# The linker's digest of the program, the hashes included: a note's head of 16 bytes, and the digest.
BUILD_ID, HEAD = ".note.gnu.build-id", 16


def settle(program: Path, *, objcopy: str = "objcopy") -> None:
    """Clears the hashes of modules, and makes the build id a digest of the program without them."""
    sections = run("readelf", "-SW", str(program))
    if HASHES in sections:
        write(program, HASHES, bytes(len(read(program, HASHES, objcopy))), objcopy)
    if BUILD_ID in sections:
        note = read(program, BUILD_ID, objcopy)
        size = len(note) - HEAD
        write(program, BUILD_ID, note[:HEAD] + bytes(size), objcopy)
        digest = hashlib.sha512(program.read_bytes()).digest()
        write(program, BUILD_ID, note[:HEAD] + digest[:size], objcopy)


def read(program: Path, section: str, objcopy: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "section"
        run(objcopy, "--dump-section", f"{section}={place}", str(program), f"{folder}/copy")
        return place.read_bytes()


def write(program: Path, section: str, content: bytes, objcopy: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "section"
        place.write_bytes(content)
        run(objcopy, "--update-section", f"{section}={place}", str(program))
