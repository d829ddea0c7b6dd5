internal import BusContract
internal import Crypto
internal import DeliveryRules
internal import FoundationEssentials
internal import HealthRecords
internal import ImportStore
internal import MessageBus
internal import Outbox
internal import StoreEngine
internal import VitalRecords

/// Hands an input's new and changed records over in batches.
///
/// It runs on the import's thread, and blocks while the outbox is full.
struct ImportWriter {
    /// The number of records in a batch.
    static let batchSize = 200

    let store: ImportStore
    let importID: String
    let person: Int64
    let sessionID: String
    /// The limit of records in the outbox.
    let limit: Int
    let stop: StopFlag
    let board: ImportBoard
    let wake: WakeUp
    let now: @Sendable () -> Date
    /// The import's progress.
    var facts: ImportFacts
    /// When the input was created, in seconds since 1970.
    var exportedAt: Int64 = 0
    /// Whether the input is a partial history; other inputs may have the rest of its days.
    var isPart = false
    private var batch: [Reading] = []
    /// The records found so far in a historical fetch, because several files may contain the same ones.
    private var seen: Set<String> = []

    init(
        store: ImportStore,
        importID: String,
        person: Int64,
        sessionID: String,
        limit: Int,
        stop: StopFlag,
        board: ImportBoard,
        wake: WakeUp,
        now: @escaping @Sendable () -> Date,
        facts: ImportFacts
    ) {
        self.store = store
        self.importID = importID
        self.person = person
        self.sessionID = sessionID
        self.limit = limit
        self.stop = stop
        self.board = board
        self.wake = wake
        self.now = now
        self.facts = facts
    }

    /// Adds a record.
    ///
    /// - Throws: `StoreError`, or `CancellationError` if stopped.
    mutating func add(_ record: HealthRecord) throws {
        guard let reading = record.reading else { return }
        batch.append(reading)
        if batch.count >= Self.batchSize { try flush() }
    }

    /// Hands over the remaining records.
    mutating func flush() throws {
        try stop.check()
        guard !batch.isEmpty else { return }
        let readings = batch
        batch = []
        let keys = readings.map(\.readingKey.rawValue)
        let (store, person) = (store, person)
        let known = try Blocking.wait { try await store.marks(keys, person: person) }
        var rows: [OutboxReading] = []
        var marks: [ImportMark] = []
        for reading in readings {
            count(reading)
            let mark = known[reading.readingKey.rawValue]
            let judged = try judge(reading, known: mark)
            if let mark = judged.mark { marks.append(mark) }
            guard let reading = judged.reading else { continue }
            rows.append(try row(reading, revision: judged.mark?.revision ?? 1))
            if mark == nil { facts.created += 1 } else { facts.updated += 1 }
            facts.counts[reading.type.rawValue, default: 0] += 1
        }
        try handOver(rows, marks: marks)
    }

    /// Counts a record once, even if several files of a fetch contain it.
    private mutating func count(_ reading: Reading) {
        guard facts.origin != .fetch || seen.insert(reading.readingKey.rawValue).inserted else { return }
        facts.seen += 1
        facts.found[reading.type.rawValue, default: 0] += 1
    }

    /// The part of a record to hand over, and its new mark; both nil if nothing changes.
    private func judge(_ found: Reading, known: ImportMark?) throws -> (reading: Reading?, mark: ImportMark?) {
        let isDay = GivenValues(found) != nil
        // An older export has less data, and must not overwrite values of a newer one.
        if let known, known.exportedAt > exportedAt, !(isPart && isDay) { return (nil, nil) }
        var mark =
            known
            ?? ImportMark(
                readingKey: found.readingKey.rawValue,
                revision: 0,
                checksum: Data(),
                exportedAt: isPart && isDay ? 0 : exportedAt
            )
        if isPart && isDay {
            mark.partAt = max(mark.partAt, exportedAt)
        } else {
            mark.exportedAt = exportedAt
        }
        guard let reading = try joined(found, known: known) else { return (nil, mark == known ? nil : mark) }
        let checksum = try Self.checksum(reading)
        guard known?.checksum != checksum else { return (nil, mark == known ? nil : mark) }
        mark.revision += 1
        mark.checksum = checksum
        mark.dayValues = try GivenValues(reading).map { Data(try WireJSON.encode($0)) }
        return (reading, mark)
    }

    /// A day's record merged with the day's known values; nil if it adds nothing.
    ///
    /// A complete export newer than all other inputs replaces the values, and so can correct wrong ones.
    private func joined(_ reading: Reading, known: ImportMark?) throws -> Reading? {
        guard let known, let values = known.dayValues, isPart || known.partAt > exportedAt else { return reading }
        return try WireJSON.decode(GivenValues.self, from: Array(values)).joined(with: reading)
    }

    private func handOver(_ rows: [OutboxReading], marks: [ImportMark]) throws {
        board.set(facts)
        guard !marks.isEmpty else { return }
        if !rows.isEmpty { try waitForRoom() }
        let (store, person, id, now) = (store, person, importID, now())
        let saved = Data(try WireJSON.encode(facts))
        try Blocking.wait {
            try await store.handOver(rows, marks: marks, person: person, import: id, facts: saved, at: now)
        }
        wake.signal()
    }

    /// Waits until the outbox has room; the session manager empties it as fast as it can save.
    private func waitForRoom() throws {
        let (store, limit) = (store, limit)
        while try Blocking.wait({ try await store.outbox.depth().readings }) >= limit {
            try stop.check()
            wake.signal()
            try Blocking.wait { try? await Task.sleep(for: .milliseconds(200)) }
        }
    }

    private func row(_ reading: Reading, revision: Int) throws -> OutboxReading {
        var reading = reading
        reading.revision = revision
        reading.sessionID = sessionID
        return try OutboxReading(reading)
    }

    /// A checksum of a record's content, independent of when and where it was read.
    static func checksum(_ reading: Reading) throws -> Data {
        var reading = reading
        reading.receivedAt = Date(timeIntervalSince1970: 0)
        reading.revision = 1
        reading.sessionID = nil
        reading.seat = nil
        return Data(SHA256.hash(data: try WireJSON.encode(reading)).prefix(16))
    }
}
