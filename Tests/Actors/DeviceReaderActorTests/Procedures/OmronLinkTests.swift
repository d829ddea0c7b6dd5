import DeviceCodecs
import DeviceDrivers
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import SeededRandom
import Synchronization
import TestSupport
import Testing
import VitalRecords

@testable import BlueZSimulator
@testable import DeviceReaderActor

/// An Omron cuff's memory over complete links and a real store: nothing is lost, nothing is read twice.
@Suite struct OmronLinkTests: LinkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The data that a hub stores for the driver, as the shelf does.
    private final class Kept: Sendable {
        private let state = Mutex((mark: [UInt8]?.none, secret: [UInt8]?.none, isDying: false))

        var mark: [UInt8]? { state.withLock { $0.mark } }
        var secret: [UInt8]? { state.withLock { $0.secret } }

        func keep(_ bytes: [UInt8], isSecret: Bool) {
            state.withLock { state in
                guard !state.isDying else { return }
                if isSecret { state.secret = bytes } else { state.mark = bytes }
            }
        }

        /// Stores nothing more until revived, like a reader that is killed after its measurements are committed.
        func die(_ isDying: Bool) { state.withLock { $0.isDying = isDying } }
    }

    /// The time of the links, after the cuff's measurements.
    private static let time = Duration.seconds(60_000)

    /// A cuff with records of two users, each with different values, and a clock that is 300 s slow.
    private func cuff(_ first: Int, _ second: Int) -> VirtualDevice {
        let script = ScenarioDevice(address: "F0:0D:00:00:00:01", profile: .omronCuff, pairing: .justWorks)
        let begin = Int(now.timeIntervalSince1970) + 7_200 - 300 - Int(Self.time.components.seconds)
        let epoch = CivilTime(seconds: begin)
        var cuff = VirtualDevice(script, epoch: epoch, random: SplitMix64(seed: 1))
        for place in 0..<(first + second) {
            let values = MeasurementValues([
                .systolic: Double(100 + place), .diastolic: 60, .pulse: 70, .user: place < first ? 1 : 2,
            ])
            _ = cuff.handle(.measure(frame: nil, values: values), at: .seconds(600 * place))
        }
        return cuff
    }

    private func link(
        _ radio: OmronRadio,
        inbox: LinkInbox,
        kept: Kept,
        store: OutboxStore,
        isPairing: Bool = false
    ) async throws -> LinkResult {
        let clock = QuickClock()
        let begin = clock.now
        let moment = now
        let environment = BusEnvironment(now: { moment }, newID: { "id" }, clock: clock)
        let start = DriverStart(
            device: DeviceIdentity(model: "HEM-7155T"),
            isPairing: isPairing,
            stored: kept.mark,
            secret: kept.secret,
            entropy: [UInt8](1...32)
        )
        var desk = DriverDesk()
        desk.mayWrite = { OmronCuff.mayWrite($0, to: $1, isPairing: isPairing) }
        desk.keep = { kept.keep($0, isSecret: $1) }
        var context = Samples.context(hasMemory: true)
        context.driver = OmronCuff.name.rawValue
        let link = DriverLink(
            OmronCuff(DriverSecrets()).makeSession(on: start),
            radio: radio,
            inbox: inbox,
            sink: sink(store, environment),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: context,
            desk: desk,
            limit: .seconds(3_600),
            elapsed: { begin.duration(to: clock.now) },
            tellReady: {}
        )
        return await link.run(radio.characteristics)
    }

    /// Plays a link to the cuff and returns its result; the cuff keeps its state after the link.
    private func play(
        _ cuff: inout VirtualDevice,
        cutAfter left: Int? = nil,
        kept: Kept,
        store: OutboxStore,
        isPairing: Bool = false
    ) async throws -> LinkResult {
        let inbox = LinkInbox()
        let clock = ContinuousClock()
        let begin = clock.now
        let radio = OmronRadio(cuff, cutAfter: left, inbox: inbox, now: now, time: Self.time) {
            begin.duration(to: clock.now)
        }
        let result = try await link(radio, inbox: inbox, kept: kept, store: store, isPairing: isPairing)
        cuff = radio.cuff
        return result
    }

    /// The systolic values in the outbox, sorted.
    private func systolic(_ store: OutboxStore) async throws -> [Int] {
        try await store.nextBatch(limit: 1_000).map { row in
            let reading = try WireJSON.decode(Reading.self, from: Array(row.payload))
            return Int(reading.measurements[0].value.description) ?? 0
        }.sorted()
    }

    /// Reads with a cut at each place of a session, and again until the end: each record arrives once.
    @Test(arguments: [1, 3, 4, 5, 8, 14, 20, 25, 40]) func aMemoryIsReadOverBrokenLinks(writes: Int) async throws {
        let store = try await open()
        let kept = Kept()
        var cuff = cuff(70, 5)
        let paired = try await play(&cuff, kept: kept, store: store, isPairing: true)
        #expect(paired.end == .empty && kept.secret != nil)
        var (links, end) = (0, ProcedureEnd.noReading)
        // One link that breaks in the middle, then one that lasts.
        for left in [writes, nil] {
            let result = try await play(&cuff, cutAfter: left, kept: kept, store: store)
            (links, end) = (links + 1, result.end)
        }
        #expect(links == 2 && [.done, .empty].contains(end))
        // The cuff has overwritten the first user's first ten records.
        #expect(try await systolic(store) == Array(110...174))
        #expect((cuff.profile as? OmronCuffProfile)?.strayWrites.isEmpty == true)
        #expect(!cuff.hasNews, "the cuff was left in order")
        // Without new records nothing is read.
        let again = try await play(&cuff, kept: kept, store: store)
        #expect(again.end == .empty && again.readings.isEmpty)
        try await store.close()
    }

    /// Killed between the commits of records and mark: the records are read again and change nothing.
    @Test(arguments: [6, 20, 30]) func aKillBeforeTheMarkDoublesNothing(writes: Int) async throws {
        let store = try await open()
        let kept = Kept()
        var cuff = cuff(70, 5)
        _ = try await play(&cuff, kept: kept, store: store, isPairing: true)
        kept.die(true)
        _ = try await play(&cuff, cutAfter: writes, kept: kept, store: store)
        kept.die(false)
        #expect(try await play(&cuff, kept: kept, store: store).end == .done)
        #expect(try await systolic(store) == Array(110...174))
        try await store.close()
    }

    @Test func theCuffsClockPlacesItsRecords() async throws {
        let store = try await open()
        let kept = Kept()
        var cuff = cuff(2, 1)
        _ = try await play(&cuff, kept: kept, store: store, isPairing: true)
        let result = try await play(&cuff, kept: kept, store: store)
        #expect(result.readings.map(\.userIndex) == [1, 1, 2])
        #expect(result.readings.allSatisfy { $0.clockOffsetSeconds == -300 && $0.timeQuality == .corrected })
        try await store.close()
    }

    @Test func aCuffWithAnotherKeyIsToBePairedAgain() async throws {
        let store = try await open()
        let kept = Kept()
        var cuff = cuff(2, 0)
        _ = try await play(&cuff, kept: kept, store: store, isPairing: true)
        kept.keep([UInt8](repeating: 9, count: 16), isSecret: true)
        #expect(try await play(&cuff, kept: kept, store: store).end == .failed(.notPaired))
        try await store.close()
    }

    /// A driver's forbidden write is stopped before it reaches the radio.
    @Test func aWriteBeyondTheListNeverReachesTheDevice() async throws {
        struct Rogue: DriverSession {
            mutating func handle(_ input: DriverInput, elapsed: Duration) -> [DriverOutput] {
                guard case .ready(let found) = input, let first = found.first else { return [] }
                return [.write(first, [0x08, 0x01, 0xC0, 0x00, 0x10, 0x00, 0x00, 0xD9])]
            }
        }
        let store = try await open()
        let inbox = LinkInbox()
        let (moment, elapsed) = (now, stopwatch())
        let radio = OmronRadio(cuff(1, 0), cutAfter: nil, inbox: inbox, now: now, elapsed: elapsed)
        var desk = DriverDesk()
        desk.mayWrite = { OmronCuff.mayWrite($0, to: $1, isPairing: false) }
        let link = DriverLink(
            Rogue(),
            radio: radio,
            inbox: inbox,
            sink: sink(store, BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock())),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: Samples.context(),
            desk: desk,
            limit: .seconds(60),
            elapsed: elapsed,
            tellReady: {}
        )
        let result = await link.run(radio.characteristics)
        #expect((result.fault as? ReadFailure)?.message.contains("nothing was sent") == true)
        #expect(radio.writes.isEmpty)
        try await store.close()
    }
}
