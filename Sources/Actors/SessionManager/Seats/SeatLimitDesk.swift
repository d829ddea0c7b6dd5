internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Stores each seat's limits of usual values, and publishes them as a retained state.
///
/// Limits belong to the person: they stay while the same user's sessions follow each other, and end when another user's
/// session starts. Limits set while the seat was empty belong to its next person.
struct SeatLimitDesk: ManagerService {
    /// The limits of a seat's person.
    private struct Kept: Codable, Sendable, Hashable {
        var limits: [SeatLimits.Limit]
        /// The person's user and organization; nil until a person has the seat.
        var person: [String]?
    }

    /// The setting with the limits of all seats and whose they are.
    private static let setting = "limits"
    /// The most limits of a seat.
    static let most = 32

    let parts: ServiceParts
    /// Serialises changes, because each one writes all seats' limits.
    private let turn = AsyncLock()

    init(_ parts: ServiceParts) { self.parts = parts }

    /// The operation that sets a seat's limits.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.setSeatLimits) { body, _ in try await set(body) }]
    }

    /// Publishes the limits that were set before the process stopped, and clears those of all other seats: a broker that
    /// starts with an older file has a former person's.
    func restore() async {
        do {
            try await endFormer()
            // Requests are answered meanwhile: without its turn, it would publish what one of them just deleted.
            try await turn.withLock {
                let kept = try await all()
                for seat in try await seats.everKnown().union(kept.keys).sorted() {
                    await tell(SeatLimits(seat: seat, limits: kept[seat]?.limits ?? []))
                }
            }
        } catch {
            logger.warning("could not read the stored limits of seats", metadata: ["error": "\(error)"])
        }
    }

    /// Deletes a seat's limits, which reveal something about its person.
    func forget(_ seat: String) async throws { try await save(SeatLimits(seat: seat, limits: [])) }

    /// Deletes the limits of seats that now belong to another person, and assigns ownerless limits to the present
    /// person.
    ///
    /// - Throws: `StoreError`.
    func endFormer() async throws {
        try await turn.withLock {
            let running = try await store.sessions.open().filter { $0.endedAt == nil }
            let present = Dictionary(running.map { ($0.seat, Self.name($0)) }) { first, _ in first }
            let before = try await all()
            var kept = before
            for (seat, one) in before {
                guard let person = present[seat], person != one.person else { continue }
                if one.person == nil { kept[seat]?.person = person } else { kept[seat] = nil }
            }
            guard kept != before else { return }
            try await write(kept)
            for seat in before.keys where kept[seat] == nil { await tell(SeatLimits(seat: seat, limits: [])) }
        }
    }

    private static func name(_ session: StoredSession) -> [String] { [session.userID, session.organizationID] }

    private func set(_ body: SeatLimits) async throws -> SeatLimits {
        try await seats.require(body.seat)
        try Self.check(body.limits)
        try await save(body)
        return body
    }

    private func save(_ body: SeatLimits) async throws {
        try await turn.withLock {
            var all = try await all()
            // Read in its turn, so that another person's session cannot begin between this and the change.
            let person = try await store.sessions.session(seat: body.seat).map(Self.name)
            let kept = body.limits.isEmpty ? nil : Kept(limits: body.limits, person: person)
            guard all[body.seat] != kept else { return }
            all[body.seat] = kept
            try await write(all)
            await tell(body)
        }
    }

    private func write(_ all: [String: Kept]) async throws {
        try await store.set(Data(try WireJSON.encode(all)), for: Self.setting, at: environment.now())
    }

    private func all() async throws -> [String: Kept] {
        guard let saved = try await store.setting(Self.setting) else { return [:] }
        // Absent is nil: an earlier version stored limits without the person. The next change rewrites all of them.
        if let all = try? WireJSON.decode([String: Kept].self, from: Array(saved)) { return all }
        let old = try WireJSON.decode([String: [SeatLimits.Limit]].self, from: Array(saved))
        return old.mapValues { Kept(limits: $0, person: nil) }
    }

    private func tell(_ limits: SeatLimits) async {
        let values = ["seat": limits.seat]
        if limits.limits.isEmpty {
            await states.clear(SessionEvents.seatLimits, values: values)
        } else {
            await states.set(SessionEvents.seatLimits, values: values, data: limits)
        }
    }

    /// Refuses invalid limits.
    ///
    /// - Throws: `BusError` `invalidArgument`.
    static func check(_ limits: [SeatLimits.Limit]) throws {
        guard limits.count <= most, Set(limits.map(\.metric)).count == limits.count else {
            throw BusError(.invalidArgument, message: "use at most \(most) limits, one per metric")
        }
        for limit in limits {
            guard MetricTable.metric(named: limit.metric) != nil else {
                throw BusError(.invalidArgument, message: "'\(limit.metric.rawValue.prefix(64))' is not a metric")
            }
            guard limit.lowest != nil || limit.highest != nil else {
                throw BusError(
                    .invalidArgument,
                    message: "the limit of \(limit.metric.rawValue) has neither a lowest nor a highest value"
                )
            }
            if let lowest = limit.lowest, let highest = limit.highest, highest < lowest {
                throw BusError(
                    .invalidArgument,
                    message: "the limit of \(limit.metric.rawValue) has a highest value below its lowest"
                )
            }
        }
    }
}
