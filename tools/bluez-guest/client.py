"""A small BlueZ client and the control line, for the smoke test."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable

from dbus_fast import BusType, Message, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, method

BLUEZ = "org.bluez"
ADAPTER, DEVICE, CHARACTERISTIC = "org.bluez.Adapter1", "org.bluez.Device1", "org.bluez.GattCharacteristic1"


class Failed(Exception):
    """A check that failed, or a call that was refused."""


class Control:
    """DIR/control: one JSON request, one JSON answer."""

    def __init__(self, path: str) -> None:
        self.path = path

    async def ask(self, do: str, **rest) -> dict:
        reader, writer = await asyncio.open_unix_connection(self.path, limit=1 << 24)
        writer.write(json.dumps({"do": do} | rest).encode() + b"\n")
        events = []
        try:
            while line := await asyncio.wait_for(reader.readline(), 180):
                record = json.loads(line)
                if "error" in record:
                    raise Failed(f"{do}: {record['error']['message']}")
                if "ok" in record:
                    return record["ok"] | ({"lines": events} if do == "events" else {})
                events.append(record)
        finally:
            writer.close()
        raise Failed(f"{do}: no answer")

    async def truth(self, event: str, device: str | None = None, **rest) -> list[dict]:
        lines = (await self.ask("events"))["lines"]
        wanted = {"event": event} | ({"device": device} if device else {}) | rest
        return [line for line in lines if wanted.items() <= line.items()]


class Agent(ServiceInterface):
    """Answers bluetoothd's questions during a pairing."""

    def __init__(self) -> None:
        super().__init__("org.bluez.Agent1")
        self.passkey = 0
        # False: the person has left and does not answer until the end.
        self.answers = True
        self.released = asyncio.Event()
        self.calls: list[str] = []
        self.displayed: asyncio.Queue[int] = asyncio.Queue()

    @method()
    def Release(self):  # noqa: N802
        self.calls.append("Release")

    @method()
    async def RequestPasskey(self, device: "o") -> "u":  # noqa: N802, F821
        self.calls.append("RequestPasskey")
        if not self.answers:
            await self.released.wait()
        return self.passkey

    @method()
    def DisplayPasskey(self, device: "o", passkey: "u", entered: "q"):  # noqa: N802, F821
        self.calls.append("DisplayPasskey")
        self.displayed.put_nowait(passkey)

    @method()
    def RequestConfirmation(self, device: "o", passkey: "u"):  # noqa: N802, F821
        self.calls.append("RequestConfirmation")
        self.displayed.put_nowait(passkey)

    @method()
    def RequestAuthorization(self, device: "o"):  # noqa: N802, F821
        self.calls.append("RequestAuthorization")

    @method()
    def AuthorizeService(self, device: "o", uuid: "s"):  # noqa: N802, F821
        self.calls.append("AuthorizeService")

    @method()
    def Cancel(self):  # noqa: N802
        self.calls.append("Cancel")


class Client:
    """The objects of org.bluez, according to its signals."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.objects: dict[str, dict] = {}
        self.changed = asyncio.Event()
        self.values: dict[str, list[bytes]] = {}
        # The devices whose adverts were heard since the last clearing.
        self.heard: set[str] = set()
        self.agent = Agent()
        # The paths of devices that are not under their own address, by that address.
        self.places: dict[str, str] = {}
        self.owner: str | None = None
        self.restarts = 0

    async def open(self) -> None:
        self.bus = await MessageBus(bus_address=self.address, bus_type=BusType.SYSTEM).connect()
        self.bus.add_message_handler(self.receive)
        for rule in (f"type='signal',sender='{BLUEZ}'", f"type='signal',member='NameOwnerChanged',arg0='{BLUEZ}'"):
            await self.call("/org/freedesktop/DBus", "org.freedesktop.DBus", "AddMatch", "s", [rule],
                            to="org.freedesktop.DBus")
        await self.refresh()

    async def refresh(self) -> None:
        body = await self.call("/", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
        self.objects = {path: {name: plain(properties) for name, properties in interfaces.items()}
                        for path, interfaces in body[0].items()}
        self.changed.set()

    async def register_agent(self) -> None:
        if not hasattr(self, "exported"):
            self.exported = True
            self.bus.export("/agent", self.agent)
        manager = "org.bluez.AgentManager1"
        await self.call("/org/bluez", manager, "RegisterAgent", "os", ["/agent", "KeyboardDisplay"])
        await self.call("/org/bluez", manager, "RequestDefaultAgent", "o", ["/agent"])

    async def call(self, path: str, interface: str, member: str, signature: str = "", body: list | None = None,
                   to: str = BLUEZ, timeout: float = 60) -> list:
        message = Message(destination=to, path=path, interface=interface, member=member, signature=signature,
                          body=body or [])
        try:
            reply = await asyncio.wait_for(self.bus.call(message), timeout)
        except asyncio.TimeoutError:
            raise Failed(f"{member} was not answered in {timeout:.0f} s") from None
        if reply.message_type == MessageType.ERROR:
            raise Failed(f"{member}: {reply.error_name}: {reply.body[0] if reply.body else ''}")
        return reply.body

    def receive(self, message: Message) -> None:
        if message.message_type != MessageType.SIGNAL:
            return
        if message.member == "PropertiesChanged":
            interface, properties = message.body[0], plain(message.body[1])
            known = self.objects.get(message.path, {}).get(interface)
            if known is None:
                return
            known.update(properties)
            if "RSSI" in properties:
                self.heard.add(message.path)
            if interface == CHARACTERISTIC and "Value" in properties:
                self.values.setdefault(message.path, []).append(bytes(properties["Value"]))
        elif message.member == "InterfacesAdded":
            path, interfaces = message.body
            self.objects.setdefault(path, {}).update({name: plain(p) for name, p in interfaces.items()})
        elif message.member == "InterfacesRemoved":
            for name in message.body[1]:
                self.objects.get(message.body[0], {}).pop(name, None)
        elif message.member == "NameOwnerChanged":
            self.owner = message.body[2] or None
            if not self.owner:
                self.restarts += 1
                self.objects.clear()
        self.changed.set()

    async def until(self, what: str, test: Callable, seconds: float = 30):
        end = time.monotonic() + seconds
        while not (found := test()):
            self.changed.clear()
            if time.monotonic() > end:
                raise Failed(f"not in {seconds:.0f} s: {what}")
            try:
                await asyncio.wait_for(self.changed.wait(), 0.5)
            except asyncio.TimeoutError:
                pass
        return found

    # -- devices
    def path(self, address: str) -> str:
        return self.places.get(address) or f"/org/bluez/hci0/dev_{address.replace(':', '_')}"

    def device(self, address: str) -> dict:
        return self.objects.get(self.path(address), {}).get(DEVICE, {})

    def adapter(self) -> dict:
        return self.objects.get("/org/bluez/hci0", {}).get(ADAPTER, {})

    def characteristic(self, address: str, uuid: str) -> str:
        long = f"0000{uuid}-0000-1000-8000-00805f9b34fb"
        for path, interfaces in self.objects.items():
            if path.startswith(self.path(address) + "/") and interfaces.get(CHARACTERISTIC, {}).get("UUID") == long:
                return path
        raise Failed(f"{address} has no {uuid}")

    async def discover(self) -> None:
        await self.call("/org/bluez/hci0", ADAPTER, "SetDiscoveryFilter", "a{sv}",
                        [{"Transport": Variant("s", "le"), "DuplicateData": Variant("b", True)}])
        await self.call("/org/bluez/hci0", ADAPTER, "StartDiscovery")

    async def scan(self, *addresses: str, seconds: float = 40) -> None:
        await self.discover()
        try:
            await self.until(f"{addresses} seen", lambda: all("RSSI" in self.device(a) for a in addresses), seconds)
        finally:
            await self.call("/org/bluez/hci0", ADAPTER, "StopDiscovery")

    async def power(self, on: bool) -> None:
        await self.call("/org/bluez/hci0", "org.freedesktop.DBus.Properties", "Set", "ssv",
                        [ADAPTER, "Powered", Variant("b", on)])
        await self.until(f"Powered {on}", lambda: self.adapter().get("Powered") is on)

    async def powered(self) -> None:
        """Waits until the daemon runs with its adapter switched on."""
        for _ in range(200):
            await self.refresh()
            if self.adapter().get("Powered"):
                return
            await asyncio.sleep(0.1)
        raise Failed("the adapter was not powered in 20 s")

    async def connect(self, address: str, tries: int = 3) -> None:
        for left in range(tries - 1, -1, -1):
            try:
                await self.call(self.path(address), DEVICE, "Connect")
                break
            except Failed:
                if not left:
                    raise
                await asyncio.sleep(1)
        await self.until("ServicesResolved", lambda: self.device(address).get("ServicesResolved"))

    async def disconnected(self, address: str) -> None:
        await self.until("disconnected", lambda: not self.device(address).get("Connected"), 50)

    async def pair(self, address: str) -> None:
        await self.call(self.path(address), DEVICE, "Pair")
        await self.until("Bonded", lambda: self.device(address).get("Bonded"))
        await self.until("ServicesResolved", lambda: self.device(address).get("ServicesResolved"))

    async def subscribe(self, address: str, *uuids: str) -> None:
        for uuid in uuids:
            path = self.characteristic(address, uuid)
            self.values[path] = []
            await self.call(path, CHARACTERISTIC, "StartNotify")

    async def unsubscribe(self, address: str, *uuids: str) -> None:
        for uuid in uuids:
            await self.call(self.characteristic(address, uuid), CHARACTERISTIC, "StopNotify")

    async def write(self, address: str, uuid: str, value: bytes) -> None:
        await self.call(self.characteristic(address, uuid), CHARACTERISTIC, "WriteValue", "aya{sv}",
                        [value, {"type": Variant("s", "request")}])

    async def read(self, address: str, uuid: str) -> bytes:
        return bytes((await self.call(self.characteristic(address, uuid), CHARACTERISTIC, "ReadValue", "a{sv}",
                                      [{}]))[0])

    def received(self, address: str, uuid: str) -> list[bytes]:
        return self.values.get(self.characteristic(address, uuid), [])

    async def racp(self, address: str, request: bytes, seconds: float = 60) -> tuple[list[bytes], bytes]:
        """Runs one procedure; returns the measurements and the closing answer."""
        measurements, answers = (self.values.setdefault(self.characteristic(address, u), []) for u in ("2a18", "2a52"))
        measurements.clear()
        answers.clear()
        await self.write(address, "2a52", request)
        await self.until("the answer of the RACP", lambda: answers, seconds)
        return list(measurements), answers[-1]


def plain(properties: dict) -> dict:
    return {name: variant.value for name, variant in properties.items()}
