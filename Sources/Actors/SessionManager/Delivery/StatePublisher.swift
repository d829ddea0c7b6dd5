internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus
internal import QueueStore

/// Publishes the retained states of seats and of the queue, at most every half second.
struct StatePublisher: ManagerService {
    let parts: ServiceParts
    let erasure: SeatEraser
    let limits: SeatLimitDesk
    let queue: QueueService
    let sharedValues: SharedValueDesk
    let tokens: SessionTokens

    /// Publishes until cancelled.
    func run() async {
        var shown: [String: SessionState] = [:]
        if let sealing = tokens.sealingState {
            await states.set(SessionEvents.sealingState, values: [:], data: sealing)
        }
        await publish(&shown)
        await clearLeft(except: Set(shown.keys))
        while !Task.isCancelled {
            do { try await environment.clock.sleep(for: .milliseconds(500)) } catch { return }
            await signals.states.wait(atMost: .seconds(30), clock: environment.clock)
            await publish(&shown)
        }
    }

    /// Clears the states of seats without a session, which a broker that starts with an older file may have.
    private func clearLeft(except shown: Set<String>) async {
        do {
            let running = Set(try await store.sessions.open().filter { $0.endedAt == nil }.map(\.seat))
            let left = try await parts.seats.everKnown().subtracting(running.union(shown))
                .subtracting(parts.seats.configured)
            for seat in left.sorted() { await states.clear(SessionEvents.sessionState, values: ["seat": seat]) }
        } catch {
            logger.warning("could not clear old states of seats", metadata: ["error": "\(error)"])
        }
    }

    /// Publishes only what has changed: a thousand seats' states after every reading would fill the site's network.
    private func publish(_ shown: inout [String: SessionState]) async {
        // Taken first: a change made during the publication is published next time.
        let (erased, changed) = (erasure.takeErased(), store.changedSeats.take())
        do {
            let overview = try await store.sessions.overview()
            let running = overview.open.filter { $0.endedAt == nil }
            // Done first, and only when a session started: no value may be judged by another person's limits.
            if running.contains(where: { shown[$0.seat]?.sessionID != $0.id }) { try await limits.endFormer() }
            let (left, ended) = (overview.leftovers, overview.endedDestinations)
            let (seats, configured) = (Set(running.map(\.seat)), Set(parts.seats.configured))
            let gone = erased.subtracting(seats).subtracting(configured)
            // An unlisted seat keeps its state while its person has unsynced records.
            let waiting = Set(left.filter { $0.value.unsynced > 0 }.keys)
            var present = Dictionary(
                running.map { ($0.seat, state($0, left: left[$0.seat], ended: ended[$0.id])) }
            ) { $1 }
            for seat in configured.union(waiting).union(shown.keys).subtracting(seats).subtracting(gone) {
                present[seat] = empty(seat, left: left[seat])
            }
            for (seat, state) in present where shown[seat] != state {
                await states.set(SessionEvents.sessionState, values: ["seat": seat], data: state)
            }
            for seat in gone { await states.clear(SessionEvents.sessionState, values: ["seat": seat]) }
            shown = present
            await states.set(SessionEvents.queueState, values: [:], data: try await queue.state())
            try await sharedValues.publish(running, changed: changed)
        } catch {
            erasure.putBack(erased)
            store.changedSeats.note(changed)
            logger.warning("could not publish states; will retry", metadata: ["error": "\(error)"])
        }
    }

    private func state(_ session: StoredSession, left: SeatLeftover?, ended: [String]?) -> SessionState {
        SessionState(
            seat: session.seat,
            active: true,
            sessionID: session.id,
            startedAt: session.startedAt,
            validated: session.isValidated ? .yes : .pending,
            defaultUser: session.isDefaultUser,
            subscriptionsRevision: StoredSubscriptions(session.subscriptions).revision,
            endReason: left?.endReason.map(SessionEndReason.init(rawValue:)),
            unsyncedRecords: left?.told,
            endedDestinations: ended?.map(CloudAPI.init(rawValue:))
        )
    }

    private func empty(_ seat: String, left: SeatLeftover?) -> SessionState {
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
    /// The count as states show it; zero is left out.
    fileprivate var told: Int? { unsynced > 0 ? unsynced : nil }
}
