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
    private let units: PageUnits
    private var values: [String: (seen: SeatTile.Seen, made: Date)] = [:]
    private var log = ChangeLog()
    /// This run's name in versions.
    nonisolated let run = String(UInt32.random(in: .min ... .max), radix: 16)
    /// The latest reading of each seat that changed, which all who follow changes share.
    private var readings: [String: ChangedSeat] = [:]
    /// The requests for pages of the site's list that are under way for changed seats.
    private var listing: [Int: (count: Int, page: Task<SeatPage, any Error>)] = [:]
    /// The page of the site's list on which each seat was last found.
    private var pages: [String: Int] = [:]
    private var streams: [Int: (session: String, stream: LiveStream)] = [:]
    private var last = 0
    /// The devices that wait for a measurement.
    private var devices = ReadyDevices()

    init(bus: PageBus, usual: UsualValues, files: PageFiles, stale: TimeInterval) {
        (self.bus, self.usual, self.stale) = (bus, usual, stale)
        (labels, plans, units) = (files.labels, files.plans, files.units)
    }

    /// All tiles that these rights allow to see.
    ///
    /// - Throws: ``PageError``.
    func tiles(for rights: Rights, now: Date) async throws -> [SeatTile] {
        let entries = try await entries(rights)
        guard rights.seesValues else { return entries.map(hidden) }
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
        if let page = pages[seat] { entry = try await list(page, as: rights).seats.first { $0.seat == seat } }
        // The seat may have moved to another page, because seats before it were added or removed.
        if entry == nil { entry = try await entries(rights).first { $0.seat == seat } }
        guard let entry else { return nil }
        guard rights.seesValues else { return hidden(entry) }
        let found = try await look(at: [seat], rights: rights, now: now)
        return tile(entry, seen: found[seat], rights: rights)
    }

    private func hidden(_ entry: SeatPage.Entry) -> SeatTile {
        SeatTile(hidden: entry, units: units.units(of: entry.seat, session: entry.session))
    }

    private func tile(_ entry: SeatPage.Entry, seen: SeatTile.Seen?, rights: Rights) -> SeatTile {
        // Every visitor of a room sees its tablet, so it shows neither label nor plan.
        let isWard = rights.seat == nil
        let label = isWard ? labels.label(of: entry.seat, session: entry.session) : nil
        let plan = isWard ? plans.entry(of: entry.seat, session: entry.session) : nil
        var tile = SeatTile(entry, seen: seen, label: label, plan: plan) { newest in
            units.units(of: entry.seat, session: entry.session, newest: newest)
        }
        tile.waiting = devices.peripherals(at: entry.seat)
        // The next request asks again for values that were another person's.
        if tile.person != seen?.person { (values[entry.seat], readings[entry.seat]) = (nil, nil) }
        return tile
    }

    /// The seats that these rights allow to see, with their present sessions.
    ///
    /// - Throws: ``PageError``.
    func entries(_ rights: Rights) async throws -> [SeatPage.Entry] {
        var (found, page, last) = ([SeatPage.Entry](), 1, 1)
        while page <= last {
            let next = try await list(page, as: rights)
            for entry in next.seats { pages[entry.seat] = page }
            found += next.seats.filter { rights.sees($0.seat) }
            last = min(next.pages, Self.mostPages)
            page += 1
        }
        return found
    }

    private func list(_ page: Int, as rights: Rights) async throws -> SeatPage {
        try await bus.call(SessionOperations.seats, body: SeatsRequest(page: page), as: rights)
    }

    /// The values of seats, from the cache if fresh, otherwise from the session manager.
    private func look(at seats: [String], rights: Rights, now: Date) async throws -> [String: SeatTile.Seen] {
        var known: [String: SeatTile.Seen] = [:]
        for seat in seats {
            guard let kept = values[seat], abs(now.timeIntervalSince(kept.made)) <= Self.age else { continue }
            known[seat] = kept.seen
        }
        let due = seats.filter { known[$0] == nil }
        let began = log.count
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
        guard log.number(of: .seat(seat)) <= began else { return }
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
            hasBefore: page.hasBefore ?? false,
            newest: maker.units(of: [page.records, older].flatMap(\.self))
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
        let number = log.note(change)
        if case .seat(let seat) = change { (values[seat], readings[seat]) = (nil, nil) }
        for open in streams.values { open.stream.add(change, number: number) }
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
        noteAll()
    }

    /// Updates all tiles.
    func noteAll() {
        let seats = Array(pages.keys)
        // Also drops tiles whose seats are not on a page of the list any more.
        values = [:]
        for seat in seats { note(.seat(seat)) }
    }

    /// The units of a seat's person, from its latest known tile.
    ///
    /// - Throws: ``PageError``.
    func units(of seat: String, for rights: Rights, now: Date) async throws -> ShownUnits {
        try await changed(seat, number: 0, for: rights, now: now)?.units ?? units.siteUnits
    }

    /// Whether any limits apply at this site.
    var hasLimits: Bool { usual.hasAny }

    /// The limits of a seat's person alone.
    func ownLimits(of seat: String) -> [SeatLimits.Limit] { usual.own(of: seat) }

    /// A seat's current limits, by metric.
    func limits(of seat: String) -> [SeatLimits.Limit] { usual.limits(of: seat) }

    /// The present version, to be read before anything that a page shows.
    var version: LiveVersion { LiveVersion(run: run, number: log.count) }

    /// Opens a stream of changes for the browser session with this id.
    ///
    /// - Parameters:
    ///   - since: The version of the page that follows; the stream begins with what changed after it. Nil for a stream
    ///     from now on.
    ///   - wants: Whether the browser shows what changed.
    /// - Returns: The stream, and the version from which it is complete: not `since` if changes after it are unknown,
    ///   so that the page must ask for everything.
    func follow(
        _ session: String,
        since: LiveVersion? = nil,
        wants: @escaping @Sendable (LiveChange) -> Bool = { _ in true }
    ) -> (stream: LiveStream, from: LiveVersion) {
        last += 1  // In range: one a connection.
        let (board, number) = (self, last)
        let stream = LiveStream(wants: wants) { Task { await board.leave(number) } }
        streams[number] = (session, stream)
        guard let since, since.run == run, let missed = log.after(since.number) else { return (stream, version) }
        for one in missed { stream.add(one.change, number: one.number) }
        return (stream, since)
    }

    private func leave(_ number: Int) { streams[number] = nil }
}

extension LiveBoard {
    /// A changed seat as it was read once for all who follow changes.
    private struct ChangedSeat {
        /// The number of the seat's latest change when it was asked for.
        let number: Int
        let made: Date
        let found: Task<(entry: SeatPage.Entry, seen: SeatTile.Seen?)?, any Error>
    }

    /// The tile of a changed seat, read once for all who ask for the same change; nil if the seat is gone.
    ///
    /// - Parameter number: The change's number; 0 for the latest state known, which is ten seconds old at most.
    /// - Throws: ``PageError``.
    func changed(_ seat: String, number: Int, for rights: Rights, now: Date) async throws -> SeatTile? {
        try rights.require(seat: seat)
        guard let found = try await reading(of: seat, number: number, now: now).value else { return nil }
        guard rights.seesValues else { return hidden(found.entry) }
        return tile(found.entry, seen: found.seen, rights: rights)
    }

    private func reading(
        of seat: String,
        number: Int,
        now: Date
    ) -> Task<(entry: SeatPage.Entry, seen: SeatTile.Seen?)?, any Error> {
        if let known = readings[seat], known.number >= number, abs(now.timeIntervalSince(known.made)) <= Self.age {
            return known.found
        }
        let wanted = log.number(of: .seat(seat))
        let found = Task {
            do {
                return try await self.read(seat, now: now)
            } catch {
                // The next one who asks tries again.
                if self.readings[seat]?.number == wanted { self.readings[seat] = nil }
                throw error
            }
        }
        if readings.count >= Self.most { readings = [:] }
        readings[seat] = ChangedSeat(number: wanted, made: now, found: found)
        return found
    }

    /// Asks for a seat's place in the site's list and for its values at the same time.
    private func read(_ seat: String, now: Date) async throws -> (entry: SeatPage.Entry, seen: SeatTile.Seen?)? {
        async let seen = look(at: [seat], rights: .wholeSite, now: now)[seat]
        var entry: SeatPage.Entry?
        if let page = pages[seat] { entry = try await listed(page).seats.first { $0.seat == seat } }
        if entry == nil { entry = try await entries(.wholeSite).first { $0.seat == seat } }
        guard let entry else { return nil }
        return (entry, try await seen)
    }

    /// A page of the site's list; seats that changed together share one request, unless something changed after it.
    private func listed(_ page: Int) async throws -> SeatPage {
        if let known = listing[page], known.count == log.count { return try await known.page.value }
        let count = log.count
        let asked = Task { try await self.list(page, as: .wholeSite) }
        listing[page] = (count, asked)
        defer { if listing[page]?.count == count { listing[page] = nil } }
        return try await asked.value
    }
}
