import DeviceCodecs
import DeviceDrivers
import ExampleDriver
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// The example driver on a complete link over a real store.
@Suite struct DriverLinkTests: LinkTests {
    let folder: TemporaryFolder
    private let inbox = LinkInbox()
    private let ready = Counter()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func context() -> ReadContext {
        var context = Samples.context(offset: 0, hasMemory: false)
        context.driver = XORMeter.name.rawValue
        return context
    }

    private func run(
        _ answer: [[UInt8]],
        failure: StepFailure? = nil,
        limit: Duration = .seconds(60),
        _ store: OutboxStore,
        prepare: (XORMeterRadio) -> Void = { _ in }
    ) async throws -> LinkResult {
        let driver = try DriverRegistry([XORMeter.self])
            .driver(for: XORMeter.name, secrets: DriverSecrets(encryptionKey: XORMeterRadio.key))
        let elapsed = stopwatch()
        let radio = XORMeterRadio(answer, failure: failure, inbox: inbox, now: now, elapsed: elapsed)
        prepare(radio)
        let moment = now
        let environment = BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock())
        let counter = ready
        let link = DriverLink(
            driver.makeSession(for: DeviceIdentity()),
            radio: radio,
            inbox: inbox,
            sink: sink(store, environment),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: context(),
            limit: limit,
            elapsed: elapsed,
            tellReady: { counter.count() }
        )
        let result = await link.run([XORMeterSession.frames, XORMeterSession.requests])
        #expect(radio.hasParted)
        return result
    }

    private func record(_ number: UInt8) -> [UInt8] { XORMeterRadio.frame((number, 100 + number)) }

    @Test func aDriversMeasurementsAreInTheOutbox() async throws {
        let store = try await open()
        let result = try await run([record(1), record(2), record(3), XORMeterRadio.frame(nil)], store)
        #expect(result.end == .done && result.fault == nil)
        let values = result.readings.flatMap(\.measurements).map { "\($0.metric) \($0.value) \($0.unit)" }
        #expect(values == (101...103).map { "blood_glucose \($0) mg/dL" })
        #expect(ready.value == 1)
        #expect(try await store.depth().readings == 3)
        #expect(try await store.depth().undecodedFrames == 0)
        #expect(try await store.frames(of: Samples.device().description).count == 4, "all are kept as they came")
        // The records have numbers, so reading them again gives the same ones.
        _ = try await run([record(1), record(2), XORMeterRadio.frame(nil)], store)
        #expect(try await store.depth().readings == 3)
        try await store.close()
    }

    @Test func anEmptyMeterIsNoFailure() async throws {
        let store = try await open()
        let result = try await run([XORMeterRadio.frame(nil)], store)
        #expect(result.end == .empty && result.fault == nil)
        try await store.close()
    }

    @Test func aLinkThatIsLostKeepsWhatCame() async throws {
        let store = try await open()
        let result = try await run([], store) { radio in
            radio.push(record(1))
            inbox.push(.ended)
        }
        #expect(result.end == .partial(.linkLost))
        #expect(result.readings.count == 1)
        try await store.close()
    }

    /// The frames before a cancellation were confirmed to the meter.
    @Test func aReadingThatIsStoppedKeepsWhatCame() async throws {
        let store = try await open()
        let result = try await run([record(1), record(2)], store) { _ in inbox.stop() }
        #expect(result.end == .stopped)
        #expect(result.readings.count == 2)
        #expect(try await store.depth().undecodedFrames == 0)
        try await store.close()
    }

    @Test func aDriversWordsAreTheFailure() async throws {
        let store = try await open()
        let result = try await run([[1, 2]], store)
        let fault = try #require(result.fault as? ReadFailure)
        #expect(fault.message.contains("2 bytes"))
        let unpaired = try await run([], failure: .notPaired, store)
        #expect(unpaired.end == .failed(.notPaired))
        #expect(PassiveOutcome(.success(unpaired), isStopped: false) == .notPaired)
        let refused = try await run([], failure: .other("no such thing"), store)
        #expect((refused.fault as? ReadFailure)?.message == "no such thing")
        try await store.close()
    }

    @Test func aDriverThatWaitsForEverIsEnded() async throws {
        let store = try await open()
        #expect(try await run([], limit: .milliseconds(50), store).end == .noReading)
        #expect(try await run([record(1)], limit: .seconds(5), store).end == .partial(.tooLong))
        try await store.close()
    }

    /// A closed protocol may use a number that has another meaning in the standard.
    @Test func framesOfADriverThatACrashLeftAreNotTakenForOthers() async throws {
        let store = try await open()
        let device = Samples.device().description
        try await store.begin(context())
        try await store.save(Samples.timed, at: now)
        let decoding = FrameDecoding(hub: try Samples.hub(), store: store, logger: logger)
        #expect(try await decoding.recover() == 0)
        #expect(try await store.depth().readings == 0)
        #expect(try await store.depth().undecodedFrames == 0)
        #expect(try await store.frames(of: device).count == 1)
        try await store.close()
    }
}
