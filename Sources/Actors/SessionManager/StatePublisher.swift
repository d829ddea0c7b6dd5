internal import ActorRuntime
internal import BusContract
internal import DurableStore
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import Synchronization

/// Publishes what stands now: each seat's session and the queue's depths, at most every half second.
struct StatePublisher: Sendable {
    let actor: SessionManagerActor
    let wake: WakeUp

    /// Publishes until cancelled.
    func run() async {
        let clock = actor.context.environment.clock
        var shown: Set<String> = []
        if let sealing = actor.sealingState { await actor.context.states.set(SessionEvents.sealingState, [:], sealing) }
        while !Task.isCancelled {
            await publish(&shown)
            do { try await clock.sleep(for: .milliseconds(500)) } catch { return }
            await wake.wait(atMost: .seconds(30), clock: clock)
        }
    }

    private func publish(_ shown: inout Set<String>) async {
        let states = actor.context.states
        let erased = actor.erasedSeats.withLock { seats in
            defer { seats = [] }
            return seats
        }
        do {
            let running = try await actor.store.openSessions().filter { $0.endedAt == nil }
            let left = try await actor.store.leftovers()
            for session in running {
                let state = state(session, left[session.seat])
                await states.set(SessionEvents.sessionState, ["seat": session.seat], state)
            }
            let seats = Set(running.map(\.seat))
            let configured = Set(actor.ownership.seats)
            let gone = erased.subtracting(seats).subtracting(configured)
            // A seat that nobody configured is told of as long as its person's records wait for a session.
            let waiting = Set(left.filter { $0.value.unsynced > 0 }.keys)
            for seat in shown.union(configured).union(waiting).subtracting(seats).subtracting(gone) {
                await states.set(SessionEvents.sessionState, ["seat": seat], empty(seat, left[seat]))
            }
            for seat in gone { await states.clear(SessionEvents.sessionState, ["seat": seat]) }
            shown = seats
            await states.set(SessionEvents.queueState, [:], try await actor.queueState())
        } catch {
            actor.erasedSeats.withLock { $0.formUnion(erased) }
            actor.context.logger.warning("states wait", metadata: ["error": "\(error)"])
        }
    }

    private func state(_ session: StoredSession, _ left: SeatLeftover?) -> SessionState {
        SessionState(
            seat: session.seat,
            active: true,
            sessionID: session.id,
            startedAt: session.startedAt,
            validated: session.isValidated ? .yes : .pending,
            defaultUser: session.isDefaultUser,
            subscriptionsRevision: StoredSubscriptions(session.subscriptions).revision,
            endReason: left?.endReason.map(SessionEndReason.init(rawValue:)),
            unsyncedRecords: left?.told
        )
    }

    private func empty(_ seat: String, _ left: SeatLeftover?) -> SessionState {
        SessionState(
            seat: seat,
            active: false,
            sessionID: nil,
            startedAt: nil,
            validated: nil,
            defaultUser: false,
            endReason: left?.endReason.map(SessionEndReason.init(rawValue:)),
            unsyncedRecords: left?.told
        )
    }
}

extension SeatLeftover {
    /// The count as states tell it: none is not told.
    fileprivate var told: Int? { unsynced > 0 ? unsynced : nil }
}
