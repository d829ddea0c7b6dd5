import ActorRuntime
import BusContract
import ContractLiterals
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// Undecodable frames are reported on the bus, without their content.
@Suite struct UnreadableFrameTests {
    private let folder: TemporaryFolder
    private let broker = InMemoryBroker()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(_ actor: String) throws -> BusClient {
        BusClient(
            bus: broker.connect(),
            address: try BusAddress(site: "home", hub: "room-1", actor: actor, instance: "main"),
            epoch: 1,
            environment: BusEnvironment(now: { Samples.start }, newID: { "id" }, clock: ManualClock())
        )
    }

    private func reader() async throws -> DeviceReaderActor {
        let path = folder.url.appending(path: "site-key").path
        _ = try SiteKey.load(path, createIfMissing: true)
        // No test may reach this machine's Bluetooth.
        let values = ["dbus.address": "unix:path=\(folder.url.path)/none"]
        return try await DeviceReaderActor(ActorContext(try client("device-reader"), folder: folder, values: values))
    }

    @Test func aFrameThatACrashLeftAndNobodyCanReadIsTold() async throws {
        let reader = try await reader()
        let device = Samples.device()
        let cuff = "00002a35-0000-1000-8000-00805f9b34fb"
        try await reader.store.begin(Samples.context())
        let row = try await reader.store.save("16abcd", characteristic: cuff, at: Samples.start)
        let subscription = try await client("watch").subscribe(
            to: [ReaderTopics.frameUnreadable.descriptor],
            hub: "room-1"
        )
        try await reader.services.foundation.recovery.recover()
        for await message in subscription {
            let event = try Envelope<FrameUnreadable>.decode(message.payload).data
            let expected = FrameUnreadable(
                hub: "room-1",
                peripheralID: 3000,
                device: device,
                characteristic: cuff,
                length: 3,
                code: "truncated",
                frame: row
            )
            #expect(event == expected)
            #expect(!String(decoding: message.payload, as: UTF8.self).lowercased().contains("abcd"))
            break
        }
        #expect(await reader.health().counters["unreadable"] == 1)
        try await reader.store.close()
    }

    /// An erasure has the radio, and erases the frames that it found.
    @Test func framesOfAnEarlierRunAreNotDecodedDuringAnErasure() async throws {
        let reader = try await reader()
        let (store, foundation) = (reader.store, await reader.services.foundation)
        try await store.begin(Samples.context())
        try await store.save(Samples.timed, at: Samples.start)
        let device = Samples.device().description
        let states = try await client("watch").subscribe(to: [ReaderTopics.passiveState.descriptor], hub: "room-1")
        let running = try await foundation.lock.withRadio {
            let running = Task { try await reader.run() }
            // A start that does not wait for the radio decodes them meanwhile.
            for _ in 0..<100 where try await store.depth().undecodedFrames > 0 { await Task.yield() }
            let frames = try await store.frames(of: device).map(\.id)
            _ = try await store.erase(frames: frames, readings: [], device: device)
            return running
        }
        // It is published once the recovery is over.
        for await _ in states { break }
        #expect(try await store.nextBatch(limit: 9).isEmpty)
        running.cancel()
        _ = await running.result
        try await store.close()
    }
}
