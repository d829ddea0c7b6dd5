internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import SiteHealth
internal import SiteRecords

/// The ward board: all seats by need, for everybody who sees values.
struct BoardPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("board") { _, context in try await page(context, template: "board") }
        router.get("board/rows") { request, context in
            try await page(context, template: "boardRows", seat: request.asked("seat"))
        }
    }

    /// - Parameter seat: The only seat whose row is asked for; nil for all rows.
    private func page(_ context: PageContext, template: String, seat: String? = nil) async throws -> Response {
        let session = try context.known
        try Self.require(session)
        let now = parts.environment.now()
        let time = PageTime(language: context.language, now: now)
        let isWhole = template == "board"
        var page = PageModel(
            parts,
            context: context,
            title: isWhole ? context.language["board.title"] : "",
            place: "board"
        )
        let view = BoardView(time: time, stale: parts.board.stale)
        for (name, value) in view.model(try await rows(session, seat: seat, time: time)) { page[name] = value }
        guard isWhole else { return PageReply.html(try page.part(template)) }
        parts.audit.note(session, what: "board", at: now)
        page["limitsWords"] = SiteLimitsView(time: time).words(parts.limits.site)
        page["isUnlimited"] = await !parts.board.hasLimits
        return try page.response(template)
    }

    private func rows(_ session: PageSession, seat: String?, time: PageTime) async throws -> [BoardRow] {
        let (now, board) = (time.now, parts.board)
        let tiles =
            if let seat {
                [try await board.tile(seat, for: session.rights, now: now)].compactMap(\.self)
            } else { try await board.tiles(for: session.rights, now: now) }
        return await BoardRows(parts: parts).rows(tiles, rights: session.rights, time: time)
    }

    /// Refuses those who see no values, and tablets.
    ///
    /// - Throws: ``PageError``.
    static func require(_ session: PageSession) throws {
        guard session.rights.seat == nil else { throw PageError(.notFound, text: "error.page") }
        try session.rights.require(SessionOperations.recordHistory)
    }
}

/// Judges tiles for the board, with what the site's hubs report.
struct BoardRows: Sendable {
    let parts: PageParts

    func rows(_ tiles: [SeatTile], rights: Rights, time: PageTime) async -> [BoardRow] {
        let silent = await silent(tiles.map(\.seat), rights: rights, now: time.now)
        return tiles.map { tile in
            BoardRow(
                tile,
                hubs: silent.hubs(of: tile.seat),
                isSilent: silent.contains(tile.seat),
                now: time.now,
                stale: parts.board.stale,
                zone: time.zone
            )
        }
    }

    private func silent(_ seats: [String], rights: Rights, now: Date) async -> SilentSeats {
        let facts = await parts.watch.facts
        let entries = await parts.watch.hubs(now).map(\.entry)
        let states = facts.hubs.compactMap { facts[$0].passive }
        return SilentSeats(
            hubs: SilentSeats.hubs(entries, known: facts.hubs, seats: seats),
            findings: await parts.watch.trouble,
            unread: SilentSeats.unread(states, assignments: await parts.devices.assignments(rights, now: now))
        )
    }
}

/// The present assignments of devices, read again after a while, because every row of the board needs them.
actor BoardDevices {
    /// How long the assignments are used, in seconds.
    private static let age: TimeInterval = 30
    /// The largest number of pages read.
    private static let most = 50

    private let bus: PageBus
    private var known: (assignments: [AssignmentView], read: Date)?

    init(bus: PageBus) { self.bus = bus }

    /// The assignments; the last known ones if the session manager does not answer, and none before it has answered.
    func assignments(_ rights: Rights, now: Date) async -> [AssignmentView] {
        if let known, abs(now.timeIntervalSince(known.read)) < Self.age { return known.assignments }
        // Absent is nil: the board also shows a session manager that does not answer by its connection.
        let found = try? await PageBus.all(most: Self.most) { page in
            let next = try await bus.call(SessionOperations.devices, body: PageRequest(page: page), as: rights)
            return (next.assignments, next.pages ?? 1)
        }
        guard let found else { return known?.assignments ?? [] }
        known = (found, now)
        return found
    }
}
