internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import VitalRecords

/// Keeps the seats' tiles for browsers, and notifies the browsers of changes.
actor LiveBoard {
    /// How long a tile is shown before it is read again, in seconds: erasing a record sends no event.
    private static let age: TimeInterval = 10
    /// The largest number of tiles cached.
    private static let most = 2_000
    /// The largest number of pages of seats read, each with 50 seats.
    private static let mostPages = 100
    /// The largest number of live streams of one browser, and of all browsers.
    private static let mostStreams = (ofOne: 24, ofAll: 2_000)
    /// How many seats to ask for concurrently.
    private static let width = 8

    private let bus: PageBus
    private var usual: UsualValues
    /// The age from which a value is stale, in seconds.
    let stale: TimeInterval
    private let labels: PersonLabels
    private let plans: PersonPlans
    private var values: [String: (seen: SeatTile.Seen, made: Date)] = [:]
    /// The number of changes so far, and that number at each seat's latest change.
    private var changes = 0
    private var lastChange: [String: Int] = [:]
    /// The page of the site's list on which each seat was last found.
    private var pages: [String: Int] = [:]
    private var streams: [Int: (session: String, stream: LiveStream)] = [:]
    private var last = 0
    /// The devices that wait for a measurement.
    private var devices = ReadyDevices()

    init(bus: PageBus, usual: UsualValues, labels: PersonLabels, plans: PersonPlans, stale: TimeInterval) {
        (self.bus, self.usual, self.labels, self.plans, self.stale) = (bus, usual, labels, plans, stale)
    }

    /// All tiles that these rights allow to see.
    ///
    /// - Throws: ``PageError``.
    func tiles(for rights: Rights, now: Date) async throws -> [SeatTile] {
        let entries = try await entries(rights)
        guard rights.seesValues else { return entries.map(SeatTile.init(hidden:)) }
        let found = try await look(at: entries.map(\.seat), rights: rights, now: now)
        return entries.map { tile($0, seen: found[$0.seat], rights: rights) }
    }

    /// The names of the seats that these rights allow to see.
    ///
    /// - Throws: ``PageError``.
    func seats(for rights: Rights) async throws -> [String] { try await entries(rights).map(\.seat) }

    /// One tile; nil if there is no such seat.
    ///
    /// - Throws: ``PageError``.
    func tile(_ seat: String, for rights: Rights, now: Date) async throws -> SeatTile? {
        try rights.require(seat: seat)
        var entry: SeatPage.Entry?
        if let page = pages[seat] {
            let found = try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: rights)
            entry = found.seats.first { $0.seat == seat }
        }
        // The seat may have moved to another page, because seats before it were added or removed.
        if entry == nil { entry = try await entries(rights).first { $0.seat == seat } }
        guard let entry else { return nil }
        guard rights.seesValues else { return SeatTile(hidden: entry) }
        let found = try await look(at: [seat], rights: rights, now: now)
        return tile(entry, seen: found[seat], rights: rights)
    }

    private func tile(_ entry: SeatPage.Entry, seen: SeatTile.Seen?, rights: Rights) -> SeatTile {
        // Every visitor of a room sees its tablet, so it shows neither label nor plan.
        let isWard = rights.seat == nil
        let label = isWard ? labels.label(of: entry.seat, session: entry.session) : nil
        let plan = isWard ? plans.entry(of: entry.seat, session: entry.session) : nil
        var tile = SeatTile(entry, seen: seen, label: label, plan: plan)
        tile.waiting = devices.peripherals(at: entry.seat)
        // The next request asks again for values that were another person's.
        if tile.person != seen?.person { values[entry.seat] = nil }
        return tile
    }

    /// The seats that these rights allow to see, with their present sessions.
    ///
    /// - Throws: ``PageError``.
    func entries(_ rights: Rights) async throws -> [SeatPage.Entry] {
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

    /// The values of seats, from the cache if fresh, otherwise from the session manager.
    private func look(at seats: [String], rights: Rights, now: Date) async throws -> [String: SeatTile.Seen] {
        var known: [String: SeatTile.Seen] = [:]
        for seat in seats {
            guard let kept = values[seat], now.timeIntervalSince(kept.made) <= Self.age else { continue }
            known[seat] = kept.seen
        }
        let due = seats.filter { known[$0] == nil }
        let began = changes
        try await withThrowingTaskGroup(of: (String, SeatTile.Seen).self) { group in
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

    /// Caches values, unless the seat changed after the request: they may be outdated.
    private func keep(_ found: SeatTile.Seen, of seat: String, now: Date, askedAt began: Int) {
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
    ) async throws -> SeatTile.Seen {
        let request = RecordHistoryRequest(seat: seat, live: true)
        let page = try await bus.call(SessionOperations.recordHistory, body: request, as: rights)
        // A watch may fill the first page with records of one metric.
        let older = page.pages > 1 ? try await newest(seat, bus: bus, rights: rights, now: now) : []
        let maker = TileValues(seat: seat, usual: usual, person: page.present?.userID)
        return SeatTile.Seen(
            values: maker.values(of: page.records, older: older),
            person: page.present,
            hasBefore: page.hasBefore ?? false
        )
    }

    /// How far back to search for a metric's newest value, in seconds: a year.
    private static let farthest: TimeInterval = 366 * 86_400

    /// The newest record of each metric of the present person, sorted by measurement time, newest first.
    ///
    /// - Throws: ``PageError``.
    static func newest(_ seat: String, bus: PageBus, rights: Rights, now: Date) async throws -> [RecordHistory.Entry] {
        let body = RecordHistoryRequest(seat: seat, from: now.addingTimeInterval(-farthest), newest: true)
        return try await bus.call(SessionOperations.recordHistory, body: body, as: rights).records
    }

    // MARK: - Changes

    /// Records a change: drops the cached tile of a seat, and notifies the browsers.
    func note(_ change: LiveChange) {
        if case .seat(let seat) = change {
            changes += 1  // In range: one a message.
            (values[seat], lastChange[seat]) = (nil, changes)
        }
        for open in streams.values { open.stream.add(change) }
    }

    /// Shows a device that waits for a measurement on the tiles of its seats.
    func ready(_ device: DeviceID, peripheral: Int, seats: [String], now: Date) {
        for seat in devices.ready(device, peripheral: peripheral, seats: seats, now: now) { note(.seat(seat)) }
    }

    /// No longer shows a device that was read or failed.
    func endReady(_ device: DeviceID) {
        for seat in devices.ended(device) { note(.seat(seat)) }
    }

    /// No longer shows devices without news.
    func forgetReady(now: Date) {
        for seat in devices.forget(now: now) { note(.seat(seat)) }
    }

    /// Refuses a new live stream once the browser, or all browsers together, have the most allowed.
    ///
    /// - Throws: ``PageError`` `tooMany`.
    func checkStreams(of session: String) throws {
        let own = streams.values.count { $0.session == session }
        guard own < Self.mostStreams.ofOne, streams.count < Self.mostStreams.ofAll else {
            throw PageError(.tooMany, text: "error.streams")
        }
    }

    /// Takes a seat's limits from an operator; its tile shows them with the next reported change.
    func take(_ limits: SeatLimits) { usual.set(limits) }

    /// Takes the site's default limits, and updates all tiles.
    func take(site limits: [SeatLimits.Limit]) {
        usual.set(site: limits)
        let seats = Array(pages.keys)
        // Also drops tiles whose seats are not on a page of the list any more.
        values = [:]
        for seat in seats { note(.seat(seat)) }
    }

    /// Whether any limits apply at this site.
    var hasLimits: Bool { usual.hasAny }

    /// The limits of a seat's person alone.
    func ownLimits(of seat: String) -> [SeatLimits.Limit] { usual.own(of: seat) }

    /// A seat's current limits, by metric.
    func limits(of seat: String) -> [SeatLimits.Limit] { usual.limits(of: seat) }

    /// Opens a stream of changes from now on for the browser session with this id.
    func follow(_ session: String) -> LiveStream {
        last += 1  // In range: one a connection.
        let (board, number) = (self, last)
        let stream = LiveStream { Task { await board.leave(number) } }
        streams[number] = (session, stream)
        return stream
    }

    private func leave(_ number: Int) { streams[number] = nil }
}
