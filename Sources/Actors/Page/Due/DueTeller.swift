internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import VitalRecords

/// Publishes what the plan of each seat's person asks for, when it changes (``PageTopics/dueState``).
///
/// A state names the session whose person has the plan. It is cleared when that session ends, and also if an earlier
/// run of the page left it.
actor DueTeller {
    /// How often all plans are judged.
    private static let pause = Duration.seconds(30)

    private let client: BusClient
    private let states: RetainedStates
    private let board: LiveBoard
    private let plans: PersonPlans
    private let logger: Logger
    private let zone: TimeZone
    /// The published states by seat.
    private var told: [String: DueState] = [:]
    /// The seats whose state at the broker is not from this run.
    private var left: Set<String> = []

    init(_ context: ActorContext, board: LiveBoard, plans: PersonPlans, zone: TimeZone = .current) {
        (client, states, logger) = (context.client, context.states, context.logger)
        (self.board, self.plans, self.zone) = (board, plans, zone)
    }

    /// Publishes until cancelled.
    ///
    /// - Throws: `BusError`.
    func run() async throws {
        let (changes, _) = await board.follow("due")
        defer { changes.end() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await self.followLeft(changes) }
            group.addTask { await self.remind(changes) }
            group.addTask { await self.tell(changes) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Finds the states that an earlier run left at the broker.
    private func followLeft(_ changes: LiveStream) async throws {
        let subscription = try await client.subscribe(to: [PageTopics.dueState.descriptor], hub: nil, capacity: 256)
        for await message in subscription {
            guard message.retain, !message.payload.isEmpty, let seat = message.levels.last, told[seat] == nil else {
                continue
            }
            left.insert(seat)
            changes.add(.seat(seat))
        }
        subscription.cancel()
    }

    /// Asks for all plans again and again: time alone makes a measurement due.
    private func remind(_ changes: LiveStream) async {
        while !Task.isCancelled {
            for seat in Set(plans.file.all.keys).union(told.keys) { changes.add(.seat(seat)) }
            do { try await client.environment.clock.sleep(for: Self.pause) } catch { return }
        }
    }

    /// Judges one seat after the other, so that no older state replaces a newer one.
    private func tell(_ changes: LiveStream) async {
        while !Task.isCancelled {
            let changed = await changes.next(atMost: Self.pause, clock: client.environment.clock)
            for one in changed {
                if case .seat(let seat) = one.change { await look(at: seat, number: one.number) }
            }
        }
    }

    private func look(at seat: String, number: Int) async {
        do {
            let state = try await state(of: seat, number: number)
            guard let state else { return await clear(seat) }
            guard state != told[seat] else { return }
            (told[seat], _) = (state, left.remove(seat))
            await states.set(PageTopics.dueState, values: ["seat": seat], data: state)
        } catch {
            // The next look follows within half a minute.
            logger.debug("cannot judge a plan now", metadata: ["seat": "\(seat)", "error": "\(error)"])
        }
    }

    private func state(of seat: String, number: Int) async throws -> DueState? {
        guard plans.file.all[seat] != nil else { return nil }
        let now = client.environment.now()
        guard let tile = try await board.changed(seat, number: number, for: .wholeSite, now: now) else { return nil }
        return DueState(tile, now: now, zone: zone)
    }

    private func clear(_ seat: String) async {
        let wasLeft = left.remove(seat) != nil
        guard told.removeValue(forKey: seat) != nil || wasLeft else { return }
        await states.clear(PageTopics.dueState, values: ["seat": seat])
    }
}

extension DueState {
    /// What the plan of a seat's person asks for; nil without a plan or a session.
    init?(_ tile: SeatTile, now: Date, zone: TimeZone) {
        guard let session = tile.entry.session, let due = tile.due(now: now, zone: zone) else { return nil }
        let late = due.overdue.map { Item(metric: $0.metric, since: $0.state.time, overdue: true) }
        let open = due.due.map { Item(metric: $0.metric, since: $0.state.time, overdue: false) }
        // A value of a fast clock counts as measured now, so its next time would be another one at each look.
        let isFast = (tile.values ?? []).contains { $0.at > now }
        self.init(
            seat: tile.seat,
            sessionID: session.sessionID,
            metrics: late + open,
            next: isFast ? nil : due.next
        )
    }
}
