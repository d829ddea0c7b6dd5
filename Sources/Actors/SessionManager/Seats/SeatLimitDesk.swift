internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore
internal import VitalRecords

/// Keeps what is usual of each seat's values, and tells it as a retained state.
struct SeatLimitDesk: Sendable {
    /// The setting with the limits of all seats.
    private static let setting = "limits"
    /// The most limits of a seat.
    static let most = 32

    let store: QueueStore
    let seats: SeatDirectory
    let states: RetainedStates
    let environment: BusEnvironment
    let logger: Logger
    /// One change after the other: each writes all seats' limits.
    private let turn = AsyncLock()

    init(
        store: QueueStore,
        seats: SeatDirectory,
        states: RetainedStates,
        environment: BusEnvironment,
        logger: Logger
    ) {
        (self.store, self.seats, self.states) = (store, seats, states)
        (self.environment, self.logger) = (environment, logger)
    }

    /// The operation that sets a seat's limits.
    var handlers: [RequestHandler] {
        [RequestHandler(SessionOperations.setSeatLimits) { body, _ in try await set(body) }]
    }

    /// Tells what was set before the process stopped.
    func restore() async {
        do {
            for (seat, limits) in try await all() { await tell(SeatLimits(seat: seat, limits: limits)) }
        } catch {
            logger.warning("the saved limits of seats could not be read", metadata: ["error": "\(error)"])
        }
    }

    /// Forgets a seat's limits: they say something about its person.
    func forget(_ seat: String) async throws { try await save(SeatLimits(seat: seat, limits: [])) }

    private func set(_ body: SeatLimits) async throws -> SeatLimits {
        try await seats.require(body.seat)
        try Self.check(body.limits)
        try await save(body)
        return body
    }

    private func save(_ body: SeatLimits) async throws {
        try await turn.withLock {
            var all = try await all()
            guard all[body.seat] ?? [] != body.limits else { return }
            all[body.seat] = body.limits.isEmpty ? nil : body.limits
            try await store.set(Data(try WireJSON.encode(all)), for: Self.setting, at: environment.now())
            await tell(body)
        }
    }

    private func all() async throws -> [String: [SeatLimits.Limit]] {
        guard let saved = try await store.setting(Self.setting) else { return [:] }
        return try WireJSON.decode([String: [SeatLimits.Limit]].self, from: Array(saved))
    }

    private func tell(_ limits: SeatLimits) async {
        let values = ["seat": limits.seat]
        if limits.limits.isEmpty {
            await states.clear(SessionEvents.seatLimits, values: values)
        } else {
            await states.set(SessionEvents.seatLimits, values: values, data: limits)
        }
    }

    /// Refuses what is no limit.
    ///
    /// - Throws: `BusError` `invalidArgument`.
    static func check(_ limits: [SeatLimits.Limit]) throws {
        guard limits.count <= most, Set(limits.map(\.metric)).count == limits.count else {
            throw BusError(.invalidArgument, message: "limits are \(most) at most, of each metric one")
        }
        for limit in limits {
            guard MetricTable.metric(named: limit.metric) != nil else {
                throw BusError(.invalidArgument, message: "'\(limit.metric.rawValue.prefix(64))' is no metric")
            }
            guard limit.lowest != nil || limit.highest != nil else {
                throw BusError(.invalidArgument, message: "the limit of \(limit.metric.rawValue) has neither end")
            }
            if let lowest = limit.lowest, let highest = limit.highest, highest < lowest {
                throw BusError(.invalidArgument, message: "the limit of \(limit.metric.rawValue) ends before it begins")
            }
        }
    }
}
