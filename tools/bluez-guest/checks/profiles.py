"""Each profile, read as a hub does."""

from __future__ import annotations

import asyncio
import time

from client import Failed

from .base import CUFF, EVERYTHING, METER, OXIMETER, SCALE, THERMOMETER, Base


class Profiles(Base):
    """Scans, pairs and reads."""

    async def scan(self) -> None:
        for address in EVERYTHING:
            await self.control.ask("advertise", device=address)
        await self.client.scan(*EVERYTHING)
        uuids = {self.client.device(a)["Name"]: sorted(u[4:8] for u in self.client.device(a)["UUIDs"])
                 for a in EVERYTHING}
        self.check(uuids == {
            "Cuff": ["1810"], "Meter": ["1808"], "Thermometer": ["1809"], "Oximeter": ["1822"],
            "Scale": ["181b", "181c", "181d"], "Plain scale": ["181d"]}, f"scanned: {uuids}")

    async def measured(self, address: str, uuid: str, **values) -> bytes:
        """Measures, connects, and returns the indication."""
        client = self.client
        told = await self.control.ask("measure", device=address, **values)
        await client.connect(address)
        await client.subscribe(address, uuid)
        await client.until(f"an indication of {uuid}", lambda: client.received(address, uuid))
        frame = client.received(address, uuid)[0]
        self.check(frame.hex() == told["frames"][0]["frame"], f"{uuid} arrived as measured: {frame.hex()}")
        return frame

    async def cuff(self) -> None:
        frame = await self.measured(CUFF, "2a35", systolic=121, diastolic=79, pulse=66)
        self.check((frame[1], frame[3], frame[14]) == (121, 79, 66), "blood pressure 121/79, pulse 66")
        model = await self.client.read(CUFF, "2a24")
        self.check(model == b"Cuff", f"model {model}")
        battery = self.client.objects[self.client.path(CUFF)].get("org.bluez.Battery1", {}).get("Percentage")
        self.check(battery == 90, f"battery {battery} %")
        await self.client.disconnected(CUFF)
        confirmed = await self.control.truth("confirmed", CUFF)
        self.check(len(confirmed) == 1, f"the cuff ended the idle link; {len(confirmed)} reading confirmed")
        for _ in range(3):
            await self.control.ask("measure", device=CUFF)
        await self.client.connect(CUFF)
        await self.client.until("three stored readings", lambda: len(self.client.received(CUFF, "2a35")) == 4)
        frames = [event["frame"] for event in await self.control.truth("measured", CUFF)]
        self.check([f.hex() for f in self.client.received(CUFF, "2a35")] == frames,
                   "StartNotify outlived the link; three stored readings came in order")
        await self.client.disconnected(CUFF)

    async def meter(self) -> None:
        client = self.client
        path = client.path(METER)
        await self.control.ask("advertise", device=METER)
        await self.refused(client.call(path, "org.bluez.Device1", "Pair"), "AuthenticationFailed", "Pair without agent")
        await client.register_agent()
        client.agent.passkey = 111111
        await client.disconnected(METER) if not client.device(METER).get("Connected") else \
            await client.call(path, "org.bluez.Device1", "Disconnect")
        await self.control.ask("advertise", device=METER)
        await self.refused(client.call(path, "org.bluez.Device1", "Pair"), "Authentication", "wrong passkey")
        await client.disconnected(METER)
        await self.control.ask("advertise", device=METER)
        client.agent.passkey = 424242
        await client.pair(METER)
        paired = await self.control.truth("paired", METER)
        self.check(client.agent.calls.count("RequestPasskey") == 2 and paired[-1]["detail"] == "secure authenticated",
                   f"paired by passkey: {paired[-1]['detail']}, agent {client.agent.calls}")
        await self.refused(client.write(METER, "2a52", bytes([1, 1])), "0xfd", "RACP before subscribing")
        await client.subscribe(METER, "2a18", "2a34", "2a52")
        _, answer = await client.racp(METER, bytes([4, 1]))
        self.check(answer == bytes([5, 0, 0x2C, 1]), f"300 records counted: {answer.hex()}")
        started = time.monotonic()
        contexts = client.received(METER, "2a34")
        contexts.clear()
        records, answer = await client.racp(METER, bytes([1, 1]))
        sequences = [int.from_bytes(r[1:3], "little") for r in records]
        self.check(sequences == list(range(1, 301)) and answer == bytes([6, 0, 1, 1]),
                   f"{len(records)} records and {len(contexts)} contexts in {time.monotonic() - started:.1f} s, "
                   f"answer {answer.hex()}")
        want = sum(1 for r in records if r[0] & 0x10)
        self.check(len(contexts) == want, f"{want} contexts were announced")
        records, _ = await client.racp(METER, bytes([1, 3, 1, 0xFB, 0]))
        self.check([int.from_bytes(r[1:3], "little") for r in records] == list(range(251, 301)), "records since 251")
        last, _ = await client.racp(METER, bytes([1, 6]))
        self.check(len(last) == 1 and last[0][1] == 0x2C, "the last record")
        records, _ = await client.racp(METER, bytes([1, 3, 2]) + last[0][3:10])
        self.check(records == last, "records since the last one's time")
        _, answer = await client.racp(METER, bytes([1, 3, 1, 0x2D, 1]))
        self.check(answer == bytes([6, 0, 1, 6]), "no records since 301")
        await client.write(METER, "2a52", bytes([1, 1]))
        await client.until("some records", lambda: len(client.received(METER, "2a18")) > 5)
        await self.refused(client.write(METER, "2a52", bytes([4, 1])), "0xfe", "a second procedure")
        _, answer = await client.racp(METER, bytes([3, 0]))
        self.check(answer == bytes([6, 0, 3, 1]), f"aborted: {answer.hex()}")
        time_before = await client.read(METER, "2a2b")
        await client.write(METER, "2a2b", bytes.fromhex("ea07030108000007") + b"\0\0")
        time_after = await client.read(METER, "2a2b")
        self.check(time_after[:6] == bytes.fromhex("ea0703010800"), f"clock {time_before[:7].hex()} set to "
                   f"{time_after[:7].hex()}")

    async def meter_loses_its_link(self) -> None:
        client = self.client
        await self.control.ask("fault", kind="dropAtStep", device=METER, step="racp", frames=100, count=1)
        client.received(METER, "2a18").clear()
        await client.write(METER, "2a52", bytes([1, 1]))
        await client.disconnected(METER)
        count = len(client.received(METER, "2a18"))
        self.check(90 <= count <= 100, f"the link was lost in the middle of the report: {count} of 300 arrived")
        await self.control.ask("advertise", device=METER)
        await client.connect(METER)
        await client.until("encrypted again", lambda: client.objects)
        await client.subscribe(METER, "2a18", "2a34", "2a52")
        records, answer = await client.racp(METER, bytes([1, 1]))
        self.check(len(records) == 300 and answer == bytes([6, 0, 1, 1]), "bonded reconnection: all 300 again")
        await client.call(client.path(METER), "org.bluez.Device1", "Disconnect")
        await client.disconnected(METER)

    async def thermometer(self) -> None:
        client = self.client
        path = client.path(THERMOMETER)
        await self.control.ask("advertise", device=THERMOMETER)
        await client.pair(THERMOMETER)
        self.check((await self.control.truth("paired", THERMOMETER))[-1]["detail"] == "secure", "Just Works")
        frame = await self.measured(THERMOMETER, "2a1c", celsius=37.2)
        self.check(frame[1:5] == bytes.fromhex("740100ff"), "37.2 °C")
        await client.call(path, "org.bluez.Device1", "Disconnect")
        await client.disconnected(THERMOMETER)
        await self.control.ask("forget", device=THERMOMETER)
        await self.control.ask("measure", device=THERMOMETER, celsius=36.6)
        try:
            await client.call(path, "org.bluez.Device1", "Connect")
            await client.disconnected(THERMOMETER)
            seen = "the link was up and ended"
        except Failed as error:
            seen = str(error)
        self.check(client.device(THERMOMETER)["Paired"] is True, f"the device lost its bond: {seen}; Paired stays true")
        await client.call("/org/bluez/hci0", "org.bluez.Adapter1", "RemoveDevice", "o", [path])
        await client.until("removed", lambda: not client.device(THERMOMETER))
        await client.scan(THERMOMETER)
        await client.pair(THERMOMETER)
        await client.subscribe(THERMOMETER, "2a1c")
        await client.until("the reading", lambda: client.received(THERMOMETER, "2a1c"))
        self.check(len(client.received(THERMOMETER, "2a1c")) == 1, "paired again; the waiting reading came")

    async def oximeter(self) -> None:
        client = self.client
        frame = await self.measured(OXIMETER, "2a5e", spo2=97, pulse=61)
        self.check((frame[1], frame[3]) == (97, 61), "spot-check 97 %, 61 bpm")
        await client.subscribe(OXIMETER, "2a5f")
        await client.until("three values", lambda: len(client.received(OXIMETER, "2a5f")) >= 3)
        self.check(True, f"continuous: {[v.hex() for v in client.received(OXIMETER, '2a5f')]}")
        await self.control.ask("disconnect", device=OXIMETER)
        await client.disconnected(OXIMETER)

    async def scale(self) -> None:
        client = self.client
        await self.control.ask("measure", device=SCALE, kilograms=72.4, user=1, bodyFatPercent=21.3)
        await client.pair(SCALE)
        await client.subscribe(SCALE, "2a9f", "2a9d", "2a9c")
        await asyncio.sleep(1)
        self.check(not client.received(SCALE, "2a9d"), "nothing without consent")
        control = client.received(SCALE, "2a9f")

        async def ask(request: str) -> str:
            control.clear()
            await client.write(SCALE, "2a9f", bytes.fromhex(request))
            await client.until("the control point's answer", lambda: control)
            return control[-1].hex()
        self.check(await ask("04") == "20040101", "one user is listed")
        self.check(await ask("01bb0b") == "20010102", "a second is registered")
        self.check(await ask("02010000") == "200205", "a wrong consent is refused")
        self.check(await ask("0201d204") == "200201", "consent")
        await client.until("weight and composition", lambda: len(client.received(SCALE, "2a9c")) == 2)
        weight = client.received(SCALE, "2a9d")[0]
        self.check(int.from_bytes(weight[1:3], "little") * 5 == 72400 and weight[-1] == 1, f"72.4 kg: {weight.hex()}")
        packets = client.received(SCALE, "2a9c")
        self.check(int.from_bytes(packets[0][2:4], "little") == 213 and all(p[1] & 0x10 for p in packets),
                   f"body fat 21.3 % in two packets: {[p.hex() for p in packets]}")
        await client.call(client.path(SCALE), "org.bluez.Device1", "Disconnect")
        await client.disconnected(SCALE)
