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
            for session in running {
                await states.set(SessionEvents.sessionState, ["seat": session.seat], state(session))
            }
            let seats = Set(running.map(\.seat))
            let configured = Set(actor.ownership.seats)
            let gone = erased.subtracting(seats).subtracting(configured)
            for seat in shown.union(configured).subtracting(seats).subtracting(gone) {
                await states.set(SessionEvents.sessionState, ["seat": seat], empty(seat))
            }
            for seat in gone { await states.clear(SessionEvents.sessionState, ["seat": seat]) }
            shown = seats
            await states.set(SessionEvents.queueState, [:], try await actor.queueState())
        } catch {
            actor.erasedSeats.withLock { $0.formUnion(erased) }
            actor.context.logger.warning("states wait", metadata: ["error": "\(error)"])
        }
    }

    private func state(_ session: StoredSession) -> SessionState {
        SessionState(
            seat: session.seat,
            active: true,
            sessionID: session.id,
            startedAt: session.startedAt,
            validated: session.isValidated ? "yes" : "pending",
            defaultUser: session.isDefaultUser,
            subscriptionsRevision: StoredSubscriptions(session.subscriptions).revision
        )
    }

    private func empty(_ seat: String) -> SessionState {
        SessionState(
            seat: seat,
            active: false,
            sessionID: nil,
            startedAt: nil,
            validated: nil,
            defaultUser: false
        )
    }
}
