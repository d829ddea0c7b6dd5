"""The clients: prepared, and then each in a complete round against the hub."""

import os
import shutil
import subprocess
import sys

from scene import PASSKEYS, PLACE, ROOT

import pypi

CLIENTS = ROOT / "clients"
OWN = ROOT / "tools" / "client-check"
PHOTO = ROOT / "Sources" / "Displays" / "DisplayReading" / "pictures" / "cuff.png"
PAHO = "paho-mqtt==2.1.0"
NEWTONSOFT = "/usr/lib/cli/Newtonsoft.Json-5.0/Newtonsoft.Json.dll"


class Python:
    """The Python client, as a wheel."""

    name = "python"

    def make(self, check):
        """Prepares it, and returns whether it can run here."""
        self.paho, why = pypi.install(PAHO, alone=True)
        if why:
            return check.skip("the Python client", f"{PAHO}: {why}")
        return self.types(check) or True

    def types(self, check):
        if not shutil.which("mypy"):
            return check.skip("the Python client's types", "no mypy here")
        command = ["mypy", "--strict", "--follow-imports=silent", "--cache-dir", PLACE / "mypy", "--python-executable", sys.executable, CLIENTS / "python" / "src" / "vitalbus"]
        check.ran("the Python client's types are sound", command, env={**os.environ, "MYPYPATH": str(self.paho)})

    def command(self, arguments):
        seat, user, device, passkey, photo, folder = arguments
        return [
            sys.executable, CLIENTS / "python" / "examples" / "round.py", folder, "--seat", seat, "--user", user, "--organization",
            "demo-org", "--device", device, "--passkey", passkey, "--photo", photo,
        ]

    def watch(self, folder):
        return [sys.executable, CLIENTS / "python" / "examples" / "watch.py", folder]

    def environment(self):
        return {**os.environ, "PYTHONPATH": f"{CLIENTS / 'python' / 'src'}:{self.paho}"}


class TypeScript:
    """The TypeScript client, compiled and run by Node."""

    name = "typescript"

    def make(self, check):
        if not shutil.which("node") or not shutil.which("tsc"):
            return check.skip("the TypeScript client", "Node or tsc cannot be had here")
        command = ["tsc", "-p", CLIENTS / "typescript", "--outDir", PLACE / "typescript"]
        if check.ran("the TypeScript client compiles", command) is None:
            return False
        probe = subprocess.run(["node", "-e", "require('mqtt')"], env=self.environment(), capture_output=True)
        return probe.returncode == 0 or check.skip("the TypeScript client's round", "Node has no mqtt here")

    def command(self, arguments):
        seat, user, device, passkey, photo, folder = arguments
        return ["node", PLACE / "typescript" / "examples" / "round.js", folder, seat, user, "demo-org", device, passkey, photo]

    def watch(self, folder):
        return ["node", PLACE / "typescript" / "examples" / "watch.js", folder]

    def faults(self, hub):
        return ["node", OWN / "faults.js", PLACE / "typescript" / "src" / "index.js", hub.folder / "typescript.vitalbus", hub.house]

    def environment(self):
        return {**os.environ, "NODE_PATH": "/usr/share/nodejs:/usr/lib/nodejs"}


class CSharp:
    """The C# client, compiled by mcs and run by Mono."""

    name = "csharp"

    def make(self, check):
        library = NEWTONSOFT if os.path.exists(NEWTONSOFT) else None
        if not shutil.which("mono") or not shutil.which("mcs") or library is None:
            return check.skip("the C# client", "Mono, mcs or Newtonsoft.Json cannot be had here")
        place = PLACE / "csharp"
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, place)
        own, client = CLIENTS / "csharp", f"-r:{place / 'VitalBus.dll'}"
        compile = ["mcs", "-warnaserror", f"-r:{place / 'Newtonsoft.Json.dll'}"]
        library = [*compile, "-t:library", f"-out:{place / 'VitalBus.dll'}", *sorted((own / "src").glob("*.cs"))]
        if check.ran("the C# client compiles", library) is None:
            return False
        examples = [[*compile, client, f"-out:{place / name.lower()}.exe", own / "examples" / f"{name}.cs"] for name in ("Round", "Watch")]
        examples += [[*compile, client, f"-out:{place / 'faults'}.exe", OWN / "Faults.cs"]]
        return all([check.ran("a C# program compiles", example) is not None for example in examples])

    def command(self, arguments):
        seat, user, device, passkey, photo, folder = arguments
        return ["mono", PLACE / "csharp" / "round.exe", folder, seat, user, "demo-org", device, passkey, photo]

    def watch(self, folder):
        return ["mono", PLACE / "csharp" / "watch.exe", folder]

    def faults(self, hub):
        return ["mono", PLACE / "csharp" / "faults.exe", hub.folder / "csharp.vitalbus", hub.house]

    def environment(self):
        return dict(os.environ)


def play(check, client):
    """Plays a complete round, and checks the cloud's records of it."""
    hub, name = check.hub, client.name
    # A different photo for each client, because the same one is one job.
    photo = hub.folder / f"{name}.png"
    photo.write_bytes(PHOTO.read_bytes())
    facts = (f"seat-{name}", f"{name}-user", f"Cuff-{name}", str(PASSKEYS[name]), photo, hub.folder / f"{name}.vitalbus")
    said = check.ran(f"{name}: a whole round", client.command(facts), given=f"{name}-token", env=client.environment())
    if said is None:
        return
    lines = [line.split()[0] for line in said.splitlines()]
    check.so(f"{name}: session, pairing, reading, photo", lines[:2] == ["session", "paired"] and lines.count("confirmed") == 2, said)
    check.so(f"{name}: the photo is read as it is", "148" in said, said)
    check.soon(f"{name}: the cloud has both, once", lambda: len(hub.records(name)) == 2)
