import DeliveryRules
import DeviceCodecs
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import StoreEngine
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

@Suite struct FrameDecodingTests {
    private let folder: TemporaryFolder
    private let received = Samples.start.addingTimeInterval(30)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open() async throws -> (OutboxStore, FrameDecoding) {
        let path = folder.url.appending(path: "outbox.sqlite").path
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        return (store, FrameDecoding(hub: try Samples.hub(), store: store, logger: logger))
    }

    @discardableResult
    private func save(_ hex: String, _ store: OutboxStore, device: Int = 1) async throws -> Int64 {
        try await store.save(hex, device: device, at: received)
    }

    @discardableResult
    private func save(_ context: ReadContext, _ store: OutboxStore, device: Int = 1) async throws -> Int64 {
        try await store.begin(context, device: device, at: received)
    }

    private func readings(_ store: OutboxStore) async throws -> [Reading] {
        try await store.nextBatch(limit: 100).map { try WireJSON.decode(Reading.self, from: Array($0.payload)) }
    }

    private func direct(_ hex: String, _ context: ReadContext = Samples.context(), device: Int = 1) throws -> Reading {
        let builder = try Samples.builder(context, device: Samples.device(device))
        return try #require(try builder.bloodPressure(Samples.bytes(hex), receivedAt: received, isAlone: true))
    }

    @Test func aFrameBecomesAReadingInTheOutbox() async throws {
        let (store, frames) = try await open()
        let row = try await save(Samples.timed, store)
        var assembler = FrameAssembler(quirks: [])
        let frame = ArrivedFrame(
            row: row,
            characteristic: .bloodPressureMeasurement,
            bytes: try Samples.bytes(Samples.timed),
            at: received
        )
        let told = try await frames.commit(
            assembler.add(frame),
            device: Samples.device(),
            context: Samples.context(),
            at: received
        )
        #expect(told.count == 1)
        #expect(try await readings(store) == told)
        #expect(try await store.depth().undecodedFrames == 0)
        #expect(try await frames.recover() == 0)
        #expect(try await readings(store).count == 1)
        try await store.close()
    }

    /// The process dies between the frame's commit and its decoding; the next one decodes the same readings.
    @Test func framesThatACrashLeftBecomeTheSameReadings() async throws {
        let hexes = [Samples.timed, Samples.untimed, Samples.unset, Samples.beurer]
        let (store, _) = try await open()
        try await save(Samples.context(offset: 5), store)
        for hex in hexes { try await save(hex, store) }
        try await store.close()
        let (reopened, frames) = try await open()
        #expect(try await frames.recover() == hexes.count)
        let found = try await readings(reopened)
        // The one without a time waits for a second one, and therefore comes last.
        let expected = try hexes.map { try direct($0, Samples.context(offset: 5)) }
        #expect(Set(found) == Set(expected))
        #expect(try await reopened.depth().undecodedFrames == 0)
        #expect(try await frames.recover() == 0)
        #expect(try await reopened.depth().readings == hexes.count)
        try await reopened.close()
    }

    /// A foreground reading's episode is the moment of its request, to the last digit of the clock.
    @Test(arguments: [0.0004, 0.0005, 0.0006, 0.1239, 0.9999])
    func anEpisodeBetweenTwoMillisecondsGivesTheSameKeyAfterACrash(fraction: Double) async throws {
        let context = Samples.context(episode: Samples.start.addingTimeInterval(fraction))
        let (store, frames) = try await open()
        try await save(context, store)
        try await save(Samples.untimed, store)
        #expect(try await frames.recover() == 1)
        #expect(try await readings(store).map(\.readingKey) == [try direct(Samples.untimed, context).readingKey])
        try await store.close()
    }

    @Test func everyDeviceIsDecodedWithItsOwnContext() async throws {
        let (store, frames) = try await open()
        let second = Samples.context(utcOffset: 0)
        try await save(Samples.context(), store, device: 1)
        try await save(second, store, device: 2)
        try await save(Samples.timed, store, device: 2)
        try await save(Samples.timed, store, device: 1)
        #expect(try await frames.recover() == 2)
        let expected = [try direct(Samples.timed, second, device: 2), try direct(Samples.timed, device: 1)]
        #expect(try await readings(store) == expected)
        try await store.close()
    }

    @Test func theLatestContextOfADeviceCounts() async throws {
        let (store, frames) = try await open()
        // An earlier reading ended without a frame.
        try await save(Samples.context(offset: 600), store)
        try await save(Samples.context(), store)
        try await save(Samples.timed, store)
        #expect(try await frames.recover() == 1)
        #expect(try await readings(store) == [try direct(Samples.timed)])
        try await store.close()
    }

    /// A frame without its context is meaningless: both are kept until a version can read them, and delay no other
    /// link.
    @Test func theFramesOfAnUnreadableContextStayWithIt() async throws {
        let (store, frames) = try await open()
        let begin = {
            try await store.links.begin(device: Samples.device().description, context: Data("{".utf8), at: received)
        }
        _ = try await begin()
        let link = try await begin()
        let unread = try await save(Samples.timed, store)
        try await save(Samples.context(), store, device: 2)
        try await save(Samples.timed, store, device: 2)
        for found in [1, 0] {
            #expect(try await frames.recover() == found)
            #expect(try await store.undecodedFrames(limit: .max).map(\.id) == [unread])
            #expect(try await store.links.open().map(\.id) == [link])
        }
        try await store.close()
    }

    @Test func anUnreadableFrameHoldsUpNoOther() async throws {
        let (store, frames) = try await open()
        try await save(Samples.context(), store)
        try await save("16", store)
        try await save("00ff07ff07ff07", store)
        try await save(Samples.timed, store)
        #expect(try await frames.recover() == 1)
        #expect(try await readings(store) == [try direct(Samples.timed)])
        #expect(try await store.depth().undecodedFrames == 0)
        try await store.close()
    }

    /// A reading that was only in an event would be lost with it.
    @Test func whatIsNotSubmittedGoesThroughTheOutboxToo() async throws {
        let (store, frames) = try await open()
        try await save(Samples.context(isSubmitted: false), store)
        try await save(Samples.timed, store)
        #expect(try await frames.recover() == 1)
        #expect(try await readings(store).map(\.awaitsConfirmation) == [true])
        #expect(try await store.depth().undecodedFrames == 0)
        try await store.close()
    }

    /// Each reading that ends without a frame leaves its context behind, so a device that fails for a week leaves many.
    @Test func manyContextsWithoutFramesHideNoFrame() async throws {
        let (store, frames) = try await open()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<10_050 { group.addTask { try await save(Samples.context(), store) } }
            try await group.waitForAll()
        }
        try await save(Samples.context(), store)
        try await save(Samples.timed, store)
        #expect(try await frames.recover() == 1)
        #expect(try await store.depth().undecodedFrames == 0)
        #expect(try await store.links.all(of: Samples.device().description).count == 1, "one has a frame")
        try await store.close()
    }

    /// The process dies before the link is settled, or with its frames half committed.
    @Test func aLinkThatIsNotSettledGivesItsOtherFramesTheSameReadings() async throws {
        let (store, _) = try await open()
        let context = Samples.context(offset: 5)
        let link = try await save(context, store)
        let decoded = try await save(Samples.timed, store)
        try await save(Samples.untimed, store)
        let item = OutboxItem(readingKey: "k", revision: 1)
        let first = OutboxReading(item: item, payload: Data(), seat: nil, device: nil)
        try await store.commitReadings(frames: [decoded], readings: [first], at: received)
        try await store.links.settle([link])
        #expect(try await store.links.open().map(\.id) == [link], "a frame of it is not decoded")
        try await store.close()
        let (reopened, again) = try await open()
        // The device is read again before the remaining frames are decoded.
        try await save(Samples.context(utcOffset: 0), reopened)
        #expect(try await again.recover() == 1)
        let found = try await reopened.nextBatch(limit: 9).dropFirst()
            .map { try WireJSON.decode(Reading.self, from: Array($0.payload)) }
        #expect(found == [try direct(Samples.untimed, context)])
        #expect(try await reopened.links.open().isEmpty)
        #expect(try await again.recover() == 0)
        try await reopened.close()
    }

    /// Frames of two of a device's links alternate: each one is decoded with its own link's context.
    @Test func aFrameBelongsToItsLinkWhateverCameBetween() async throws {
        let (store, frames) = try await open()
        let contexts = [Samples.context(offset: 5), Samples.context(utcOffset: 0)]
        let device = Samples.device().description
        var links: [Int64] = []
        for context in contexts { links.append(try await save(context, store)) }
        for (link, hex) in [(links[1], Samples.untimed), (links[0], Samples.timed)] {
            let frame = NewFrame(
                characteristic: "2a35",
                bytes: Data(try Samples.bytes(hex)),
                receivedAt: received
            )
            _ = try await store.saveFrames([frame], device: device, link: link)
        }
        #expect(try await frames.recover() == 2)
        let expected = [try direct(Samples.untimed, contexts[1]), try direct(Samples.timed, contexts[0])]
        #expect(try await readings(store) == expected)
        try await store.close()
    }
}
