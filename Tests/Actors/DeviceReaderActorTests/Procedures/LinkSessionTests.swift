import DeviceCodecs
import FoundationEssentials
import Logging
import MessageBus
import Outbox
import TestSupport
import Testing
import VitalRecords

@testable import DeviceReaderActor

/// A complete link over a real store: frames confirmed to a device are on disk, decoded and in the outbox.
@Suite struct LinkSessionTests: LinkTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func session(
        _ procedure: any Procedure,
        _ radio: MeterRadio,
        _ inbox: LinkInbox,
        _ store: OutboxStore,
        _ elapsed: @escaping @Sendable () -> Duration,
        _ context: ReadContext = Samples.context(offset: 0),
        tellReady: @escaping @Sendable () async -> Void = {}
    ) throws -> LinkSession {
        let moment = now
        let environment = BusEnvironment(now: { moment }, newID: { "id" }, clock: ContinuousClock())
        return LinkSession(
            procedure,
            radio: radio,
            inbox: inbox,
            sink: sink(store, environment),
            decoding: FrameDecoding(hub: try Samples.hub(), store: store, logger: logger),
            context: context,
            elapsed: elapsed,
            watch: WaitingWatch(isTelling: true),
            tellReady: tellReady
        )
    }

    private func meterLink(_ meter: ScriptedMeter, _ store: OutboxStore, breakAfter: Int?) async throws -> LinkResult {
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let mark = try await store.progress(of: Samples.device().description).map { MemoryMark($0) }
        let radio = MeterRadio(meter, breakAfter: breakAfter, inbox: inbox, now: now, elapsed: elapsed)
        let limits = RACPMachine.Limits(settle: .milliseconds(1))
        let procedure = GlucoseProcedure(mark: mark, quirks: [], limits: limits)
        return try await session(procedure, radio, inbox, store, elapsed).run()
    }

    private func cuff(
        _ store: OutboxStore,
        idle: Duration,
        _ context: ReadContext = Samples.context(offset: 0),
        tellReady: @escaping @Sendable () async -> Void = {},
        whileSubscribing: @escaping @Sendable (MeterRadio, BluetoothUUID) async -> Void = { _, _ in }
    ) throws -> (LinkSession, MeterRadio, LinkInbox) {
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = MeterRadio(
            ScriptedMeter(),
            inbox: inbox,
            now: now,
            elapsed: elapsed,
            whileSubscribing: whileSubscribing
        )
        let procedure = IndicatedProcedure(
            subscriptions: [.intermediateCuffPressure, .bloodPressureMeasurement],
            measuring: [.bloodPressureMeasurement],
            limits: IndicatedProcedure.Limits(first: .seconds(60), idle: idle, longest: .seconds(90))
        )
        return (try session(procedure, radio, inbox, store, elapsed, context, tellReady: tellReady), radio, inbox)
    }

    @Test func aMemoryOfFiveHundredComesThroughALinkThatBreaks() async throws {
        let store = try await open()
        let meter = ScriptedMeter.full(1...500)
        var links = 0
        var end: ProcedureEnd?
        while end != .done, links < 100 {
            let result = try await meterLink(meter, store, breakAfter: 37)
            end = result.end
            links += 1
            #expect(result.failure == nil && result.unreadable.isEmpty)
            #expect(result.hasMovedOn)
        }
        #expect(end == .done)
        #expect(links <= 500 / 36 + 2)
        #expect(try await store.depth().readings == 500)
        #expect(try await store.depth().undecodedFrames == 0)
        let progress = try await store.progress(of: Samples.device().description)
        #expect(progress?.firstSequence == 1 && progress?.lastSequence == 500 && progress?.completedAt == now)
        // There is no new record: only the one at the mark is read again.
        let again = try await meterLink(meter, store, breakAfter: nil)
        #expect(again.end == .done && again.readings.count == 1 && !again.hasMovedOn)
        #expect(try await store.depth().readings == 500)
        try await store.close()
    }

    /// The person measures when asked to, and not before.
    @Test func aPersonIsToldWhenNothingStoredComes() async throws {
        let store = try await open()
        let counter = Counter()
        let timed = try Samples.bytes(Samples.timed)
        let waiting = LinkInbox()
        let moment = now
        let (session, _, inbox) = try cuff(store, idle: .milliseconds(20)) {
            counter.count()
            waiting.stop()
        }
        let pressing = Task {
            while !waiting.takeStop() { await waiting.wait(atMost: .seconds(1), clock: ContinuousClock()) }
            inbox.push(.frame(.bloodPressureMeasurement, timed, at: moment, after: .seconds(2)))
        }
        let measured = await session.run()
        await pressing.value
        #expect(counter.value == 1 && measured.readings.count == 1 && measured.manner == .waits)
        let (delivery, radio, _) = try cuff(store, idle: .milliseconds(20)) { counter.count() }
        radio.push(.bloodPressureMeasurement, timed)
        #expect(await delivery.run().manner == .delivers)
        #expect(counter.value == 1, "nobody is told of what was stored")
        try await store.close()
    }

    /// A confirmed frame exists nowhere else, so saving it must not wait for the next subscription on a slow link.
    @Test func aFrameIsOnDiskBeforeTheNextSubscriptionIsMade() async throws {
        let store = try await open()
        let saved = Counter()
        let timed = try Samples.bytes(Samples.timed)
        let (session, _, _) = try cuff(
            store,
            idle: .milliseconds(20),
            whileSubscribing: { radio, characteristic in
                guard characteristic == .intermediateCuffPressure else { return }
                radio.push(.bloodPressureMeasurement, timed)
                if await eventually({ (try? await store.depth().undecodedFrames) == 1 }) { saved.count() }
            }
        )
        let result = await session.run()
        #expect(saved.value == 1)
        #expect(result.readings.count == 1)
        try await store.close()
    }

    @Test func anEmptyMemoryIsNoFailure() async throws {
        let store = try await open()
        let result = try await meterLink(ScriptedMeter(), store, breakAfter: nil)
        #expect(result.end == .empty && result.isComplete && result.fault == nil)
        try await store.close()
    }

    @Test func aFrameIsAReadingWhenTheDeviceFallsSilent() async throws {
        let store = try await open()
        let (session, radio, _) = try cuff(store, idle: .milliseconds(20))
        let timed = try Samples.bytes(Samples.timed)
        radio.push(.intermediateCuffPressure, [0, 90, 0, 0xFF, 7, 0xFF, 7])
        radio.push(.bloodPressureMeasurement, timed)
        radio.push(.bloodPressureMeasurement, timed)
        let result = await session.run()
        #expect(result.end == .done)
        #expect(result.readings.count == 1)
        #expect(radio.hasParted)
        #expect(try await store.depth().readings == 1)
        #expect(try await store.depth().undecodedFrames == 0)
        // The pressure during inflation is not stored.
        #expect(try await store.frames(of: Samples.device().description).count == 2)
        try await store.close()
    }

    /// One link to a cuff without a clock, this many seconds after the first sighting.
    private func untimed(_ store: OutboxStore, _ hex: String, after: Double, isCut: Bool) async throws -> [Reading] {
        var context = Samples.context(offset: 0, episode: Samples.start.addingTimeInterval(after))
        context.repeats = try await store.repeats(
            of: Samples.device().description,
            at: now.addingTimeInterval(after)
        )
        let (session, radio, inbox) = try cuff(store, idle: .milliseconds(20), context)
        radio.push(.bloodPressureMeasurement, try Samples.bytes(hex))
        if isCut { inbox.push(.ended) }
        return await session.run().readings
    }

    /// The confirmation was lost with the link, so the cuff sends the reading again.
    @Test func aRepeatedIndicationWithoutATimeIsOneRecord() async throws {
        let store = try await open()
        let first = try await untimed(store, Samples.untimed, after: 0, isCut: true)
        let again = try await untimed(store, Samples.untimed, after: 100, isCut: true)
        #expect(first.count == 1 && again.map(\.readingKey) == first.map(\.readingKey))
        #expect(try await store.depth().readings == 1)
        let other = try await untimed(store, "00790050005a00", after: 120, isCut: true)
        #expect(other.count == 1 && other.map(\.readingKey) != first.map(\.readingKey))
        // This link ends properly: the cuff knows of its delivery, so an equal reading after it is a new measurement.
        let heard = try await untimed(store, Samples.untimed, after: 200, isCut: false)
        #expect(heard.map(\.readingKey) == first.map(\.readingKey))
        let new = try await untimed(store, Samples.untimed, after: 300, isCut: true)
        #expect(new.map(\.readingKey) != first.map(\.readingKey))
        #expect(try await store.depth().readings == 3)
        let later = try await untimed(store, Samples.untimed, after: 1_000, isCut: true)
        #expect(later.map(\.readingKey) != new.map(\.readingKey), "after ten minutes nobody repeats")
        try await store.close()
    }

    /// Cancelling a reading must not discard the frames that the device considers delivered.
    @Test func cancelKeepsWhatWasConfirmed() async throws {
        let store = try await open()
        let (session, radio, inbox) = try cuff(store, idle: .seconds(60))
        for minute in 0..<200 {
            let time: [UInt8] = [0xE8, 7, 6, 15, UInt8(minute / 60), UInt8(minute % 60), 0]
            radio.push(.bloodPressureMeasurement, [2, 120, 0, 80, 0, 90, 0] + time)
        }
        inbox.stop()
        let result = await session.run()
        #expect(result.end == .stopped)
        #expect(result.readings.count == 200)
        #expect(try await store.depth().readings == 200)
        try await store.close()
    }

    @Test func nothingButWrongFramesIsTheirFailure() async throws {
        let store = try await open()
        let (session, radio, inbox) = try cuff(store, idle: .milliseconds(20))
        radio.push(.bloodPressureMeasurement, [0x16, 1])
        let result = await session.run()
        #expect((result.fault as? CodecError)?.code == .truncated)
        #expect(result.unreadable.map(\.length) == [2])
        #expect(try await store.frames(of: Samples.device().description).count == 1, "it is kept as it came")
        #expect(try await store.depth().undecodedFrames == 0)
        _ = inbox
        try await store.close()
    }

    /// A store that cannot accept the frames is reported, and no mark passes them.
    @Test func aStoreThatIsClosedIsAFailure() async throws {
        let store = try await open()
        try await store.close()
        let inbox = LinkInbox()
        let elapsed = stopwatch()
        let radio = MeterRadio(ScriptedMeter.full(1...9), inbox: inbox, now: now, elapsed: elapsed)
        let limits = RACPMachine.Limits(settle: .milliseconds(1))
        let procedure = GlucoseProcedure(mark: nil, quirks: [], limits: limits)
        let result = try await session(procedure, radio, inbox, store, elapsed).run()
        #expect(result.failure != nil)
        #expect(!result.isComplete && result.fault != nil)
    }
}
