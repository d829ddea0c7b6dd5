internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import MessageBus
internal import VitalRecords

extension SessionManagerActor {
    /// The operations that list seats and sessions.
    var seatHandlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.seats) { [self] body, _ in try await seats(page: max(1, body.page ?? 1)) },
            RequestHandler(SessionOperations.sessions) { [self] body, _ in
                if let seat = body.seat { try await requireKnown(seat) }
                let found = try await store.sessions(seat: body.seat, page: body.page ?? 1, pageSize: Self.pageSize)
                return SessionPage(page: found.page, pages: found.pages, sessions: found.elements.map(entry))
            },
        ]
    }

    /// The seats that there are: those of the configuration, and those of which something is here.
    ///
    /// - Parameter held: Whether a held reading, which may name a seat that there never was, makes one.
    func knownSeats(held: Bool = false) async throws -> Set<String> {
        try await store.seats(held: held).union(ownership.seats)
    }

    /// Refuses a seat that does not exist, and names what exists.
    ///
    /// - Parameter held: Whether a held reading that names it is enough.
    /// - Throws: `BusError` `notFound`.
    func requireKnown(_ seat: String, held: Bool = false) async throws {
        try BusAddress.check(seat, as: "seat")
        guard !ownership.seats.contains(seat) else { return }
        let known = try await knownSeats(held: held)
        guard !known.contains(seat) else { return }
        throw Self.unknownSeat(seat, known.sorted())
    }

    /// Why a reading is not taken: its person typed it for a seat that does not exist, and hears of it at once.
    ///
    /// Of any other producer a reading is taken, since refused it would be gone.
    func refusal(of reading: Reading) async throws -> BusError? {
        guard reading.source.kind == .manual, let seat = reading.seat else { return nil }
        do {
            try await requireKnown(seat.rawValue)
            return nil
        } catch let error as BusError where error.code == .notFound {
            return error
        }
    }

    /// Says which seats there are.
    static func unknownSeat(_ seat: String, _ known: [String]) -> BusError {
        guard !known.isEmpty else {
            return BusError(
                .notFound,
                "there is no seat '\(seat)', nor any other: list 'seats' in the configuration, or start a session"
            )
        }
        let more = known.count > 20 ? " and \(known.count - 20) more" : ""
        return BusError(
            .notFound,
            "there is no seat '\(seat)'; there \(known.count == 1 ? "is" : "are") \(known.prefix(20).joined(separator: ", "))"
                + more
        )
    }

    private static let seatsOnPage = 50

    private func seats(page: Int) async throws -> SeatPage {
        let known = try await knownSeats(held: true).sorted()
        let pages = max(1, (known.count + Self.seatsOnPage - 1) / Self.seatsOnPage)
        let wanted = page > pages ? [] : Array(known.dropFirst((page - 1) * Self.seatsOnPage).prefix(Self.seatsOnPage))
        let facts = try await store.facts(ofSeats: wanted)
        return SeatPage(page: page, pages: pages, seats: facts.map(entry))
    }

    private func entry(_ facts: SeatFacts) -> SeatPage.Entry {
        SeatPage.Entry(
            seat: facts.seat,
            configured: ownership.seats.contains(facts.seat),
            session: facts.session.map(view),
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
            session: view(found.session),
            endedAt: found.session.endedAt,
            reason: found.session.endReason.map(SessionEndReason.init(rawValue:)),
            open: found.open
        )
    }
}
