"""A site's server and a hub in containers, as deploy/containers has them: a reading, an export, a broken broker, an upgrade."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import yaml
from engine import ADDRESS, NAMES, Compose, Engine

SOURCE = Path(__file__).resolve().parents[2] / "deploy/containers"
HUB = "room-12"
RECORDS = "/var/lib/vitalbus/records"
# An export of Apple Health with one weight.
EXPORT = """<?xml version="1.0"?><HealthData locale="en"><ExportDate value="{now} +0000"/>
<Me HKCharacteristicTypeIdentifierDateOfBirth="1980-02-03"/>
<Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg" creationDate="{now} +0000" startDate="{now} +0000"
 endDate="{now} +0000" value="81.25"/></HealthData>
"""


def soon(look: Callable[[], tuple[int, str]], wanted: list[str], *, seconds: float = 120) -> tuple[bool, str]:
    """Whether all the words are said in time, and what was said last."""
    end = time.monotonic() + seconds
    while True:
        said = look()[1]
        if all(word in said for word in wanted):
            return True, said
        if time.monotonic() > end:
            return False, said
        time.sleep(1)


class Walk:
    """One walk, with what it found."""

    def __init__(self, engine: Engine, *, library: Path, folder: Path) -> None:
        self.engine, self.found = engine, []
        self.site = Compose(engine, library=library, file=folder / f"{NAMES}site/compose.yaml")
        self.hub = Compose(engine, library=library, file=folder / f"{NAMES}hub/hub.compose.yaml")
        for compose in (self.site, self.hub):
            compose.file.parent.mkdir(mode=0o755)
            shutil.copy(SOURCE / compose.file.name, compose.file)
        place = self.site.file.parent
        shutil.copy(SOURCE / "vitalbus.yaml", place)
        (place / "vitalbus.yaml").chmod(0o644)
        self.exports = place / "exports"
        self.exports.mkdir(mode=0o755)
        self.services = yaml.safe_load(self.site.file.read_text())["services"]

    def check(self, good: bool, words: str) -> None:
        self.found.append((bool(good), words))
        print(f"{'ok    ' if good else 'failed'} {words.splitlines()[0][:150] if good else words}", flush=True)

    def does(self, what: str, compose: Compose, *words: str, tag: str) -> str:
        code, said = compose.run(*words, tag=tag)
        self.check(not code, what if not code else f"{what}: {said[-400:]}")
        return said

    def online(self, what: str, *, wanted: list[str] | None = None) -> None:
        wanted = wanted or [f"{name} online" for name in self.services if name != "broker"]
        good, said = soon(lambda: self.site.inside("broker", "vitalbus", "status"), wanted)
        self.check(good, what if good else f"{what}: {said[-600:]}")

    def reading(self, what: str, systolic: int) -> None:
        """A value typed on the hub is in the server's file of records; typed again while the hub says that no server answers."""
        words = ("vitalbus", "record", "add", "--type", "biometrics", "--seat", HUB, f"blood_pressure={systolic}/81", "pulse=64")
        taken, said = soon(lambda: self.hub.inside("hub", *words), ["accepted"], seconds=60)
        good, kept = soon(self.records, [f'"value":{systolic}'], seconds=60) if taken else (False, "")
        self.check(good, what if good else f"{what}: {said[-300:]}: {kept[-300:]}")

    def records(self) -> tuple[int, str]:
        return self.site.inside("broker", "sh", "-c", f"cat {RECORDS}/*")

    # -- the steps
    def start(self, tag: str) -> None:
        self.does("a site is made", self.site, "run", "--rm", "broker", "site", "init", "--address", ADDRESS, tag=tag)
        self.does("the page gets its certificate", self.site, "run", "--rm", "broker", "access", "set", "--address", ADDRESS, tag=tag)
        self.does("the server starts", self.site, "up", "-d", tag=tag)
        self.online("all processes of the server are online")

    def look_closed(self) -> None:
        for compose, services in ((self.site, self.services), (self.hub, ["hub"])):
            for name in services:
                shown = "{{.EffectiveCaps}} {{.HostConfig.ReadonlyRootfs}} {{.Config.User}}"
                said = self.engine.podman("inspect", "--format", shown, compose.container(name))[1]
                self.check(said == "[] true vitalbus", f"{name}: no capabilities, read-only, the hub's user: {said}")

    def health(self) -> None:
        for compose, services in ((self.site, self.services), (self.hub, ["hub"])):
            for name in services:
                code, said = self.engine.podman("healthcheck", "run", compose.container(name))
                self.check(not code, f"{name}: its health check passes: {said[-200:]}")
        self.engine.podman("stop", "--time", "15", self.site.container("page"))
        command = self.services["page"]["healthcheck"]["test"][1]
        good = any(self.site.inside("broker", "sh", "-c", command)[0] or time.sleep(1) for _ in range(30))
        self.check(good, "page: its health check fails once it is stopped")
        self.engine.podman("start", self.site.container("page"))

    def page(self) -> None:
        authority = self.exports.parent / "authority.pem"
        authority.write_text(self.site.inside("broker", "cat", "/var/lib/vitalbus/site/authority.pem")[1] + "\n")
        curl = ("curl", "--silent", "--show-error", "--location", "--cookie-jar", "/dev/null", "--cacert", str(authority))
        good, said = soon(lambda: self.engine.say(*curl, f"https://{ADDRESS}:8470/health"), ["ok"], seconds=30)
        self.check(good, f"a browser reaches the page with the site's certificate: {said[-200:]}")
        # The page listens at every address of its container, and names the one that 'access set' gave.
        address = self.site.inside("broker", "vitalbus", "page")[1]
        self.check(address.startswith(f"https://{ADDRESS}:8470/"), f"'vitalbus page' names an address for browsers: {address[:40]}")
        shown = self.engine.say(*curl, address)[1]
        seen = HUB if HUB in shown else f"{address[:60]}: {re.sub(r'<[^>]*>', ' ', shown)[-200:]}"
        self.check(HUB in shown, f"the key of 'vitalbus page' opens the overview, with the hub's seat: {seen}")

    def join(self, tag: str) -> None:
        self.site.inside("broker", "vitalbus", "hub", "add", HUB, "--out", f"/tmp/{HUB}")
        bundle = self.hub.file.parent / f"{HUB}.vitalbus-hub"
        bundle.write_text(self.site.inside("broker", "cat", f"/tmp/{HUB}")[1])
        bundle.chmod(0o644)
        volume = ["--volume", f"./{bundle.name}:/bundle:ro"]
        self.does("the hub joins", self.hub, "run", "--rm", "-T", *volume, "hub", "join", "/bundle", tag=tag)
        self.does("the hub starts", self.hub, "up", "-d", tag=tag)
        self.online("the hub is online", wanted=[f"{HUB}  health-importer online"])

    def export(self) -> None:
        """A file in the watched folder becomes a record."""
        seat = yaml.safe_load((SOURCE / "vitalbus.yaml").read_text())["session-manager"]["seats"][0]
        self.site.inside("broker", "vitalbus", "session", "start", "--seat", seat)
        self.site.inside("broker", "vitalbus", "health", "subscribe", "--seat", seat, "weight")
        (self.exports / "export.xml").write_text(EXPORT.format(now=time.strftime("%Y-%m-%d %H:%M:%S", time.gmtime())))
        good, said = soon(self.records, ['"value":81.25'])
        self.check(good, "an export in the watched folder becomes a record" if good else f"an export becomes no record: {said[-300:]}")

    def strike(self) -> None:
        self.engine.podman("kill", "--signal", "KILL", self.site.container("broker"))
        self.engine.podman("start", self.site.container("broker"))
        self.online("all are online again after the broker was killed")
        self.reading("a reading arrives after the broker was killed", 133)

    def upgrade(self, tag: str) -> None:
        began = time.monotonic()
        for name, compose in (("the server", self.site), ("the hub", self.hub)):
            self.does(f"{name} gets the new tag", compose, "up", "-d", tag=tag)
        self.online("all are online with the new tag")
        self.reading("a reading arrives with the new tag", 135)
        print(f"upgraded in {time.monotonic() - began:.0f} s", flush=True)
        images = self.engine.podman("ps", "--format", "{{.Image}}")[1].split()
        is_everywhere = len(images) == len(self.services) + 1 and set(images) == {f"localhost/vitalbus:{tag}"}
        self.check(is_everywhere, f"each container has it: {set(images)}")
        self.check('"value":131' in self.records()[1], "what was read before the upgrade is there")

    def stop(self, tag: str) -> None:
        for compose in (self.site, self.hub):
            compose.run("stop", tag=tag)
        names = [self.site.container(name) for name in self.services] + [self.hub.container("hub")]
        codes = self.engine.podman("inspect", "--format", "{{.State.ExitCode}}", *names)[1].split()
        self.check(codes == ["0"] * len(names), f"they end with 0 when asked: {codes}")
        for compose in (self.site, self.hub):
            compose.run("down", "--volumes", tag=tag)

    def play(self, *, first: str, second: str) -> None:
        self.start(first)
        self.join(first)
        self.look_closed()
        self.page()
        self.site.inside("broker", "vitalbus", "session", "start", "--seat", HUB)
        self.reading("a value typed on the hub is the server's record", 131)
        self.export()
        self.strike()
        self.health()
        self.upgrade(second)
        self.stop(second)
