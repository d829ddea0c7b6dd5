public import BusContract
public import DeliveryRules
internal import FoundationEssentials
public import Logging
public import MessageBus
internal import StoreEngine
internal import VitalRecords

/// Sends a producer's outbox to the session manager in batches, with a window in flight.
///
/// A reading leaves the outbox only after a reply that names it.
public actor OutboxRelay {
    private let store: OutboxStore
    private let client: BusClient
    private let requests: RequestClient
    private let hub: String
    private let clock: any BootClock
    private let logger: Logger
    private let wake: WakeUp
    private let prepare: @Sendable ([OutboxItem]) async throws -> Void
    private let onNewer: @Sendable ([OutboxItem]) async throws -> Void
    private let onResults: @Sendable ([SubmittedRecords.Result]) -> Void
    private let seen: SeenMark?
    private let bringsOtherHubs: Bool
    private var window = OutboxWindow()
    private var refused = 0
    /// The session manager's database that answered last.
    private var owner: String?
    /// When it last answered or was asked.
    private var heardAt: BootInstant?
    private var isShortOfRoom = false
    private var wall = WallClockStep()
    /// Whether the clock was set, and waiting readings were not marked since.
    private var isClockSet = false
    /// How long without an answer until a producer with kept readings asks which database is present.
    private static let silence = Duration.seconds(60)

    /// Creates a relay; ``run()`` starts it.
    ///
    /// - Parameters:
    ///   - hub: The session manager's hub.
    ///   - wake: Signalled after each commit to the outbox.
    ///   - seen: How far the session manager's store has come, from its replies.
    ///   - bringsOtherHubs: Whether its readings may come from other hubs than the producer's own.
    ///   - prepare: Runs before readings are sent; if it throws, the readings wait and are retried.
    ///   - onNewer: Called with newer revisions than were sent, which this producer may have lost; if it throws, the
    ///     readings are sent again.
    ///   - onResults: Called with the session manager's decisions, after the readings have left the outbox.
    public init(
        store: OutboxStore,
        client: BusClient,
        requests: RequestClient,
        hub: String,
        clock: any BootClock,
        logger: Logger,
        wake: WakeUp,
        seen: SeenMark? = nil,
        bringsOtherHubs: Bool = false,
        prepare: @escaping @Sendable ([OutboxItem]) async throws -> Void = { _ in },
        onNewer: @escaping @Sendable ([OutboxItem]) async throws -> Void = { _ in },
        onResults: @escaping @Sendable ([SubmittedRecords.Result]) -> Void = { _ in }
    ) {
        self.store = store
        self.client = client
        self.requests = requests
        self.hub = hub
        self.clock = clock
        self.logger = logger
        self.wake = wake
        self.seen = seen
        self.bringsOtherHubs = bringsOtherHubs
        self.prepare = prepare
        self.onNewer = onNewer
        self.onResults = onResults
    }

    /// How many readings the session manager refused for good; they stay in the outbox's log, not in the queue.
    public var refusedCount: Int { refused }

    /// Relays until cancelled.
    public func run() async {
        await store.writer.onMended { [logger] in $0.tell(logger) }
        do {
            if !bringsOtherHubs, case let moved = try await store.leaving.readdress(to: client.address.hub), moved > 0 {
                logger.notice(
                    "readings of this machine's last site need a person's decision",
                    metadata: ["count": "\(moved)"]
                )
            }
            try await store.unparkAll()
        } catch {
            logger.warning(
                "could not retry readings that were set aside; the next start will try again: check the disk",
                metadata: ["error": "\(error)"]
            )
        }
        await withDiscardingTaskGroup { group in
            while !Task.isCancelled {
                do {
                    try await heedClock()
                    _ = window.expire(now: clock.now)
                    let rows = try await store.nextBatch(limit: window.room, excluding: window.inFlight)
                    if !rows.isEmpty {
                        let batch = client.environment.newID()
                        window.sent(batch: batch, items: rows.map(\.item), now: clock.now)
                        group.addTask { await self.send(rows, as: batch) }
                        continue
                    }
                    if isTimeToAsk { group.addTask { await self.ask() } }
                } catch is CancellationError {
                    return
                } catch {
                    logger.warning(
                        "could not read the outbox; will retry in a second: check the disk",
                        metadata: ["error": "\(error)"]
                    )
                }
                await wake.wait(atMost: .seconds(1), clock: client.environment.clock)
            }
        }
    }

    /// Marks the times of waiting readings as unknown once this machine's clock was set: they are of the wrong clock, and
    /// at that time the seat may have had another person.
    private func heedClock() async throws {
        let step = wall.look(now: client.environment.now(), boot: clock.now)
        isClockSet = isClockSet || abs(step) >= WallClockStep.least
        guard isClockSet else { return }
        let count = try await OutboxTimes(store: store).doubt()
        isClockSet = false
        guard count > 0 else { return }
        logger.warning(
            "the clock was set: readings from before that are sent without a known time, and need a person's decision",
            metadata: ["count": "\(count)", "seconds": "\(Int(clamping: step))"]
        )
    }

    private func send(_ rows: [OutboxRow], as batch: String) async {
        do {
            try await prepare(rows.map(\.item))
            // Readings erased during the preparation are not sent.
            let waiting = Set(try await store.markSent(rows.map(\.item), at: client.environment.now()))
            let records = rows.filter { waiting.contains($0.item) }.map { Array($0.payload) }
            let began = client.environment.now()
            guard !records.isEmpty else {
                _ = window.replied(batch: batch, accepted: rows.map(\.item))
                return wake.signal()
            }
            let reply = try await requests.call(
                SessionOperations.submitRecords,
                hub: hub,
                encoded: try Self.body(of: records, seenMark: seen?.text),
                id: batch,
                timeout: window.replyDeadline
            )
            try await hear(reply)
            let named = Set(reply.results.map(item))
            guard rows.contains(where: { named.contains($0.item) }) else {
                throw BusError(.conflict, message: "the reply names none of the readings", isRetriable: true)
            }
            for result in reply.results where result.outcome == .refused { note(result) }
            let accepted = reply.results.map(item)
            let newer = reply.results.compactMap { result in
                result.knownRevision.map { OutboxItem(readingKey: result.readingKey.rawValue, revision: $0) }
            }
            if !newer.isEmpty { try await onNewer(newer) }
            // Removed before they leave the window, or the next batch would include them again.
            let forgotten = try await store.handedOver.remove(
                accepted,
                unkept: try Self.unkept(records, results: reply.results),
                keeping: Handover(reply, at: client.environment.now())
            ).forgotten
            tellForgotten(forgotten)
            _ = window.replied(batch: batch, accepted: accepted)
            client.tracer?.record(.handOver, of: reply.results, from: began, to: client.environment.now())
            onResults(reply.results)
        } catch let error as BusError where !error.isRetriable && rows.count > 1 {
            logger.warning("sending readings one by one", metadata: ["error": "\(error)"])
            await sendSingly(rows, insteadOf: batch)
        } catch let error as BusError where [.payloadTooLarge, .malformed].contains(error.code) && rows.count == 1 {
            await park(rows[0].item, error: error)
            window.failed(batch: batch)
        } catch {
            logger.info("readings are queued in the outbox", metadata: ["count": "\(rows.count)", "error": "\(error)"])
            // The batch is freed only after a pause, to avoid flooding an unavailable broker or session manager.
            try? await client.environment.clock.sleep(for: pause)
            window.failed(batch: batch)
        }
        wake.signal()
    }

    /// Whether the session manager has been silent for a while with no batch in flight; a true result also resets the
    /// timer.
    private var isTimeToAsk: Bool {
        guard window.inFlight.isEmpty else { return false }
        if let heardAt, clock.now < heardAt + Self.silence { return false }
        heardAt = clock.now
        return true
    }

    /// Sends the newest kept reading again: the answer shows whether the database that accepted it is still present.
    private func ask() async {
        do {
            guard let newest = try await store.handedOver.newest() else { return }
            let reply = try await requests.call(
                SessionOperations.submitRecords,
                hub: hub,
                encoded: try Self.body(of: [Array(newest)], seenMark: seen?.text),
                timeout: window.replyDeadline
            )
            try await hear(reply)
        } catch {
            logger.debug("the session manager does not name its database", metadata: ["error": "\(error)"])
        }
        wake.signal()
    }

    /// Notes which database answered; if it has changed, the kept readings are offered again.
    private func hear(_ reply: SubmittedRecords) async throws {
        seen?.note(reply.mark, now: clock.now)
        heardAt = clock.now
        guard let place = StorePlace(mark: reply.mark), place.owner != owner else { return }
        let count = try await store.handedOver.offerAgain(to: place)
        owner = place.owner
        guard count > 0 else { return }
        logger.notice(
            "the session manager's database was restored from an older copy: sending readings again that it may have lost",
            metadata: ["count": "\(count)"]
        )
        wake.signal()
    }

    private func tellForgotten(_ count: Int) {
        guard count > 0 else {
            isShortOfRoom = false
            return
        }
        if !isShortOfRoom {
            logger.warning(
                "readings without a backup were deleted: there are too many, or they are too old; make a backup",
                metadata: ["count": "\(count)"]
            )
        }
        isShortOfRoom = true
    }

    /// The request's content, with the readings as they are stored.
    ///
    /// - Throws: `BusError` `malformed` for bytes that would make the whole message invalid.
    private static func body(of records: [[UInt8]], seenMark: String?) throws -> [UInt8] {
        guard records.allSatisfy(JSONCheck.isObject) else {
            throw BusError(.malformed, message: "a stored reading is not a JSON object")
        }
        // The request without its readings, which are appended below.
        var body = try SplicedObject(SeenMarkPart(seenMark: seenMark))
        body.append("records", list: records)
        return body.encoded
    }

    private struct SeenMarkPart: Encodable {
        var seenMark: String?
    }

    /// The frames of readings that are not stored, starting at the time of the request.
    private static func unkept(_ records: [[UInt8]], results: [SubmittedRecords.Result]) throws -> [UnkeptFrames] {
        let keys = Set(results.lazy.filter { $0.outcome == .notStored }.map(\.readingKey))
        guard !keys.isEmpty else { return [] }
        let readings = try records.map { try WireJSON.decode(Reading.self, from: $0) }
        return readings.filter { keys.contains($0.readingKey) }.compactMap { reading in
            guard let device = reading.device else { return nil }
            let first = min(reading.askedAt ?? reading.receivedAt, reading.receivedAt)
            return UnkeptFrames(device: device.description, first: first, last: reading.receivedAt)
        }
    }

    /// Parks a reading that no retry can send, so that the others pass it.
    private func park(_ item: OutboxItem, error: BusError) async {
        let metadata: Logger.Metadata = ["readingKey": "\(item.readingKey)", "error": "\(error)"]
        logger.error("cannot send a reading; it was set aside", metadata: metadata)
        do { try await store.park(item, reason: error.code.rawValue) } catch {
            logger.warning("could not set aside a reading that cannot be sent", metadata: ["error": "\(error)"])
            try? await client.environment.clock.sleep(for: pause)
        }
    }

    /// Sends each reading in its own batch, so that one bad reading, or the total length, does not block the others.
    private func sendSingly(_ rows: [OutboxRow], insteadOf batch: String) async {
        window.failed(batch: batch)
        let singles = rows.map { (row: $0, batch: client.environment.newID()) }
        for single in singles { window.sent(batch: single.batch, items: [single.row.item], now: clock.now) }
        await withDiscardingTaskGroup { group in
            for single in singles { group.addTask { await self.send([single.row], as: single.batch) } }
        }
    }

    private func item(_ result: SubmittedRecords.Result) -> OutboxItem {
        OutboxItem(readingKey: result.readingKey.rawValue, revision: result.revision)
    }

    private func note(_ result: SubmittedRecords.Result) {
        refused += 1
        logger.error(
            "the session manager rejected a reading",
            metadata: ["readingKey": "\(result.readingKey)", "error": "\(result.error?.code ?? "unknown")"]
        )
    }

    private var pause: Duration {
        Backoff(base: .milliseconds(250), cap: .seconds(5)).delay(
            attempt: window.unansweredInARow + 1,
            random: .random(in: 0...1)
        )
    }
}
