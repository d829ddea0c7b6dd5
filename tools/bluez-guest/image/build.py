"""Builds the guest's kernel and initramfs in tools/bluez-guest/.cache from Debian packages.

Nothing is installed and no root is needed: packages are downloaded with apt and unpacked.
Existing files are not fetched again; without changes a call takes no time.
"""

from __future__ import annotations

import fcntl
import gzip
import hashlib
import io
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
CACHE = Path(os.environ.get("BLUEZ_GUEST_CACHE") or HERE.parent / ".cache")
# Not Debian 12's own 6.1, which oopses in hci_chan_del when a link ends while it is being set up.
KERNELS = ["linux-image-6.12-amd64", "linux-image-amd64"]
PROGRAMS = {
    "bluez": ["/usr/libexec/bluetooth/bluetoothd", "/usr/bin/btattach", "/usr/bin/btmon", "/usr/bin/btmgmt"],
    "dbus-daemon": ["/usr/bin/dbus-daemon"],
    "dbus-system-bus-common": [],
    "dbus-bin": ["/usr/bin/dbus-send"],
    "socat": ["/usr/bin/socat"],
    "v4l-utils": ["/usr/bin/v4l2-ctl"],
    "busybox-static": ["/bin/busybox"],
}
DATA = ["usr/share/dbus-1/system.conf", "etc/dbus-1/system.d/bluetooth.conf"]
# The kernel's own pairing needs cmac, aes and ecdh; bluetoothd needs af_alg. Busybox has no alias look-up, so
# everything is loaded by name, in this order, with what it depends on.
MODULES = """
    virtio_pci virtio_net virtio_rng sha512_generic hmac ctr drbg ecb cmac ecdh_generic af_alg algif_hash
    algif_skcipher bluetooth hci_uart 9p 9pnet_virtio
""".split()
# Only the checks of cameras load this driver of cameras that show given frames and fail on command.
CAMERA_MODULES = ["vivid"]
MODULE_FOLDERS = re.compile(
    r"/kernel/(net/(bluetooth|rfkill|core|9p)/|drivers/(bluetooth|virtio|char/hw_random)/|drivers/net/[^/]+$|crypto/"
    r"|arch/x86/crypto/|lib/|fs/(9p|netfs)/|drivers/media/(mc|cec/core|common|rc|v4l2-core|test-drivers)/"
    r"|drivers/video/fbdev/core/)"
)


class BuildError(Exception):
    """A failure, with the remedy."""


def run(*command: str, **options) -> str:
    done = subprocess.run(command, text=True, capture_output=True, **options)
    if done.returncode:
        raise BuildError(f"{' '.join(command[:3])} failed: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def ensure(say=lambda text: None) -> dict:
    """Builds the missing parts; returns the paths of `kernel` and `initrd`, `kernelVersion` and `stamp`."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with open(CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return build(say)


def stamp() -> str:
    digest = hashlib.sha256()
    for path in sorted(HERE.iterdir()):
        if path.is_file() and path.suffix != ".pyc":
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()


def build(say) -> dict:
    image, mark = CACHE / "image", CACHE / "image/stamp"
    if not mark.exists() or mark.read_text() != stamp():
        started = time.monotonic()
        shutil.rmtree(image, ignore_errors=True)
        image.mkdir()
        packages = download(say)
        version = unpack_kernel(packages["kernel"], image / "vmlinux")
        tree = unpack_programs(packages["programs"])
        (image / "initrd").write_bytes(initramfs(tree, version))
        for folder in (tree, CACHE / "modules"):
            shutil.rmtree(folder)
        (image / "version").write_text(version)
        mark.write_text(stamp())
        size = (image / "initrd").stat().st_size >> 20
        say(f"kernel {version} and {size} MiB of initramfs made in {time.monotonic() - started:.1f} s")
    version = (image / "version").read_text()
    return {"kernel": image / "vmlinux", "initrd": image / "initrd", "kernelVersion": version, "stamp": stamp()}


# -- packages
def download(say) -> dict:
    """The .deb files, from the cache or from Debian."""
    folder = CACHE / "packages"
    folder.mkdir(exist_ok=True)
    done = folder / "complete"
    if not done.exists() or done.read_text() != repr(sorted(PROGRAMS)):
        fetch(folder, say)
        done.write_text(repr(sorted(PROGRAMS)))
    files = sorted(folder.glob("*.deb"))
    kernel = next(f for f in files if f.name.startswith("linux-image"))
    return {"kernel": kernel, "programs": [f for f in files if f != kernel]}


def fetch(folder: Path, say) -> None:
    if system_lists():
        try:
            return fetch_with([], folder, say)
        except BuildError as error:
            # Old lists name packages that Debian has since replaced.
            say(f"{error}; trying with fresh lists")
    fetch_with(own_lists(say), folder, say)


def fetch_with(apt: list[str], folder: Path, say) -> None:
    kernel = os.environ.get("BLUEZ_GUEST_KERNEL") or kernel_package(apt)
    flags = [f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")]
    listed = run("apt-cache", *apt, "depends", "--recurse", *flags, *PROGRAMS)
    names = set(re.findall(r"^([\w.+-]+)$", listed, re.M))
    unused = re.compile(r"perl|-dev|data$|common|pam|newt|debian")
    libraries = {name for name in names if name.startswith(("lib", "zlib")) and not unused.search(name)}
    wanted = sorted(libraries | set(PROGRAMS)) + [kernel]
    say(f"downloading {kernel} and {len(wanted) - 1} packages")
    for old in folder.glob("*.deb"):
        old.unlink()
    run("apt-get", *apt, "-o", "APT::Sandbox::User=root", "download", "-qq", *wanted, cwd=folder)


def kernel_package(apt: list[str]) -> str:
    for meta in KERNELS:
        shown = subprocess.run(["apt-cache", *apt, "depends", meta], text=True, capture_output=True).stdout
        if found := re.search(r"Depends: (linux-image-[\d.]\S+)", shown):
            return found.group(1)
    raise BuildError(f"no kernel package found ({', '.join(KERNELS)}): set BLUEZ_GUEST_KERNEL")


def system_lists() -> bool:
    """Whether `apt-get update` was run on this machine."""
    if os.environ.get("BLUEZ_GUEST_APT") == "own":
        return False
    shown = subprocess.run(["apt-cache", "policy", "bluez"], text=True, capture_output=True).stdout
    return "Candidate: (none)" not in shown and "Candidate:" in shown


def own_lists(say) -> list[str]:
    """Options for apt with private lists, which need no root."""
    state, cache = CACHE / "apt/state", CACHE / "apt/cache"
    (state / "lists/partial").mkdir(parents=True, exist_ok=True)
    (cache / "archives/partial").mkdir(parents=True, exist_ok=True)
    options = [part for setting in (f"Dir::State={state}", f"Dir::Cache={cache}",
                                    "Dir::State::status=/var/lib/dpkg/status") for part in ("-o", setting)]
    say("reading Debian's package lists")
    run("apt-get", *options, "-o", "APT::Sandbox::User=root", "update", "-qq")
    return options


def members(package: Path):
    """The files of a package as (name without a leading ./, tar member, bytes or None)."""
    with subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)], stdout=subprocess.PIPE) as dpkg:
        with tarfile.open(fileobj=dpkg.stdout, mode="r|") as tar:
            for member in tar:
                yield member.name.removeprefix("./"), member, tar


# -- kernel
def unpack_kernel(package: Path, out: Path) -> str:
    """Writes the uncompressed kernel, which QEMU starts directly, and unpacks the modules that may be needed."""
    folder = CACHE / "modules"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    version = ""
    for name, member, tar in members(package):
        if not member.isfile():
            continue
        if "boot/vmlinuz-" in name:
            version = name.split("vmlinuz-")[1]
            out.write_bytes(plain_kernel(tar.extractfile(member).read()))
        elif MODULE_FOLDERS.search("/" + name) and ".ko" in name:
            data = tar.extractfile(member).read()
            stem = Path(name).name.split(".ko")[0].replace("-", "_")
            (folder / f"{stem}.ko").write_bytes(lzma.decompress(data) if name.endswith(".xz") else data)
    if not version:
        raise BuildError(f"{package.name} holds no kernel: remove {CACHE} and try again")
    return version


def plain_kernel(image: bytes) -> bytes:
    """The ELF file inside a bzImage (Documentation/arch/x86/boot.rst, payload_offset)."""
    offset, length = (int.from_bytes(image[a:a + 4], "little") for a in (0x248, 0x24C))
    start = (image[0x1F1] + 1) * 512 + offset
    payload = image[start:start + length - 4]
    if payload.startswith(b"\xfd7zXZ"):
        return lzma.LZMADecompressor().decompress(payload)
    if payload.startswith(b"\x1f\x8b"):
        return gzip.decompress(payload)
    if payload.startswith(b"\x28\xb5\x2f\xfd"):
        return subprocess.run(["zstd", "-dcq"], input=payload, stdout=subprocess.PIPE, check=True).stdout
    raise BuildError("the kernel is packed in a way that is not known here")


def module_order(names: list[str]) -> list[str]:
    """The modules to load, each after its dependencies; built-in ones have no file."""
    order: list[str] = []

    def add(name: str) -> None:
        path = CACHE / "modules" / f"{name}.ko"
        if name in order or not path.exists():
            return
        found = re.search(rb"\0depends=([^\0]*)\0", path.read_bytes())
        for other in (found.group(1).decode() if found else "").split(","):
            if other:
                add(other.replace("-", "_"))
        order.append(name)

    for name in names:
        add(name)
    return order


# -- programs
def unpack_programs(packages: list[Path]) -> Path:
    tree = CACHE / "tree"
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    for package in packages:
        run("dpkg-deb", "--extract", str(package), str(tree))
    return tree


def needed(path: Path) -> list[str]:
    """The libraries and the interpreter that an ELF file names."""
    shown = run("readelf", "--dynamic", "--program-headers", "--wide", str(path))
    names = re.findall(r"\(NEEDED\).*\[(.+?)\]", shown)
    return names + re.findall(r"program interpreter: (\S+?)\]", shown)


class Initramfs:
    """A cpio archive in the newc format."""

    def __init__(self) -> None:
        self.out = io.BytesIO()
        self.names: set[str] = set()

    def add(self, name: str, mode: int, data: bytes = b"") -> None:
        name = name.strip("/")
        if name in self.names:
            return
        parent = name.rpartition("/")[0]
        if parent:
            self.add(parent, 0o40755)
        self.names.add(name)
        self.entry(name, mode, data)

    def entry(self, name: str, mode: int, data: bytes) -> None:
        fields = [len(self.names), mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0]
        self.out.write(b"070701" + "".join(f"{field:08X}" for field in fields).encode() + name.encode() + b"\0")
        self.pad()
        self.out.write(data)
        self.pad()

    def pad(self) -> None:
        self.out.write(bytes(-self.out.tell() % 4))

    def end(self) -> bytes:
        self.entry("TRAILER!!!", 0, b"")
        return self.out.getvalue()


def initramfs(tree: Path, version: str) -> bytes:
    archive = Initramfs()
    libraries = {p.name: p for p in sorted(tree.rglob("*.so*")) if "gconv" not in p.parts}
    queue = [(path, tree / path.lstrip("/")) for paths in PROGRAMS.values() for path in paths]
    while queue:
        name, path = queue.pop()
        if name.strip("/") in archive.names:
            continue
        if not path.exists():
            raise BuildError(f"{name} is in no downloaded package: remove {CACHE}/packages and try again")
        archive.add(name, 0o100755, path.resolve().read_bytes())
        for wanted in needed(path):
            soname = Path(wanted).name
            if soname not in libraries:
                raise BuildError(f"{name} needs {soname}, which is in no downloaded package")
            place = wanted if wanted.startswith("/") else f"/usr/lib/x86_64-linux-gnu/{soname}"
            queue.append((place, libraries[soname]))
    for name in DATA:
        archive.add(name, 0o100644, (tree / name).read_bytes())
    order = module_order(MODULES)
    camera = [name for name in module_order(CAMERA_MODULES) if name not in order]
    for name in order + camera:
        archive.add(f"lib/modules/{name}.ko", 0o100644, (CACHE / "modules" / f"{name}.ko").read_bytes())
    archive.add("etc/modules", 0o100644, "".join(f"{name}\n" for name in order).encode())
    archive.add("etc/camera-modules", 0o100644, "".join(f"{name}\n" for name in camera).encode())
    archive.add("etc/kernel-version", 0o100644, version.encode())
    archive.add("init", 0o100755, (HERE / "init").read_bytes())
    archive.add("bin/bt", 0o100755, (HERE / "bt").read_bytes())
    return archive.end()
