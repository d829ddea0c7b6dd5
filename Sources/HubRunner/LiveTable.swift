internal import BusContract
public import FoundationEssentials
public import MessageBus
internal import VitalRecords

/// What happens in a hub, as rows: one per reading, from read to submitted.
///
/// Pure: events in, lines out.
public struct LiveTable: Sendable {
    /// The most rows that are kept; the oldest finished ones go first.
    public static let rowLimit = 500
    /// The most plain lines that wait below the table.
    public static let noteLimit = 6

    /// The hub's name in the head line.
    public let title: String
    /// The readings, the oldest first.
    public internal(set) var rows: [LiveRow] = []
    /// Who is there.
    public internal(set) var actors: [String: Availability] = [:]
    /// The queue's depths; nil before they were told.
    public internal(set) var queue: QueueDepths?
    /// What became of exports, by seat.
    var imports: [String: ImportLine] = [:]
    /// The latest events that are no row, oldest first.
    public internal(set) var notes: [String] = []

    /// The depths that the table shows.
    public struct QueueDepths: Sendable, Hashable {
        /// Records that wait.
        public let waiting: Int
        /// Records that a worker has.
        public let leased: Int
        /// Readings without an owner.
        public let held: Int
        /// Records that the server refused.
        public let rejected: Int
        /// The age of the oldest, in seconds.
        public let oldestSeconds: Int?
        /// Why deliveries pause.
        public let paused: String?
    }

    /// Makes an empty table.
    public init(title: String) {
        self.title = title
    }

    /// Whether some reading is not known to be in the queue yet, so that asking for the queue may tell more.
    public var awaitsQueue: Bool { rows.contains { $0.state == .read } }

    /// Takes in an event.
    ///
    /// - Returns: What changed, one plain line each, for terminals that cannot redraw.
    public mutating func apply(_ event: LiveEvent, at now: Date) -> [String] {
        switch event {
        case .read(let read): return read.records.flatMap { self.read($0, read, now) }
        case .queued(let records): return records.flatMap { queued($0, now) }
        case .submitted(let event):
            return settle(event.record, event.operation == "delete" ? .deleted : .submitted, event.serverID, now)
        case .importing(let state): return importing(state)
        case .failed(let event): return settle(event.record, .failed(event.error.code), nil, now)
        case .retrying(let event):
            guard let index = rows.lastIndex(where: { $0.logID == event.logID }) else { return [] }
            return move(index, to: .retrying(attempts: event.attempts), now)
        case .held(let event): return held(event.readingKey, event.device, event.reason, now)
        case .availability(let actor, let instance, let availability):
            let name = instance == "main" ? actor : "\(actor)/\(instance)"
            guard actors.updateValue(availability, forKey: name) != availability else { return [] }
            return ["\(name) is \(availability.rawValue)"]
        case .queue(let state): return depths(state)
        default: return note(event).map { [$0] } ?? []
        }
    }

    private mutating func read(_ reading: Reading, _ event: PeripheralDidRead, _ now: Date) -> [String] {
        let state: LiveRow.State =
            switch event.disposition {
            case .held: .held("awaits an owner")
            case .notStored: .notStored
            // A word of a newer reader: that it was read is true in any case.
            default: .read
            }
        let index = row(reading.readingKey, state, now)
        rows[index.place].device = event.device
        rows[index.place].seat = rows[index.place].seat ?? event.seat
        if rows[index.place].values.isEmpty { rows[index.place].values = MeasuredText.text(reading.measurements) }
        return index.isNew ? [line(rows[index.place])] : []
    }

    private mutating func queued(_ record: VitalRecord, _ now: Date) -> [String] {
        // The queue is shown page by page: what was never read here is another hub's.
        guard let index = rows.lastIndex(where: { $0.key == record.readingKey }) else { return [] }
        learn(index, record)
        guard rows[index].state == .read else { return [] }
        return move(index, to: .queued, now)
    }

    private mutating func settle(
        _ record: VitalRecord,
        _ state: LiveRow.State,
        _ serverID: String?,
        _ now: Date
    ) -> [String] {
        guard !Self.isImported(record) else { return delivered(record, state) }
        let index = row(record.readingKey, .read, now).place
        learn(index, record)
        rows[index].serverID = serverID ?? rows[index].serverID
        return move(index, to: state, now)
    }

    private mutating func held(_ key: ReadingKey, _ device: DeviceID?, _ reason: String, _ now: Date) -> [String] {
        let index = row(key, .read, now).place
        rows[index].device = rows[index].device ?? device
        return move(index, to: .held(reason), now)
    }

    private mutating func learn(_ index: Int, _ record: VitalRecord) {
        rows[index].seat = record.seat.rawValue
        rows[index].logID = record.logID
        if rows[index].values.isEmpty { rows[index].values = MeasuredText.text(record.measurements) }
    }

    /// Events may come twice and in any order: a final state stays.
    private mutating func move(_ index: Int, to state: LiveRow.State, _ now: Date) -> [String] {
        let present = rows[index].state
        let isLast = state == .deleted || (state == .submitted && present != .deleted)
        guard present != state, !present.isFinal || isLast else { return [] }
        rows[index].state = state
        if state.isFinal { rows[index].ended = now }
        return [line(rows[index])]
    }

    private mutating func row(_ key: ReadingKey, _ state: LiveRow.State, _ now: Date) -> (place: Int, isNew: Bool) {
        if let index = rows.lastIndex(where: { $0.key == key }) { return (index, false) }
        if rows.count >= Self.rowLimit { rows.remove(at: rows.firstIndex { $0.state.isFinal } ?? 0) }
        rows.append(LiveRow(key: key, since: now, state: state))
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
        guard new.paused != old?.paused else { return [] }
        return [new.paused.map { "deliveries pause: \($0)" } ?? "deliveries go on"].filter { _ in
            old != nil || new.paused != nil
        }
    }

    private mutating func note(_ event: LiveEvent) -> String? {
        guard let text = noteText(event) else { return nil }
        notes = (notes + [text]).suffix(Self.noteLimit)
        return text
    }

    private static func target(_ event: PeripheralDidFail) -> String {
        event.device.map { "device \($0.description.prefix(8))" } ?? "peripheral \(event.peripheralID)"
    }

    private func noteText(_ event: LiveEvent) -> String? {
        switch event {
        case .readFailed(let event):
            "\(Self.target(event)) could not be read: \(event.error.code): \(event.error.message)"
        case .sessionStarted(let event): "session of seat \(event.seat ?? "-") started"
        case .sessionEnded(let event):
            "session of seat \(event.seat ?? "-") ended: \(event.reason), \(event.unsyncedRecords) records unsynced"
        case .adapter(let state): state.problem.map { "adapter: \($0)" }
        case .hub(let event): event.description
        default: nil
        }
    }
}
