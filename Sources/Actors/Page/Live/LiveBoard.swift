internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// What browsers see of all seats now, and who is told when it changes.
actor LiveBoard {
    /// How long a tile is shown without a look whether it is still so, in seconds: what is erased has no event.
    private static let age: TimeInterval = 10
    /// The most tiles that are kept.
    private static let most = 2_000
    /// The most pages of seats, of 50 each.
    private static let mostPages = 100
    /// The most pages that one browser keeps fresh, and all browsers.
    private static let mostStreams = (ofOne: 24, ofAll: 2_000)
    /// Seats that are asked for at the same time.
    private static let width = 8

    private let bus: PageBus
    private var usual: UsualValues
    /// From this age on a value is old, in seconds.
    let stale: TimeInterval
    private var values: [String: (values: [SeatTile.Value], made: Date)] = [:]
    /// How many changes there were, and with which of them each seat changed last.
    private var changes = 0
    private var lastChange: [String: Int] = [:]
    /// On which page of the site's seats each stood last.
    private var pages: [String: Int] = [:]
    private var streams: [Int: (session: String, stream: LiveStream)] = [:]
    private var last = 0

    init(bus: PageBus, usual: UsualValues, stale: TimeInterval) {
        (self.bus, self.usual, self.stale) = (bus, usual, stale)
    }

    /// All tiles that somebody may see.
    ///
    /// - Throws: ``PageError``.
    func tiles(for rights: Rights, now: Date) async throws -> [SeatTile] {
        let entries = try await entries(rights)
        guard rights.seesValues else { return entries.map { SeatTile(entry: $0, values: nil) } }
        let found = try await look(at: entries.map(\.seat), rights: rights, now: now)
        return entries.map { SeatTile(entry: $0, values: found[$0.seat] ?? []) }
    }

    /// The names of the seats that somebody may see.
    ///
    /// - Throws: ``PageError``.
    func seats(for rights: Rights) async throws -> [String] { try await entries(rights).map(\.seat) }

    /// One tile; nil where there is no such seat.
    ///
    /// - Throws: ``PageError``.
    func tile(_ seat: String, for rights: Rights, now: Date) async throws -> SeatTile? {
        try rights.require(seat: seat)
        var entry: SeatPage.Entry?
        if let page = pages[seat] {
            let found = try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: rights)
            entry = found.seats.first { $0.seat == seat }
        }
        // The seats before it may be more or fewer now.
        if entry == nil { entry = try await entries(rights).first { $0.seat == seat } }
        guard let entry else { return nil }
        guard rights.seesValues else { return SeatTile(entry: entry, values: nil) }
        return SeatTile(entry: entry, values: try await look(at: [seat], rights: rights, now: now)[seat] ?? [])
    }

    private func entries(_ rights: Rights) async throws -> [SeatPage.Entry] {
        var (found, page, last) = ([SeatPage.Entry](), 1, 1)
        while page <= last {
            let next = try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: rights)
            for entry in next.seats { pages[entry.seat] = page }
            found += next.seats.filter { rights.sees($0.seat) }
            last = min(next.pages, Self.mostPages)
            page += 1
        }
        return found
    }

    /// The values of seats: those that are known and fresh, and asked for the others.
    private func look(at seats: [String], rights: Rights, now: Date) async throws -> [String: [SeatTile.Value]] {
        var known: [String: [SeatTile.Value]] = [:]
        for seat in seats {
            guard let kept = values[seat], now.timeIntervalSince(kept.made) <= Self.age else { continue }
            known[seat] = kept.values
        }
        let due = seats.filter { known[$0] == nil }
        let began = changes
        try await withThrowingTaskGroup(of: (String, [SeatTile.Value]).self) { group in
            var waiting = due[...]
            func next() {
                guard let seat = waiting.popFirst() else { return }
                group.addTask { [bus, usual] in
                    (seat, try await Self.newest(seat, bus: bus, usual: usual, rights: rights, now: now))
                }
            }
            for _ in 0..<Self.width { next() }
            while let (seat, found) = try await group.next() {
                known[seat] = found
                keep(found, of: seat, now: now, askedAt: began)
                next()
            }
        }
        return known
    }

    /// Keeps values, unless something happened since they were asked for: they may be from before.
    private func keep(_ found: [SeatTile.Value], of seat: String, now: Date, askedAt began: Int) {
        guard lastChange[seat, default: 0] <= began else { return }
        values[seat] = (found, now)
        if values.count > Self.most, let oldest = values.min(by: { $0.value.made < $1.value.made }) {
            values[oldest.key] = nil
        }
    }

    private static func newest(
        _ seat: String,
        bus: PageBus,
        usual: UsualValues,
        rights: Rights,
        now: Date
    ) async throws -> [SeatTile.Value] {
        let request = RecordHistoryRequest(seat: seat, live: true)
        let page = try await bus.call(SessionOperations.recordHistory, body: request, as: rights)
        // Of somebody who wears a watch the last records are all of one metric.
        let older = page.pages > 1 ? try await newest(seat, bus: bus, rights: rights, now: now) : []
        return TileValues(seat: seat, usual: usual).values(of: page.records, older: older)
    }

    /// How far back a metric's newest value is looked for, in seconds: a year.
    private static let farthest: TimeInterval = 366 * 86_400

    /// The newest record of each metric of the present person, the one that was measured last first.
    ///
    /// - Throws: ``PageError``.
    static func newest(_ seat: String, bus: PageBus, rights: Rights, now: Date) async throws -> [RecordHistory.Entry] {
        let body = RecordHistoryRequest(seat: seat, from: now.addingTimeInterval(-farthest), newest: true)
        return try await bus.call(SessionOperations.recordHistory, body: body, as: rights).records
    }

    // MARK: - What changes

    /// Something happened to a seat: its tile is made anew, and browsers are told.
    func note(_ change: LiveChange) {
        if case .seat(let seat) = change {
            changes += 1  // In range: one a message.
            (values[seat], lastChange[seat]) = (nil, changes)
        }
        for open in streams.values { open.stream.add(change) }
    }

    /// Refuses a browser that follows often enough.
    ///
    /// - Throws: ``PageError`` `tooMany`.
    func checkStreams(of session: String) throws {
        let own = streams.values.count { $0.session == session }
        guard own < Self.mostStreams.ofOne, streams.count < Self.mostStreams.ofAll else {
            throw PageError(.tooMany, text: "error.streams")
        }
    }

    /// An operator said what is usual of a seat; its tile is made anew with the change that is told next.
    func take(_ limits: SeatLimits) { usual.set(limits) }

    /// What is usual of a seat now, by metric.
    func limits(of seat: String) -> [SeatLimits.Limit] { usual.limits(of: seat) }

    /// What a browser is told from now on; `session` is its session's id.
    func follow(_ session: String) -> LiveStream {
        last += 1  // In range: one a connection.
        let (board, number) = (self, last)
        let stream = LiveStream { Task { await board.leave(number) } }
        streams[number] = (session, stream)
        return stream
    }

    private func leave(_ number: Int) { streams[number] = nil }
}
