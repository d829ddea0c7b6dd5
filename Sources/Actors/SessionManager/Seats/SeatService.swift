internal import BusContract
internal import MessageBus
internal import QueueStore
internal import StoreEngine

/// Lists seats and sessions.
struct SeatService: ManagerService {
    private static let seatsPerPage = 50

    let parts: ServiceParts

    /// The operations that list seats and sessions.
    var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.seats) { body, request in
                try await page(max(1, body.page ?? 1), within: seats.roll.reach(of: request.caller))
            },
            RequestHandler(SessionOperations.sessions) { body, request in
                if let seat = body.seat { try await seats.require(seat) }
                let found = try await store.sessions.sessions(
                    seat: body.seat,
                    within: seats.roll.reach(of: request.caller),
                    page: body.page ?? 1,
                    pageSize: RecordLists.pageSize
                )
                return SessionPage(page: found.page, pages: found.pages, sessions: found.elements.map(entry))
            },
        ]
    }

    private func page(_ page: Int, within reach: Set<String>?) async throws -> SeatPage {
        let known = try await seats.known(held: true).filter { reach?.contains($0) ?? true }.sorted()
        let pages = max(1, (known.count + Self.seatsPerPage - 1) / Self.seatsPerPage)
        let wanted =
            page > pages ? [] : Array(known.dropFirst((page - 1) * Self.seatsPerPage).prefix(Self.seatsPerPage))
        let facts = try await store.sessions.facts(ofSeats: wanted)
        let configured = Set(seats.configured)
        return SeatPage(page: page, pages: pages, seats: facts.map { entry($0, configured: configured) })
    }

    private func entry(_ facts: SeatFacts, configured: Set<String>) -> SeatPage.Entry {
        var session = facts.session.map { SessionView($0, further: facts.further) }
        session?.units = settings.units.units(of: facts.seat)
        return SeatPage.Entry(
            seat: facts.seat,
            configured: configured.contains(facts.seat),
            session: session,
            lastMeasuredAt: facts.lastMeasuredAt,
            waiting: facts.waiting,
            unsynced: facts.unsynced,
            rejected: facts.rejected,
            held: facts.held,
            devices: facts.devices
        )
    }

    private func entry(_ found: (session: StoredSession, open: Int)) -> SessionPage.Entry {
        SessionPage.Entry(
            session: SessionView(found.session),
            endedAt: found.session.endedAt,
            reason: found.session.endReason.map(SessionEndReason.init(rawValue:)),
            open: found.open
        )
    }
}
