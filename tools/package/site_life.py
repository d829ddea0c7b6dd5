"""A site's server and a hub, each in a guest, from the packages to the removal of the hub."""

from __future__ import annotations

import asyncio
import json
import re
import urllib.request

import machine
from checks.counts import Counts
from shell import Failed, Shell

HUB = "room-12"
ADDRESSES = {"server": "192.168.77.1", "hub": "192.168.77.2"}
SERVER_UNITS = ["vitalbus-broker", "vitalbus-registrar", "vitalbus-session-manager", "vitalbus-page", "vitalbus-uploader@u1"]
HUB_UNITS = ["vitalbus-health-importer", "vitalbus-device-reader", "vitalbus-ble-scanner"]


class SiteCheck(Counts):
    """The instructions of deploy/README.md for a site with hubs, command by command."""

    def __init__(self, server: machine.Room, hub: machine.Room, port: int, version: str) -> None:
        super().__init__()
        self.server, self.hub, self.port, self.version = Shell(server), Shell(hub), port, version
        self.skipped = 0
        self.accepted, self.systolic = 0, 120

    def summary(self) -> dict:
        with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/_control/summary", timeout=10) as answer:
            return json.load(answer)

    async def measured(self, when: str) -> None:
        """A reading of the hub's cuff is at the service, and none is there twice."""
        self.systolic += 1
        self.accepted += 1
        # A cuff's clock has whole seconds, so a reading in this one would count as before the assignment and be held.
        await asyncio.sleep(1)
        self.hub.room.cuff_measures(self.systolic)

        async def is_there() -> bool:
            return (await asyncio.to_thread(self.summary))["accepted"] >= self.accepted
        try:
            await self.hub.until("the reading", is_there, 180)
        except Failed as error:
            _, held = await self.server.sh("vitalbus status; vitalbus held; vitalbus session queue --all")
            _, said = await self.hub.sh("journalctl --no-pager -n 40 -u vitalbus-ble-scanner -u vitalbus-device-reader")
            return self.check(False, f"a reading of the hub's cuff {when}: {error}: {held[-2500:]}\n{said[-4000:]}")
        found = await asyncio.to_thread(self.summary)
        good = found["accepted"] == self.accepted and found["duplicates"] == 0
        self.check(good, f"a reading of the hub's cuff {when}: {found['accepted']} of {self.accepted}, {found['duplicates']} twice")

    async def statuses(self, shell: Shell, units: list[str]) -> dict[str, str]:
        return {u: await shell.well(f"systemctl show -p StatusText --value {u}") for u in units}

    async def say(self, shell: Shell, units: list[str], words: str, what: str) -> None:
        """Each unit's status equals or contains the words, and none restarts repeatedly."""
        async def is_said() -> bool:
            self.seen = await self.statuses(shell, units)
            # 'not connected yet' is another word.
            return all(text == words or " " in words and words in text for text in self.seen.values())
        try:
            await shell.until(what, is_said)
        except Failed:
            return self.check(False, f"{what}: {self.seen}")
        again = await shell.well(f"systemctl show -p NRestarts --value {' '.join(units)}")
        self.check(set(again.split()) == {"0"}, f"{what}: {next(iter(self.seen.values()))}")

    # -- the steps
    async def install(self) -> None:
        for name, shell in (("server", self.server), ("hub", self.hub)):
            await shell.well(f"hostname {name}; printf '[Match]\\nName=eth1\\n[Network]\\nAddress={ADDRESSES[name]}/24\\n' "
                             ">/etc/systemd/network/lan.network; networkctl reload; networkctl reconfigure eth1 || true")
            await shell.well(f"dpkg -i /mnt/vitalbus_{self.version}_amd64.deb", 900)
            await shell.trust_clock()
        self.check(True, "the package is installed on both")

    async def start_server(self) -> None:
        await self.server.well(f"echo CLOUD_PORT={self.port} >/etc/cloud.env; systemctl start cloud.socket")
        said = await self.server.well(
            f"vitalbus init --machine server --site lindenhof --address {ADDRESSES['server']} "
            "--inform-url http://127.0.0.1:8088 --yes")
        self.check("systemctl enable --now vitalbus-site.target" in said, f"'vitalbus init': {said.splitlines()[-1]}")
        await self.server.well("sed -i 's|^uploader:|uploader:\\n  destination.inform.repeats: upsert|' /etc/vitalbus/vitalbus.yaml")
        await self.server.well("systemctl enable --now vitalbus-site.target")
        await self.server.until("the server's units", lambda: self.server.are_active(SERVER_UNITS))
        self.check(True, "all units of the server are active")

    async def wait_for_a_site(self) -> None:
        await self.hub.well("systemctl enable --now vitalbus-hub.target")
        await self.say(self.hub, HUB_UNITS, "joined no site", "a hub that has not joined says so and waits")

    async def join(self) -> None:
        await self.server.well(f"cd /root; vitalbus hub add {HUB}")
        bundle = await self.server.well(f"cat /root/{HUB}.vitalbus-hub")
        await self.hub.well(f"umask 077; cat >/root/{HUB}.vitalbus-hub <<'END'\n{bundle}\nEND\n")
        said = await self.hub.well(f"vitalbus join /root/{HUB}.vitalbus-hub")
        self.check("next: systemctl enable --now vitalbus-hub.target" in said, f"'vitalbus join': {said.splitlines()[0]}")
        await self.say(self.hub, HUB_UNITS, "connected", "the hub's processes go on by themselves")
        for name, shell in (("server", self.server), ("hub", self.hub)):
            foreign = await shell.well("find /var/lib/vitalbus ! -user vitalbus -o ! -type s ! -type l -perm /007")
            self.check(not foreign, f"the state of the {name} is the user's alone: {foreign[:300]}")
        active = await self.hub.well("systemctl is-active vitalbus-renew.timer")
        self.check(active == "active", f"the hub's certificates are renewed by a timer: {active}")

    async def read(self) -> None:
        await self.server.well("useradd -m ada; usermod -aG vitalbus ada; umask 077; echo -n demo-token >/var/tmp/token; "
                               "chown ada /var/tmp/token")
        await self.server.well(f"runuser -u ada -- vitalbus session start --seat {HUB} --user demo-user --organization demo-org "
                               "--token-file /var/tmp/token")
        self.check(True, "a member of the group starts a session at the hub's seat")
        status, said = await self.hub.sh("timeout 60 sh -c 'until bluetoothctl list | grep -q Controller; do sleep 1; done'", 90)
        if status:
            raise Failed(f"no adapter in the hub's guest: {said[-200:]}")
        await self.server.well(f"runuser -u ada -- vitalbus passive set 3000 --hub {HUB}")
        self.hub.room.cuff_awake()

        async def sighted() -> str | None:
            _, said = await self.server.sh(f"vitalbus device nearby --hub {HUB} --json")
            found = re.search(r'"device":"([0-9a-f-]+)"', said)
            return found and found.group(1)
        device = await self.hub.until("the cuff is in sight", sighted)
        await self.server.well(f"vitalbus device assign {device} --seat {HUB} --hub {HUB}")
        await self.measured("that has joined")

    async def reboot(self) -> None:
        await self.hub.restart_machine()
        await self.say(self.hub, HUB_UNITS, "connected", "after a reboot of the hub's machine")
        await self.measured("after it")
        await self.hub.well("vitalbus renew --all")
        await self.server.well("systemctl restart vitalbus-broker")
        await self.say(self.hub, HUB_UNITS, "connected", "with new certificates and a broker that started anew")
        await self.measured("with them")

    async def upgrade(self) -> None:
        """Installing the same package again runs the upgrade's scripts on a site that root's commands have made."""
        await self.server.well("chown -R root:root /var/lib/vitalbus/site /var/lib/vitalbus/settings.json")
        await self.server.well(f"dpkg -i /mnt/vitalbus_{self.version}_amd64.deb", 900)
        await self.server.until("the server's units", lambda: self.server.are_active(SERVER_UNITS))
        await self.say(self.hub, HUB_UNITS, "connected", "the hub is back after an upgrade of the server")
        foreign = await self.server.well("find /var/lib/vitalbus ! -user vitalbus")
        self.check(not foreign, f"the upgrade gives a site that root had made to its user: {foreign[:300]}")
        await self.server.well("logrotate --force /etc/logrotate.d/vitalbus")
        owner = await self.server.well("stat -c '%U %a' /var/lib/vitalbus/broker/mosquitto.log.1")
        self.check(owner == "vitalbus 600", f"the broker's log is put aside for its user alone: {owner}")
        listed = await self.server.well("vitalbus hub list")
        self.check("joined on" in listed, f"the site outlived the upgrade: {listed}")

    async def revoke(self) -> None:
        await self.server.well(f"vitalbus hub revoke {HUB}")
        await self.say(self.hub, HUB_UNITS, "It may be revoked", "a revoked hub says so and waits")
        status, said = await self.hub.sh("vitalbus renew --all")
        self.check(status == 77 and "was revoked" in said, f"and has the site's word: {said}")

    async def run(self) -> None:
        await self.server.room.power_on()
        await self.hub.room.power_on()
        self.check(True, "two guests have booted")
        for step in (self.install, self.start_server, self.wait_for_a_site, self.join, self.read, self.reboot, self.upgrade,
                     self.revoke):
            try:
                await step()
            except (Failed, OSError, TimeoutError, ValueError, KeyError, machine.vm.GuestError) as error:
                return self.check(False, f"{step.__name__}: {type(error).__name__} {error}")
