internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Asks for the earlier values of those who may have measured a held reading, and ranks them; it books nothing.
actor HeldGuesses {
    /// How far back values count, in seconds: 60 days.
    private static let span: TimeInterval = 60 * 86_400
    /// The largest number of people between whom it guesses, and of pages of records read of each.
    private static let most = (people: 12, pages: 6)
    /// How long earlier values are kept, in seconds.
    private static let age: TimeInterval = 60

    /// The earlier values of one session's person.
    private struct Known {
        let session: String
        let made: Date
        let entries: [RecordHistory.Entry]
    }

    private let bus: PageBus
    private var known: [String: Known] = [:]

    init(bus: PageBus) { self.bus = bus }

    /// Those who may have measured each reading, the likeliest first; nothing without any sign of a person.
    ///
    /// Readings of one device, day and household are judged together. Only present persons are named, and only if they
    /// had the seat when the reading was measured.
    ///
    /// - Parameter seats: For each reading, the seats that its hub measures.
    func guesses(
        for entries: [HeldPage.Entry],
        seats: [[SeatPage.Entry]],
        rights: Rights,
        time: PageTime
    ) async -> [ReadingKey: [LikelyPerson.Guess]] {
        var days: [HeldDay: [Reading]] = [:]
        var present: [HeldDay: [SeatPage.Entry]] = [:]
        for (entry, seats) in zip(entries, seats) where Self.isGuessed(entry) {
            let reading = entry.reading
            let near = seats.filter { Self.had($0, at: reading.timestamp) }
            let day = HeldDay(reading, seats: near.map(\.seat), zone: time.zone)
            days[day, default: []].append(reading)
            present[day] = near
        }
        var found: [ReadingKey: [LikelyPerson.Guess]] = [:]
        for (day, readings) in days {
            let guesses = await guesses(readings, present: present[day] ?? [], rights: rights, time: time)
            for (reading, guess) in zip(readings, guesses) { found[reading.readingKey] = guess }
        }
        return found
    }

    /// The guesses for readings of one day.
    private func guesses(
        _ readings: [Reading],
        present: [SeatPage.Entry],
        rights: Rights,
        time: PageTime
    ) async -> [[LikelyPerson.Guess]] {
        guard let first = readings.first, (2...Self.most.people).contains(present.count) else { return [] }
        let metrics = Set(readings.flatMap { $0.measurements.map(\.metric) })
        var candidates: [LikelyPerson.Candidate] = []
        for seat in present {
            // Without the values of all of them, the others would look likelier than they are.
            guard let entries = await entries(of: seat, rights: rights, now: time.now) else { return [] }
            let past = entries.compactMap { Self.past($0.record, of: first.source, metrics: metrics) }
            candidates.append(.init(seat: seat.seat, past: past))
        }
        guard candidates.contains(where: { !$0.past.isEmpty }) else { return [] }
        let unknown = readings.map { LikelyPerson.Unknown(at: $0.timestamp, values: Self.values($0.measurements)) }
        return LikelyPerson(zone: time.zone).guesses(unknown, of: candidates, now: time.now)
    }

    /// Whether a guess helps: for a device without an owner whose reading has a known time and was not asked for.
    static func isGuessed(_ entry: HeldPage.Entry) -> Bool {
        entry.reason == .noAssignment && entry.reading.source.kind == .bluetooth && entry.reading.seatByWord == nil
            && entry.reading.timeQuality != .unknown && entry.isUnreadable != true
    }

    /// Whether a seat's present person had it at a time.
    static func had(_ seat: SeatPage.Entry, at time: Date) -> Bool {
        guard let session = seat.session, session.userID != nil, !session.defaultUser else { return false }
        return session.startedAt <= time
    }

    /// The records of a seat's present person; nil if they are not available, or are another person's.
    private func entries(of seat: SeatPage.Entry, rights: Rights, now: Date) async -> [RecordHistory.Entry]? {
        guard let session = seat.session else { return nil }
        if let kept = known[seat.seat], kept.session == session.sessionID,
            abs(now.timeIntervalSince(kept.made)) < Self.age
        {
            return kept.entries
        }
        var isSame = true
        // Absent is nil: without an answer there is no guess.
        let found = try? await PageBus.all(most: Self.most.pages) { page in
            let body = RecordHistoryRequest(seat: seat.seat, from: now.addingTimeInterval(-Self.span), page: page)
            let next = try await bus.call(SessionOperations.recordHistory, body: body, as: rights)
            // Another session may have begun since the list of seats was read.
            isSame = isSame && next.present?.userID == session.userID
            return (next.records, next.pages)
        }
        guard let found, isSame else { return nil }
        let own = found.filter { $0.state != .deleted && ($0.userID == nil || $0.userID == session.userID) }
        known[seat.seat] = Known(session: session.sessionID, made: now, entries: own)
        return own
    }

    /// What an earlier record says about a device's readings; nil without a common metric.
    static func past(_ record: VitalRecord, of source: RecordSource, metrics: Set<MetricName>) -> LikelyPerson.Past? {
        let values = values(record.measurements.filter { metrics.contains($0.metric) })
        guard !values.isEmpty else { return nil }
        return .init(at: record.timestamp, values: values, isSameDevice: isSame(record.source, as: source))
    }

    /// Whether two readings came from one device, as far as their sources say.
    private static func isSame(_ one: RecordSource, as other: RecordSource) -> Bool {
        guard one.kind == .bluetooth, one.peripheralID == other.peripheralID else { return false }
        guard let first = one.serial, let second = other.serial else { return true }
        return first == second
    }

    private static func values(_ measurements: [Measurement]) -> [MetricName: Double] {
        let found = measurements.compactMap { measured -> (MetricName, Double)? in
            // Absent is nil: a value that does not convert cannot be compared.
            guard let value = try? MetricTable.metric(named: measured.metric)?.canonicalValue(of: measured),
                let number = Double("\(value)")
            else { return nil }
            return (measured.metric, number)
        }
        return Dictionary(found) { first, _ in first }
    }
}

/// What readings must share to be judged together.
private struct HeldDay: Hashable {
    let hub: HubID
    let peripheral: Int?
    let serial: String?
    let day: Int
    let seats: [String]

    init(_ reading: Reading, seats: [String], zone: TimeZone) {
        (hub, peripheral, serial) = (reading.hub, reading.source.peripheralID, reading.source.serial)
        (day, self.seats) = (zone.day(of: reading.timestamp), seats)
    }
}
