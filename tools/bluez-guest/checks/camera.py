"""Reads a camera of the kernel's test driver (vivid) in the guest, which shows a drawn display and fails on command."""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import vm
from image import build

from .counts import Counts
from .launch import launch, parser

BUILD = Path(__file__).resolve().parents[3] / ".build"

# Three cameras: one like a USB camera; a grabber that shows the frames sent to its output; and a grabber that does not
# scale and therefore lists no sizes.
DRIVER = ("n_devs=3 node_types=0x1,0x101,0x1 num_inputs=1,1,1 input_types=0,3,3 num_outputs=0,1,0 output_types=0,1,0 "
          "ccs_cap_mode=-1,-1,0")
WEBCAM, GRABBER, OUTPUT, PLAIN = (f"/dev/video{n}" for n in range(4))
LOAD = f"""while read m; do [ $m = vivid ] && p='{DRIVER}' || p=; insmod /lib/modules/$m.ko $p || echo no module $m; done \
</etc/camera-modules"""
PROBE = "/run/files/ld.so --library-path /run/files/lib /run/files/camera-probe"
SHOWN = (1280, 720)
# Displays of easy photos, because this tests the camera, not the reading.
SEEDS = {"bloodPressure": 11, "glucoseMeter": 12, "weightScale": 13}
MEMORY_MIB = 512


class Camera(Counts):
    """Boots a guest with cameras, runs the checks, and stops it."""

    def __init__(self, folder: Path, programs: Path, probe: Path) -> None:
        super().__init__()
        self.folder, self.programs, self.program, self.files = folder, programs, probe, folder / "files"
        self.machine: vm.Machine

    async def run(self) -> None:
        self.pack()
        image = await asyncio.to_thread(build.ensure, print)
        self.machine = vm.Machine(image, self.folder, lambda data: None, files=self.files, mib=MEMORY_MIB)
        try:
            await self.machine.start()
            await self.load()
            for step in (self.shows, self.sizes, self.pace, self.spoilt, self.shared, self.no_camera, self.unplugged,
                         self.driver_fails):
                try:
                    await asyncio.wait_for(step(), 150)
                except (asyncio.TimeoutError, KeyError, IndexError, OSError, ValueError) as error:
                    self.check(False, f"{step.__name__}: {type(error).__name__} {error}")
        finally:
            await self.machine.stop()

    # -- the guest
    def pack(self) -> None:
        """Packs the probe with its libraries for the guest."""
        (self.files / "lib").mkdir(parents=True)
        shutil.copy(self.program, self.files)
        for line in subprocess.run(["ldd", self.program], text=True, capture_output=True, check=True).stdout.splitlines():
            found = re.search(r"(/\S+)", line)
            if not found:
                continue
            is_loader = "=>" not in line
            shutil.copy(found.group(1), self.files / "ld.so" if is_loader else self.files / "lib")
        for path in self.files.rglob("*"):
            path.chmod(0o755)
        self.files.chmod(0o777)

    async def load(self) -> None:
        mount = "mkdir -p /mnt && mount -t 9p -o trans=virtio,version=9p2000.L files /mnt && cp -r /mnt /run/files"
        said = await self.sh(f"{mount} && {LOAD}; ls /dev/video*", 60)
        self.check(said.split() == [WEBCAM, GRABBER, OUTPUT, PLAIN], f"three cameras and an output: {said.split()}")

    async def sh(self, command: str, timeout: float = 60) -> str:
        return await self.machine.shell(command, timeout)

    async def probe(self, path: str, *rest: str, user: str | None = None) -> list[dict]:
        """Runs the probe and returns its lines, of which the last one reports the end."""
        command = " ".join([PROBE, path, *rest])
        if user:
            command = f"su -s /bin/sh {user} -c '{command}'"
        return self.lines(await self.sh(command, 90))

    @staticmethod
    def lines(said: str) -> list[dict]:
        found = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
        if not found:
            raise ValueError(f"the probe said {said[-300:]!r}")
        return found

    def failed_as(self, lines: list[dict], reasons: str, text: str, taken: int | None = 0) -> None:
        end = lines[-1]
        good = end.get("reason") in reasons.split() and (taken is None or end["taken"] == taken)
        self.check(good, f"{text}: {end}")

    # -- the checks
    async def shows(self) -> None:
        """Reading the camera's frames gives the same result as reading the photo itself."""
        for kind, seed in SEEDS.items():
            photo = self.folder / f"{kind}.ppm"
            # Plain ones, because this tests the camera, not how the networks read a tilted cuff.
            self.tool("display-generator", "photo", "--kind", kind, "--family", "plain", "--seed", str(seed),
                      "--band", "easy", str(photo))
            wanted = self.read(photo, kind)
            self.check("measurements" in wanted, f"the photo of a {kind} reads {wanted.get('measurements')}")
            (self.files / "shown").write_bytes(screen(photo))
            await self.sh(f"v4l2-ctl -d {GRABBER} -c hdmi_001_0_is_connected_to=2")
            await self.sh(f"(v4l2-ctl -d {OUTPUT} --stream-out-mmap=4 --stream-from /mnt/shown --stream-loop "
                          f">/run/shown.log 2>&1 & echo $! >/run/shown); sleep 2")
            lines = await self.probe(GRABBER, "--frames 4", "--save /mnt")
            await self.sh("kill $(cat /run/shown)")
            self.check(lines[-1] == {"taken": 4}, f"{kind}: four frames of the camera that shows it: {lines[-1]}")
            self.check(lines[-2].get("width") == 1280, f"of {lines[-2].get('width')} x {lines[-2].get('height')}")
            got = self.read(self.files / lines[-2]["file"], kind)
            self.check(got.get("measurements") == wanted.get("measurements"),
                       f"{kind}: the camera's frame reads {got.get('measurements') or got}")

    async def sizes(self) -> None:
        """A camera with few sizes, one with any size, and one that lists none."""
        for path, width, size in ((WEBCAM, 600, (640, 360)), (WEBCAM, 1280, (1280, 720)), (WEBCAM, 9999, (3840, 2160)),
                                  (GRABBER, 600, (640, 360)), (PLAIN, 640, (1280, 720))):
            lines = await self.probe(path, "--frames 1", f"--width {width}")
            got = (lines[0].get("width"), lines[0].get("height"))
            self.check(got == size, f"{path} asked for {width} columns gives {got[0]} x {got[1]}: {lines[-1]}")

    async def pace(self) -> None:
        """A rate of one picture a second, left by another program, is changed."""
        await self.sh(f"v4l2-ctl -d {WEBCAM} --set-fmt-video=width=640,height=360,pixelformat=YUYV --set-parm=1")
        lines = await self.probe(WEBCAM, "--frames 12", "--width 600")
        span = lines[-2]["seconds"] - lines[1]["seconds"]
        self.check(lines[-1] == {"taken": 12} and span < 5, f"ten frames in {span:.1f} s where one a second was set")
        shown = await self.sh(f"v4l2-ctl -d {WEBCAM} --get-parm")
        self.check("10.000" in shown, "the camera was asked for ten a second")

    async def spoilt(self) -> None:
        """Pictures that the driver damages or loses are not frames, but the later ones are."""
        await self.sh(f"v4l2-ctl -d {WEBCAM} -c percentage_of_dropped_buffers=60")
        lines = await self.probe(WEBCAM, "--frames 5", "--width 600")
        self.check(lines[-1] == {"taken": 5}, f"three of five pictures are lost: {lines[-1]}")
        await self.sh(f"v4l2-ctl -d {WEBCAM} -c percentage_of_dropped_buffers=0")
        lines = await self.during(f"v4l2-ctl -d {WEBCAM} -c inject_v4l2_buf_flag_error=1", "--frames 25 --width 600")
        self.check(lines[-1] == {"taken": 25}, f"a picture that is marked as spoilt: {lines[-1]}")
        await self.sh(f"v4l2-ctl -d {WEBCAM} -c percentage_of_dropped_buffers=100")
        lines = await self.probe(WEBCAM, "--frames 5", "--width 600")
        self.failed_as(lines, "broken", "a camera that streams and gives nothing")
        await self.sh(f"v4l2-ctl -d {WEBCAM} -c percentage_of_dropped_buffers=0")

    async def shared(self) -> None:
        """One program at a time uses a camera, with its user's or group's rights."""
        start = f"({PROBE} {WEBCAM} --frames 1000 --width 600 >/run/first 2>&1 & echo $! >/run/pid); "
        await self.sh(start + "until grep -q frame /run/first; do usleep 100000; done")
        self.failed_as(await self.probe(WEBCAM), "busy", "a camera that another program reads")
        await self.sh("kill $(cat /run/pid); sleep 1")
        lines = await self.probe(WEBCAM, "--frames 2")
        self.check(lines[-1] == {"taken": 2}, f"once it has ended, the camera is free: {lines[-1]}")
        self.failed_as(await self.probe(WEBCAM, user="messagebus"), "denied", "a user without a right to it")
        await self.sh(f"chgrp 100 {WEBCAM}; chmod 660 {WEBCAM}")
        lines = await self.probe(WEBCAM, "--frames 2", user="messagebus")
        self.check(lines[-1] == {"taken": 2}, f"and with one: {lines[-1]}")

    async def no_camera(self) -> None:
        """Existing and missing paths that are not cameras."""
        for path in ("/dev/video9", OUTPUT, "/dev/null", "/run", "/etc/passwd", "/dev/cec0"):
            self.failed_as(await self.probe(path), "missing", path)

    async def unplugged(self) -> None:
        """A camera that is unplugged while it is read."""
        lines = await self.during(f"v4l2-ctl -d {WEBCAM} -c disconnect=1", "--frames 1000 --width 600")
        self.failed_as(lines, "missing", "unplugged in the middle", taken=None)
        self.check(lines[-1]["taken"] > 0, f"{lines[-1]['taken']} frames came before")
        # The driver plugs it in again once the last program has closed it.
        lines = await self.probe(WEBCAM, "--frames 2")
        self.check(lines[-1] == {"taken": 2}, f"plugged in again: {lines[-1]}")

    async def driver_fails(self) -> None:
        """A driver's error at each step gives one error word and no hang; the next attempt finds a camera."""
        for fault in ("reqbufs", "qbuf", "streamon"):
            await self.sh(f"v4l2-ctl -d {PLAIN} -c inject_vidioc_{fault}_error=1")
            self.failed_as(await self.probe(PLAIN), "broken", f"{fault} fails")
            lines = await self.probe(PLAIN, "--frames 2")
            self.check(lines[-1] == {"taken": 2}, f"after it, the camera works: {lines[-1]}")
        lines = await self.during(f"v4l2-ctl -d {PLAIN} -c inject_fatal_streaming_error=1", "--frames 1000", PLAIN)
        # The kernel reports it by a poll's error, or by EIO as for a camera that lost power: by the moment of the next call.
        self.failed_as(lines, "broken missing", "the stream fails for good", taken=None)
        lines = await self.probe(PLAIN, "--frames 2")
        self.check(lines[-1] == {"taken": 2}, f"after it, the camera works: {lines[-1]}")

    async def during(self, command: str, options: str, path: str = WEBCAM) -> list[dict]:
        """Runs the probe, and a command once it has delivered a frame."""
        said = await self.sh(
            f"rm -f /run/out; ({PROBE} {path} {options} >/run/out 2>&1 & echo $! >/run/pid); "
            f"until grep -q frame /run/out; do usleep 50000; done; {command}; "
            "until grep -q taken /run/out || ! kill -0 $(cat /run/pid); do usleep 100000; done; cat /run/out", 90)
        return self.lines(said)

    # -- this machine's side
    def tool(self, name: str, *arguments: str) -> str:
        return subprocess.run([self.programs / name, *arguments], text=True, capture_output=True, check=True).stdout

    def read(self, photo: Path, kind: str) -> dict:
        """Reads a photo; one without a reading exits with 65 and gives the reason in the same line."""
        command = [self.programs / "vitalbus", "ocr", str(photo), "--type", kind, "--json"]
        done = subprocess.run(command, text=True, capture_output=True)
        if done.returncode not in (0, 65):
            done.check_returncode()
        return json.loads(done.stdout)


def screen(photo: Path) -> bytes:
    """A PPM file centred on a grey screen, as YUYV (ITU-R BT.601)."""
    magic, size, _, pixels = photo.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    if magic != b"P6" or width > SHOWN[0] or height > SHOWN[1]:
        raise ValueError(f"{photo} is not a PPM of at most {SHOWN[0]} x {SHOWN[1]}")
    left, top = (SHOWN[0] - width) // 4 * 2, (SHOWN[1] - height) // 2
    result = bytearray(b"\x80\x80" * (SHOWN[0] * SHOWN[1]))
    for y in range(height):
        line = bytearray()
        for x in range(0, width - 1, 2):
            place = 3 * (y * width + x)
            (r, g, b), (r2, g2, b2) = pixels[place:place + 3], pixels[place + 3:place + 6]
            luma = [(66 * c[0] + 129 * c[1] + 25 * c[2] + 128 >> 8) + 16 for c in ((r, g, b), (r2, g2, b2))]
            r, g, b = (r + r2) // 2, (g + g2) // 2, (b + b2) // 2
            blue, red = ((-38 * r - 74 * g + 112 * b + 128) >> 8) + 128, ((112 * r - 94 * g - 18 * b + 128) >> 8) + 128
            line += bytes([luma[0], blue, luma[1], red])
        start = 2 * ((top + y) * SHOWN[0] + left)
        result[start:start + len(line)] = line
    return bytes(result)


def main() -> int:
    arguments = parser(__doc__)
    arguments.add_argument("--programs", type=Path, default=BUILD / "debug", help="where the programs are (.build/debug)")
    arguments.add_argument("--probe", type=Path, default=BUILD / "debug/camera-probe", help="camera-probe (.build/debug)")
    given = arguments.parse_args()
    needed = (given.programs / "display-generator", given.programs / "vitalbus", given.probe)
    missing = [f"{path} is not built: tools/dev guest builds it" for path in needed if not path.exists()]

    def play(folder: Path) -> tuple[int, int]:
        camera = Camera(folder, given.programs, given.probe)
        asyncio.run(camera.run())
        return camera.passed, camera.failed

    return launch(given.keep, [vm.why_not(), *missing], play)


if __name__ == "__main__":
    sys.exit(main())
