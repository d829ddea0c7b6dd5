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

/// Equal records of a cuff without a readable clock, or with an impossible time.
@Suite struct EqualRecordsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The readings from one link's frames, given the repeats that the store knows then.
    private func link(_ store: OutboxStore, _ frames: [String], at seconds: Double, inOrder: Bool = true) async throws
        -> [Reading]
    {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let decoding = FrameDecoding(hub: try Samples.hub(), store: store, logger: logger)
        let (began, device) = (Samples.start.addingTimeInterval(seconds), Samples.device())
        var context = Samples.context(episode: began)
        context.repeats = try await store.repeats(of: device.description, at: began)
        var assembler = FrameAssembler(of: context)
        var assembled: [AssembledFrames] = []
        for (index, hex) in frames.enumerated() {
            let at = began.addingTimeInterval(Double(index + 1))
            let row = try await store.save(hex, at: at)
            assembled += assembler.add(
                ArrivedFrame(
                    row: row,
                    characteristic: .bloodPressureMeasurement,
                    bytes: try Samples.bytes(hex),
                    at: at
                )
            )
        }
        let readings = try await decoding.commit(
            assembled + assembler.flush(),
            device: device,
            context: context,
            at: began.addingTimeInterval(9)
        )
        if inOrder { try await store.forgetRepeats(of: device.description) }
        return readings
    }

    private func withStore(_ body: (OutboxStore) async throws -> Void) async throws {
        let path = folder.url.appending(path: "outbox.sqlite").path
        let store = try await OutboxStore.open(StoreConfiguration(path: path))
        try await body(store)
        try await store.close()
    }

    /// A time in 2024 by a clock that cannot be compared, and an impossible date.
    @Test(arguments: [Samples.timed, "02780050000000e707021d0a0000"])
    func aLaterLinkMayBringAnotherMeasurement(hex: String) async throws {
        try await withStore { store in
            let first = try #require(try await link(store, [hex], at: 0).first)
            #expect(first.timeQuality == .unknown && first.aloneSince == Samples.start)
            let second = try #require(try await link(store, [hex], at: 120).first)
            #expect(second.aloneSince == Samples.start.addingTimeInterval(120))
            #expect(second.isMeasured(after: first.receivedAt))
            #expect(try await store.depth().readings == 2, "both wait, each under a key of its own")
        }
    }

    @Test func whatALinkThatBrokeMayNotHaveConfirmedIsTheSame() async throws {
        try await withStore { store in
            _ = try await link(store, [Samples.timed], at: 0, inOrder: false)
            let again = try #require(try await link(store, [Samples.timed], at: 60).first)
            #expect(again.aloneSince == nil)
            #expect(try await store.depth().readings == 1)
            #expect(try await link(store, [Samples.timed], at: 120).first?.aloneSince != nil, "it was confirmed then")
        }
    }

    @Test(arguments: [(1, 1), (2, 2), (3, 1), (9, 1)])
    func twoEqualOnOneLinkAreKeptAndMoreAreADeviceThatRepeatsItself(sent: Int, kept: Int) async throws {
        try await withStore { store in
            let readings = try await link(store, Array(repeating: Samples.timed, count: sent), at: 0)
            #expect(Set(readings.map(\.readingKey)).count == kept)
            #expect(readings.filter(\.readingKey.isAgain).count == kept - 1)
            #expect(try await store.depth().readings == kept)
        }
    }

    @Test func recordsOfAMemoryAreThoseThatCameBefore() async throws {
        try await withStore { store in
            let memory = [Samples.timed, Samples.beurer]
            _ = try await link(store, memory, at: 0)
            #expect(try await link(store, memory, at: 120).allSatisfy { $0.aloneSince == nil })
            #expect(try await store.depth().readings == 2)
        }
    }
}
