#!/usr/bin/python3
"""Compiles programs for arm64 on amd64: with Swift of Debian sid, against the libraries of Debian 13.

  tools/package/cross.py roots               makes the two Debians (minutes, 7 GB), and prints their folders
  tools/package/cross.py build PRODUCT...    compiles products for release into .build-arm64/release
  tools/package/cross.py test TARGET...      compiles test targets of Package.swift, and runs them, emulated by QEMU (qemu-user-static)

`compiler` is a sid for amd64 with Swift. `target` is a Debian 13 for amd64 that also has the libraries of arm64 (multiarch). So its
dpkg knows the package of each library, and no program of another processor runs. They are kept in ~/.cache/vitalbus/arm64, or where
PACKAGE_ARM64_ROOTS says. Needs root, mmdebstrap and Debian's mirror.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CACHE = Path(os.environ.get("PACKAGE_ARM64_ROOTS", Path.home() / ".cache/vitalbus/arm64")).resolve()
SCRATCH = ".build-arm64"
SDK, TRIPLE = "debian13-arm64", "aarch64-unknown-linux-gnu"
EMULATOR = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
# A program that cannot be started seems to have been, because QEMU's vfork is a fork: five of these tests search along PATH. The sixth
# compares moments ten milliseconds apart.
UNEMULATED = ("ChildProcessTests/(changesTheEnvironment|stopsWithTerm|isKilled|writesAndAppends|namesAnExecutable)"
              "|EventLoopTests/timersFireInTheOrder")
# Debian's compiler checks its own work. Optimizing, it aborts where an optional that is nil gets a value, because that nil was not
# destroyed: in the channel of swift-async-algorithms, and in HealthInputs' names of food. Compilers of swift.org do not check. The log
# shows such places.
CHECKED = ["-Xswiftc", "-Xllvm", "-Xswiftc", "-dont-abort-on-memory-lifetime-errors"]
LIBRARIES = "usr/lib/aarch64-linux-gnu"
MIRROR = "http://deb.debian.org/debian"
# Debian's Swift, by content: sid moves, and the modules of one version are for that compiler alone.
SWIFT = "6.2.3-1+b1"
DEBS = {
    f"libswiftlang_{SWIFT}_amd64.deb": "ed4b21c3788df21a3b2239546a9f6359c324cee581c6b51927e6ef1b62f5aaac",
    f"swiftlang_{SWIFT}_amd64.deb": "7a02c790f6d74b0ea59ed315bed674165d9ca5703bb8c85f4aff38611d1b32fd",
    f"libswiftlang_{SWIFT}_arm64.deb": "44b83bfd7165e47d65843799a033a428f440e62482443114042c3cd96b306c24",
    f"swiftlang_{SWIFT}_arm64.deb": "bda5df23d26eec0cc7058924611b42bb27667252a0280fb490e4969dbbd975df",
}
# The parts of those for arm64 that a compiler reads; the first one's are the libraries of tests.
PARTS = {f"libswiftlang_{SWIFT}_arm64.deb": ["swift"], f"swiftlang_{SWIFT}_arm64.deb": ["swift", "swift_static", "clang"]}
# What that Swift needs; its own packages are unpacked, because apt would take whatever version sid has by now.
COMPILER = ["binutils", "ca-certificates", "gcc", "git", "libc6-dev", "libcurl4t64", "libedit2", "libncurses6", "libpython3.14",
            "libsqlite3-0", "libstdc++-15-dev", "libuuid1", "libxml2-16", "libzstd1", "pkg-config", "zlib1g"]
# The last one is for tests.
TOOLS = ["binutils-aarch64-linux-gnu", "dpkg-dev", "openssl"]
# As BUILD_PACKAGES of tools/dev, what a compiler brings, and the broker of tests.
TARGET = ["libc6-dev", "libcurl4-openssl-dev", "libdbus-1-dev", "libgcc-14-dev", "libheif-dev", "libleptonica-dev", "libmosquitto-dev",
          "libopenblas-serial-dev", "libqrencode-dev", "libsqlite3-dev", "libstdc++-14-dev", "libxml2-dev", "libzbar-dev", "mosquitto", "zlib1g-dev"]
ENTER = """set -e
root=$1; shift
while [ "$1" != -- ]; do mkdir -p "$root$2"; mount --bind "$1" "$root$2"; shift 2; done; shift
mount --bind /dev "$root/dev"; mount -t proc proc "$root/proc"
exec chroot "$root" env -i PATH=/usr/libexec/swift/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 "$@"
"""


class Failed(Exception):
    """The reason why a root or a program cannot be had."""


def inside(root: Path, *command: str, binds: dict[Path, str]) -> list[str]:
    """A command line that runs a command in a root, with folders of this machine at places of it."""
    places = [word for folder, place in binds.items() for word in (str(folder), place)]
    return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c", ENTER, "enter", str(root), *places, "--", *command]


def run(*command: str) -> None:
    if subprocess.run(command, stdout=sys.stderr).returncode:
        raise Failed(f"{' '.join(command[:3])} failed")


def fetched(name: str) -> Path:
    """A package of Swift's; apt compares its content with the sum."""
    deb = CACHE / "debs" / name
    if not deb.exists():
        deb.parent.mkdir(parents=True, exist_ok=True)
        new = deb.with_name(f"new-{name}")
        try:
            run("/usr/lib/apt/apt-helper", "download-file", f"{MIRROR}/pool/main/s/swiftlang/{name}", str(new), f"SHA256:{DEBS[name]}")
        except Failed:
            raise Failed(f"{MIRROR} has no {name}: get it from snapshot.debian.org and put it into {deb.parent}") from None
        new.rename(deb)
    return deb


def debootstrap(suite: str, folder: Path, packages: list[str], *options: str) -> None:
    if os.getuid():
        raise Failed("only root may make roots: use sudo")
    if not shutil.which("mmdebstrap"):
        raise Failed("no mmdebstrap: apt-get install mmdebstrap")
    # A mirror may have stored sid some time ago, and a root that a power cut damages is made again.
    old = ["--aptopt=Acquire::Check-Valid-Until \"false\"", "--dpkgopt=force-unsafe-io"]
    run("mmdebstrap", "--variant=minbase", *old, *options, f"--include={','.join(packages)}", suite, str(folder), MIRROR)


def compiler() -> Path:
    """The root with the compiler, made if missing."""
    root = CACHE / "compiler"
    if not root.exists():
        new = emptied(CACHE / "new-compiler")
        debootstrap("sid", new, COMPILER)
        for name in (name for name in DEBS if name.endswith("_amd64.deb")):
            run("dpkg-deb", "-x", str(fetched(name)), str(new))
        sdk(new / "root/.swiftpm/swift-sdks" / f"{SDK}.artifactbundle")
        new.rename(root)
    return root


def target() -> Path:
    """The root with the libraries of arm64, made if missing."""
    root = CACHE / "target"
    if not root.exists():
        new = emptied(CACHE / "new-target")
        debootstrap("trixie", new, TOOLS + [f"{name}:arm64" for name in TARGET], "--architectures=amd64,arm64")
        for name, parts in PARTS.items():
            archive = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(fetched(name))], stdout=subprocess.PIPE)
            # The linker looks for Swift's own object files in /usr/lib.
            unpack = ["tar", "-x", "-C", str(new / "usr/lib"), "--strip-components=5"]
            if subprocess.run([*unpack, *(f"./usr/libexec/swift/lib/{part}" for part in parts)], stdin=archive.stdout).returncode:
                raise Failed(f"{name} cannot be unpacked")
        # Debian has the module of this one, and no library; tests name it and use nothing of it. This is an empty archive.
        (new / "usr/lib/swift/linux/lib_Testing_Foundation.a").write_bytes(b"!<arch>\n")
        make_relative(new)
        new.rename(root)
    return root


def emptied(folder: Path) -> Path:
    """A folder for a new root, without the rest of a run that was cut off."""
    shutil.rmtree(folder, ignore_errors=True)
    return folder


def make_relative(root: Path) -> None:
    """Makes absolute links of libraries (`/etc/alternatives/…`) relative, because the compiler sees them from another root."""
    for path in list((root / LIBRARIES).rglob("*")) + list((root / "etc/alternatives").iterdir()):
        if path.is_symlink() and (to := os.readlink(path)).startswith("/"):
            path.unlink()
            path.symlink_to(os.path.relpath(root / to.lstrip("/"), path.parent))


def sdk(bundle: Path) -> None:
    """Describes the target's folder to Swift's package manager (its documents call that a Swift SDK)."""
    artifact = {"type": "swiftSDK", "version": "1.0", "variants": [{"path": "sdk", "supportedTriples": ["x86_64-pc-linux-gnu"]}]}
    paths = {"sdkRootPath": "/target", "swiftResourcesPath": "/target/usr/lib/swift",
             "swiftStaticResourcesPath": "/target/usr/lib/swift_static", "toolsetPaths": ["toolset.json"]}
    files = {
        "info.json": {"schemaVersion": "1.0", "artifacts": {SDK: artifact}},
        "sdk/swift-sdk.json": {"schemaVersion": "4.0", "targetTriples": {TRIPLE: paths}},
        "sdk/toolset.json": {"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}},
    }
    for name, content in files.items():
        path = bundle / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content, indent=1) + "\n")


def build(words: list[str]) -> None:
    """Compiles by `swift build WORDS`. The package's folder has the same name in each build, so that programs are equal, too."""
    roots = compiler(), target()
    configs = ":".join(f"/target/{place}/pkgconfig" for place in (LIBRARIES, "usr/share", f"{LIBRARIES}/openblas-serial"))
    variables = ["PKG_CONFIG_SYSROOT_DIR=/target", f"PKG_CONFIG_PATH={configs}"]
    variables += [f"{name}={os.environ[name]}" for name in ("TEST_TARGETS",) if name in os.environ]
    # The packages that ours depends on are fetched by this machine's Swift, whose cache has them.
    run("swift", "package", "--package-path", str(ROOT), "--scratch-path", str(ROOT / SCRATCH), "resolve")
    command = ["swift-build", "--swift-sdk", SDK, "--scratch-path", SCRATCH, "--disable-automatic-resolution",
               "-Xswiftc", "-warnings-as-errors", *CHECKED, "-Xcc", "-ffile-prefix-map=/vitalbus/=/", *words]
    run(*inside(roots[0], "env", *variables, "bash", "-c", 'cd /vitalbus && exec "$@"', "build", *command,
                binds={roots[1]: "/target", ROOT: "/vitalbus"}))


def test(targets: list[str]) -> None:
    """Compiles test targets and runs them in the target's root, whose loader for arm64 finds Debian's and Swift's libraries."""
    if not EMULATOR.exists():
        raise Failed("no emulator for arm64's programs: apt-get install qemu-user-static")
    os.environ["TEST_TARGETS"] = ",".join(targets)
    build(["--product", "vitalbusPackageTests"])
    program = f"/vitalbus/{SCRATCH}/{TRIPLE}/debug/vitalbusPackageTests.xctest"
    command = ["env", "LD_LIBRARY_PATH=/usr/lib/swift/linux", program, "--testing-library", "swift-testing", "--no-parallel"]
    print(f"skipped, if among them: {UNEMULATED}", file=sys.stderr)
    run(*inside(target(), *command, "--skip", UNEMULATED, binds={ROOT: "/vitalbus"}))


def main() -> int:
    arguments = argparse.ArgumentParser(prog="cross.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("work", choices=["roots", "build", "test"])
    arguments.add_argument("names", nargs="*", metavar="NAME")
    given = arguments.parse_args()
    try:
        if given.work == "build":
            for product in given.names:
                build(["-c", "release", "--static-swift-stdlib", "--product", product])
        elif given.work == "test":
            test(given.names)
        else:
            print(compiler(), target(), sep="\n")
    except Failed as why:
        print(f"cross.py: {why}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
