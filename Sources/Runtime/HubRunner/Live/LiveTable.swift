internal import BusContract
public import FoundationEssentials
public import MessageBus
internal import VitalRecords

/// The events in a hub as rows, one per reading, from read to submitted.
///
/// It is a pure value: events in, lines out.
public struct LiveTable: Sendable {
    /// The limit of rows; the oldest finished ones are removed first.
    public static let rowLimit = 500
    /// The limit of plain lines below the table.
    public static let noteLimit = 6

    /// The description of the hub.
    public let hub: LiveHub
    /// The zone of the shown times.
    public let zone: TimeZone
    /// The readings, oldest first.
    public internal(set) var rows: [LiveRow] = []
    /// The availability of actors.
    public internal(set) var actors: [String: Availability] = [:]
    /// The queue's depths; nil before they are published.
    public internal(set) var queue: QueueDepths?
    /// The counts so far.
    public internal(set) var tally = LiveTally()
    /// The progress of imports, by seat.
    var imports = LiveImports()
    /// The latest events without a row, oldest first.
    public internal(set) var notes: [String] = []
    /// Whether a seat has a session, if known.
    var sessions: [String: Bool] = [:]
    /// The number of peripherals that are read passively; nil if unknown.
    var passiveCount: Int?
    /// The names of devices, as far as their readings reveal them.
    var names: [DeviceID: String] = [:]
    /// The values of queued records whose reading was not reported yet, by reading, because events arrive in any order.
    private var early: [ReadingKey: String] = [:]
    /// Whether records were queued since the last request for the queue.
    private var isQueueStale = false
    /// Whether the list of held readings may have changed since the last request.
    var isHeldStale = true
    /// The time of the first event; nil before it.
    private var began: Date?

    /// The depths that the table shows.
    public struct QueueDepths: Sendable, Hashable {
        /// Records that wait for delivery.
        public let waiting: Int
        /// Records leased by an uploader.
        public let leased: Int
        /// Readings without an owner.
        public let held: Int
        /// Records that the server rejected.
        public let rejected: Int
        /// The age of the oldest record, in seconds.
        public let oldestSeconds: Int?
        /// The reason why deliveries are paused.
        public let paused: String?
    }

    /// Creates an empty table.
    ///
    /// - Parameter zone: The zone of the shown times.
    public init(_ hub: LiveHub, zone: TimeZone = .current) {
        self.hub = hub
        self.zone = zone
    }

    /// Whether another request for the queue may give news of a reading that is not known to be in it, or of its
    /// values.
    public var awaitsQueue: Bool { isQueueStale || rows.contains { $0.state == .read } }

    /// Applies an event.
    ///
    /// - Returns: The changes as plain lines, for terminals that cannot redraw.
    public mutating func apply(_ event: LiveEvent, at now: Date) -> [String] {
        began = began ?? now
        switch event {
        case .read(let read): return read.records.flatMap { self.read($0, event: read, now: now) }
        case .queued(let records):
            isQueueStale = false
            return records.flatMap { queued($0, now: now) }
        case .submitted(let event):
            return settle(
                event.record,
                hub: event.hub,
                state: event.operation == .delete ? .deleted : .submitted,
                serverID: event.serverID,
                now: now
            )
        case .importing(let state): return imports.importing(state)
        case .failed(let event):
            let state = LiveRow.State.failed(event.error.code)
            return settle(event.record, hub: event.hub, state: state, serverID: nil, now: now)
        case .retrying(let event):
            guard let index = rows.lastIndex(where: { $0.logID == event.logID }) else { return [] }
            return move(index, to: .retrying(attempts: event.attempts), now: now)
        case .held(let event): return held(event, now: now)
        case .heldNow(let entries, let isWhole): return heldNow(entries, isWhole: isWhole, now: now)
        case .availability(let actor, let instance, let availability):
            let name = instance == "main" ? actor : "\(actor)/\(instance)"
            guard actors.updateValue(availability, forKey: name) != availability else { return [] }
            return ["\(name) is \(availability.rawValue)"]
        case .queue(let state): return depths(state)
        case .session(let state):
            sessions[state.seat] = state.active
            return []
        case .passive(let state):
            if state.hub == hub.hub { passiveCount = state.peripheralIDs.count }
            return []
        default: return note(event).map { [$0] } ?? []
        }
    }

    private mutating func read(_ reading: Reading, event: PeripheralDidRead, now: Date) -> [String] {
        let state: LiveRow.State =
            switch event.disposition {
            case .held: .held(.ownerless)
            case .notStored: .notStored
            // An unknown disposition of a newer reader still means that the reading was read.
            default: .read
            }
        let index = row(reading.readingKey, state: state, now: now)
        markRead(index.place)
        rows[index.place].device = event.device
        rows[index.place].seat = rows[index.place].seat ?? event.seat
        describe(index.place, reading: reading)
        return index.isNew ? told(index.place) : []
    }

    private mutating func queued(_ record: VitalRecord, now: Date) -> [String] {
        // A queue page may contain records of another hub, or of a reading that is about to be reported.
        guard let index = rows.lastIndex(where: { $0.key == record.readingKey }) else {
            if early.count >= Self.rowLimit { early = [:] }
            early[record.readingKey] = MeasuredText.text(record.measurements)
            return []
        }
        learn(index, record: record)
        guard rows[index].state == .read || rows[index].state == .decided else { return [] }
        return move(index, to: .queued, now: now)
    }

    private mutating func settle(
        _ record: VitalRecord,
        hub: String,
        state: LiveRow.State,
        serverID: String?,
        now: Date
    ) -> [String] {
        guard !LiveImports.isImported(record) else { return imports.delivered(record, state: state) }
        let index = row(record.readingKey, state: .read, now: now).place
        learn(index, record: record)
        // The reader's event may come later, or not before this run ends.
        if hub == self.hub.hub, record.source.kind == .bluetooth, let began, record.receivedAt >= began {
            markRead(index)
        }
        rows[index].serverID = serverID ?? rows[index].serverID
        return move(index, to: state, now: now)
    }

    private mutating func learn(_ index: Int, record: VitalRecord) {
        rows[index].seat = record.seat.rawValue
        rows[index].logID = record.logID
        rows[index].name = rows[index].name ?? LiveText.name(record.source)
        if rows[index].values.isEmpty { rows[index].values = MeasuredText.text(record.measurements) }
    }

    /// Events may arrive twice and in any order, so a final state does not change.
    mutating func move(_ index: Int, to state: LiveRow.State, now: Date) -> [String] {
        let present = rows[index].state
        let isLast = state == .deleted || (state == .submitted && present != .deleted)
        guard present != state, !present.isFinal || isLast else { return [] }
        rows[index].state = state
        count(rows[index])
        if state.isFinal { rows[index].ended = now }
        return told(index)
    }

    /// Counts a row's reading as read, once.
    private mutating func markRead(_ index: Int) {
        guard !rows[index].isRead else { return }
        rows[index].isRead = true
        tally.read += 1
        // The reader's event came after the server's.
        if rows[index].state == .submitted { tally.others -= 1 }
    }

    private mutating func count(_ row: LiveRow) {
        switch row.state {
        case .submitted:
            tally.submitted += 1
            if !row.isRead { tally.others += 1 }
        case .failed: tally.failed += 1
        default: break
        }
    }

    mutating func row(_ key: ReadingKey, state: LiveRow.State, now: Date) -> (place: Int, isNew: Bool) {
        if let index = rows.lastIndex(where: { $0.key == key }) { return (index, false) }
        if rows.count >= Self.rowLimit { rows.remove(at: rows.firstIndex { $0.state.isFinal } ?? 0) }
        rows.append(LiveRow(key: key, since: now, state: state))
        rows[rows.count - 1].values = early.removeValue(forKey: key) ?? ""
        if state.isFinal { rows[rows.count - 1].ended = now }
        return (rows.count - 1, true)
    }

    private mutating func depths(_ state: QueueState) -> [String] {
        let new = QueueDepths(
            waiting: state.pending,
            leased: state.leased,
            held: state.held,
            rejected: state.rejected,
            oldestSeconds: state.oldestSeconds,
            paused: state.paused
        )
        let old = queue
        queue = new
        if new.held != old?.held { isHeldStale = true }
        let (waits, waited) = (
            Int.clampedSum(new.waiting, new.leased), Int.clampedSum(old?.waiting ?? 0, old?.leased ?? 0)
        )
        if waits > 0, waits != waited { isQueueStale = true }
        guard new.paused != old?.paused else { return [] }
        return [new.paused.map { "deliveries pause: \($0)" } ?? "deliveries continue"].filter { _ in
            old != nil || new.paused != nil
        }
    }
}
