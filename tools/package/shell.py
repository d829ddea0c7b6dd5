"""Commands in a guest, and waiting for their effects."""

from __future__ import annotations

import machine
from prove.waiting import Late as Failed
from prove.waiting import need_async

# The guest's clock is synchronised by the host, which its kernel does not know.
TRUST = "".join(f"Environment=VITALBUS_{actor}_CLOCK_TRUSTED=true\n"
                for actor in ("SESSION_MANAGER", "UPLOADER", "DEVICE_READER", "HEALTH_IMPORTER"))


class Shell:
    """A shell in a guest."""

    def __init__(self, room: machine.Room) -> None:
        self.room = room

    async def sh(self, command: str, timeout: float = 240) -> tuple[int, str]:
        """A command's status and output."""
        said = await self.room.machine.shell(f"({command}) 2>&1; echo status=$?", timeout * machine.slowness())
        text, _, status = said.rpartition("status=")
        return int(status or 255), text.strip()

    async def well(self, command: str, timeout: float = 240) -> str:
        status, said = await self.sh(command, timeout)
        if status:
            raise Failed(f"{command.strip().splitlines()[0][:80]}: status {status}: {said[-600:]}")
        return said

    async def until(self, what: str, test, seconds: float = 120):
        """The result of `test`, which is called until it finds something."""
        return await need_async(what, test, seconds=seconds, pause=1)

    async def are_active(self, units: list[str]) -> bool:
        _, said = await self.sh(f"systemctl is-active {' '.join(units)}")
        return said.split() == ["active"] * len(units)

    async def trust_clock(self) -> None:
        await self.well("mkdir -p /etc/systemd/system/vitalbus-.service.d; printf '[Service]\\n"
                        + TRUST.replace("\n", "\\n") + "' >/etc/systemd/system/vitalbus-.service.d/90-guest.conf;"
                        "systemctl daemon-reload")

    async def boot_id(self) -> str:
        # A guest that shuts down never answers a connection.
        return await self.well("cat /proc/sys/kernel/random/boot_id", 15)

    async def restart_machine(self) -> None:
        before = await self.boot_id()
        await self.sh("systemctl reboot")

        async def is_new() -> bool:
            try:
                return await self.boot_id() not in ("", before)
            except (OSError, TimeoutError, Failed, ValueError):
                return False
        await self.until("the guest is there again", is_new, machine.BOOT_SECONDS)
