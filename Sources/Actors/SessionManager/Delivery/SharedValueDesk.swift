internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import SiteRecords
internal import StoreEngine
internal import VitalRecords

/// Keeps the newest values of the seats that share them on the bus, one topic a metric.
///
/// What is retained there and is not so any more goes: another person's values, those of a seat that shares none now, and
/// what somebody else left.
///
/// A seat's records are read when they, its session or who may read it have changed: what another seat measures costs nothing here.
actor SharedValueDesk {
    /// Reads a page of a seat's history, newest records first.
    typealias History = @Sendable (_ seat: String, _ page: Int) async throws -> StorePage<StoredRecord>

    /// The pages of a seat's newest records that are looked through.
    private static let pageLimit = 4

    private let client: BusClient
    private let states: RetainedStates
    private let listed: Set<String>
    private let access: Access
    private let changes: FileChanges
    private let logger: Logger
    private let history: History
    private var told: [String: [String: SharedValue]] = [:]
    /// The session of each seat that was looked at last.
    private var sessions: [String: String] = [:]
    /// The seats that accounts were given, as of some age of their files.
    private var given: (age: String, seats: Set<String>)?
    /// Opens when what is so was told once.
    private let began = WakeUpAll()

    /// Makes a desk that tells nothing yet.
    ///
    /// - Parameters:
    ///   - listed: The seats of the configuration.
    ///   - access: The accounts of this machine's broker; the seats that they were given come and go.
    init(
        client: BusClient,
        states: RetainedStates,
        listed: Set<String>,
        access: Access,
        logger: Logger,
        history: @escaping History
    ) {
        (self.client, self.states, self.logger) = (client, states, logger)
        (self.listed, self.access, self.history) = (listed, access, history)
        changes = FileChanges(access.changing)
    }

    /// Tells what is so now.
    ///
    /// - Parameter changed: The seats whose records have changed since the last time.
    /// - Throws: `StoreError`, ``SiteError`` for accounts that cannot be read; then nothing of `changed` may count as told.
    func publish(_ running: [StoredSession], changed: ChangedSeats.Seats) async throws {
        let seats = listed.union(try givenSeats())
        let present = Dictionary(running.map { ($0.seat, $0) }) { first, _ in first }
        for seat in seats.union(sessions.keys).sorted() {
            let session = seats.contains(seat) ? present[seat] : nil
            guard changed.contains(seat) || session?.id != sessions[seat] else { continue }
            try await tell(seat, session: session)
            sessions[seat] = session?.id
        }
        began.open()
    }

    private func tell(_ seat: String, session: StoredSession?) async throws {
        var newest: [String: SharedValue] = [:]
        if let session { newest = try await values(of: session) }
        let last = told[seat] ?? [:]
        // First: what comes back from the broker is held against it.
        told[seat] = newest.isEmpty ? nil : newest
        for (metric, value) in newest where last[metric] != value {
            await states.set(SessionEvents.vital, values: ["seat": seat, "metric": metric], data: value)
        }
        for metric in last.keys where newest[metric] == nil { await clear(seat: seat, metric: metric) }
    }

    /// The seats that accounts were given, which are read again when their files have changed.
    private func givenSeats() throws -> Set<String> {
        // First: what changes while they are read is read again.
        let age = changes.ages
        if let given, given.age == age { return given.seats }
        let seats = Set(try access.accounts().flatMap(\.values))
        given = (age, seats)
        return seats
    }

    /// Tells of accounts that come and go, until cancelled.
    func follow(_ clock: any Clock<Duration>, onChange: () -> Void) async {
        while !Task.isCancelled {
            if await changes.wait(clock) { onChange() }
        }
    }

    private func values(of session: StoredSession) async throws -> [String: SharedValue] {
        var newest: [String: SharedValue] = [:]
        for number in 1...Self.pageLimit {
            let page = try await history(session.seat, number)
            for stored in page.elements where stored.sessionID == session.id && !stored.entry.isToBeDeleted {
                // Absent is nil: what cannot be read is told elsewhere.
                guard let record = stored.shown else { continue }
                newest.merge(Self.values(of: record, hub: stored.hub)) { first, _ in first }
            }
            if number >= page.pages { break }
        }
        return newest
    }

    private static func values(of record: VitalRecord, hub: String) -> [String: SharedValue] {
        var values: [String: SharedValue] = [:]
        for measurement in record.measurements where isLevel(measurement.metric.rawValue) {
            values[measurement.metric.rawValue] = SharedValue(
                seat: record.seat.rawValue,
                hub: hub,
                measurement: measurement,
                timestamp: record.timestamp,
                logID: record.logID
            )
        }
        return values
    }

    /// Whether a metric's name can be a level of a topic.
    private static func isLevel(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count) && !name.utf8.contains { "/+#".utf8.contains($0) || $0 < 32 }
    }

    private func clear(seat: String, metric: String) async {
        await states.clear(SessionEvents.vital, values: ["seat": seat, "metric": metric])
    }

    /// Takes back what the broker keeps and is not told, until cancelled.
    ///
    /// - Throws: ``BusError``; not where the rights of an older broker leave these topics out.
    func sweep() async throws {
        let subscription: BusSubscription
        do {
            subscription = try await client.subscribe(to: [SessionEvents.vital.descriptor], hub: client.address.hub)
        } catch let error as BusError where error.code == .notAuthorized {
            return logger.info("the broker's rights know no shared values", metadata: ["error": "\(error)"])
        }
        // Cleanup: who is cancelled waits no more.
        try? await began.wait()
        for await message in subscription where !message.payload.isEmpty {
            let levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).suffix(2).map(
                String.init
            )
            guard levels.count == 2, told[levels[0]]?[levels[1]] == nil else { continue }
            logger.info("a value that is shared no more was taken back", metadata: ["seat": "\(levels[0].prefix(64))"])
            await clear(seat: levels[0], metric: levels[1])
            // It may have come to be so meanwhile.
            guard let value = told[levels[0]]?[levels[1]] else { continue }
            await states.set(SessionEvents.vital, values: ["seat": levels[0], "metric": levels[1]], data: value)
        }
    }
}
