internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import SiteRecords
internal import StoreEngine
internal import VitalRecords

/// Publishes the newest values of the seats that share them, one retained topic per metric.
///
/// It clears retained values that no longer apply: a former person's, those of a seat that stopped sharing, and those
/// that another process left.
///
/// A seat's records are read only after they, its session or the access rights have changed, so other seats' readings
/// cost nothing here.
actor SharedValueDesk {
    /// Reads a page of a seat's history, newest records first.
    typealias History = @Sendable (_ seat: String, _ page: Int) async throws -> StorePage<StoredRecord>

    /// How many pages of a seat's newest records are searched.
    private static let pageLimit = 4

    private let client: BusClient
    private let states: RetainedStates
    private let listed: Set<String>
    private let access: Access
    private let changes: FileChanges
    private let logger: Logger
    private let history: History
    private var told: [String: [String: SharedValue]] = [:]
    /// The session of each seat at the last look.
    private var sessions: [String: String] = [:]
    /// The seats that accounts may read, with the age of the accounts' files.
    private var given: (age: String, seats: Set<String>)?
    /// Opens after the first publication.
    private let began = WakeUpAll()

    /// Creates a desk that has published nothing yet.
    ///
    /// - Parameters:
    ///   - listed: The seats of the configuration.
    ///   - access: The accounts of this machine's broker; the seats that they may read can change.
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

    /// Publishes the present values.
    ///
    /// - Parameter changed: The seats whose records have changed since the last time.
    /// - Throws: `StoreError`, ``SiteError`` for accounts that cannot be read; the caller must then keep all of
    ///   `changed` for the next time.
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
        // Saved first: ``sweep()`` compares the broker's messages with it.
        told[seat] = newest.isEmpty ? nil : newest
        for (metric, value) in newest where last[metric] != value {
            await states.set(SessionEvents.vital, values: ["seat": seat, "metric": metric], data: value)
        }
        for metric in last.keys where newest[metric] == nil { await clear(seat: seat, metric: metric) }
    }

    /// The seats that accounts may read; the files are read again after they have changed.
    private func givenSeats() throws -> Set<String> {
        // Taken first: a change made during the read causes another read.
        let age = changes.ages
        if let given, given.age == age { return given.seats }
        let seats = Set(try access.accounts().flatMap(\.values))
        given = (age, seats)
        return seats
    }

    /// Watches the accounts' files for changes until cancelled.
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
                // Absent is nil: unreadable records are reported elsewhere.
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

    /// Clears retained values on the broker that this desk does not publish, until cancelled.
    ///
    /// - Throws: ``BusError``, except when an older broker's rights do not include these topics.
    func sweep() async throws {
        let subscription: BusSubscription
        do {
            subscription = try await client.subscribe(to: [SessionEvents.vital.descriptor], hub: client.address.hub)
        } catch let error as BusError where error.code == .notAuthorized {
            return logger.info("the broker's rights do not include shared values", metadata: ["error": "\(error)"])
        }
        // Cleanup: a cancelled task ends in the loop below.
        try? await began.wait()
        for await message in subscription where !message.payload.isEmpty {
            let levels = Array(message.levels.suffix(2))
            guard levels.count == 2, told[levels[0]]?[levels[1]] == nil else { continue }
            logger.info("withdrew a value that is no longer shared", metadata: ["seat": "\(levels[0].prefix(64))"])
            await clear(seat: levels[0], metric: levels[1])
            // The value may have been published in the meantime.
            guard let value = told[levels[0]]?[levels[1]] else { continue }
            await states.set(SessionEvents.vital, values: ["seat": levels[0], "metric": levels[1]], data: value)
        }
    }
}
