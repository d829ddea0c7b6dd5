internal import BusContract
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Knows which seats exist: those of the configuration, and those with data in the store.
struct SeatDirectory: Sendable {
    let store: QueueStore
    /// The seats that are listed.
    let roll: SeatRoll

    /// The seats of the configuration and of the site's hubs; empty if none are listed.
    var configured: [String] { roll.seats }

    /// All seats.
    ///
    /// - Parameter held: Whether a seat counts that only a held reading names; it may never have existed.
    func known(held: Bool = false) async throws -> Set<String> {
        try await store.sessions.seats(held: held).union(configured)
    }

    /// All seats, also those whose persons were erased.
    func everKnown() async throws -> Set<String> {
        try await known().union(store.sessions.erasedSeats())
    }

    /// Refuses an unknown seat, and lists the known ones in the error.
    ///
    /// - Parameter held: Whether a held reading that names the seat is enough.
    /// - Throws: `BusError` `notFound`.
    func require(_ seat: String, held: Bool = false) async throws {
        try BusAddress.check(seat, as: "seat")
        guard !configured.contains(seat) else { return }
        let known = try await known(held: held)
        guard !known.contains(seat) else { return }
        throw Self.unknown(seat, among: known.sorted())
    }

    /// Refuses a seat at which no session can start.
    ///
    /// - Throws: `BusError` `notFound`.
    func requireStartable(_ seat: String) throws {
        try BusAddress.check(seat, as: "seat")
        let configured = configured
        guard configured.isEmpty || configured.contains(seat) else { throw Self.unknown(seat, among: configured) }
    }

    /// The session that a seat has now.
    ///
    /// - Throws: `BusError` `notFound` if the seat does not exist or has no session.
    func session(of seat: String) async throws -> StoredSession {
        try await require(seat)
        guard let session = try await store.sessions.session(seat: seat) else {
            throw BusError(.notFound, message: "seat '\(seat)' has no session: start one with startSession")
        }
        return session
    }

    /// The error for a typed reading whose seat does not exist; nil for any other reading.
    ///
    /// Other producers' readings are never refused because of their seat, because a refused reading would be lost.
    func refusal(of reading: Reading) async throws -> BusError? {
        guard reading.source.kind == .manual, let seat = reading.seat else { return nil }
        do {
            try await require(seat.rawValue)
            return nil
        } catch let error as BusError where error.code == .notFound {
            return error
        }
    }

    private static func unknown(_ seat: String, among known: [String]) -> BusError {
        guard !known.isEmpty else {
            return BusError(
                .notFound,
                message:
                    "unknown seat '\(seat)', and there are no others: list 'seats' in the configuration, or start a session"
            )
        }
        let more = known.count > 20 ? " and \(known.count - 20) more" : ""
        return BusError(
            .notFound,
            message:
                "unknown seat '\(seat)'; there \(known.count == 1 ? "is" : "are") \(known.prefix(20).joined(separator: ", "))"
                + more
        )
    }
}
