internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

extension HealthImporterActor {
    /// Keeps in mind which seats have which sessions, until cancelled.
    func followSessions() async throws {
        let subscription = try await context.client.subscribe(
            to: [SessionEvents.sessionState.descriptor],
            hub: manager
        )
        for await message in subscription {
            guard let seat = message.topic.split(separator: "/").last.map(String.init) else { continue }
            // Absent is nil: a cleared or unreadable state has no session.
            let state = try? Envelope<SessionState>.decode(message.payload).data
            if let state, state.active, seats.count < 10_000 || seats[seat] != nil {
                if seats[seat] != state { wanted[seat] = nil }
                seats[seat] = state
                warnedSeats.remove(seat)
            } else {
                seats[seat] = nil
                wanted[seat] = nil
            }
            // It goes on with the person's next session, if that is what has begun.
            if let running = running[seat], running.session != state?.sessionID { running.stop.stop(.draining) }
            watch.wake()
            workWake.signal()
        }
        subscription.cancel()
    }

    /// What a seat's session wants, asked now.
    ///
    /// - Throws: `BusError`: `notFound` without a session.
    func subscriptions(of seat: String) async throws -> Subscriptions {
        let reply = try await context.requests.call(
            SessionOperations.subscriptions,
            hub: manager,
            SeatReference(seat: seat)
        )
        wanted[seat] = reply
        return reply
    }

    /// Whether a seat has a user's session now; nil where the session manager does not answer.
    func hasUser(_ seat: String) async -> Bool? {
        do {
            let isUser = try await !subscriptions(of: seat).defaultUser
            if !isUser { warn(seat) }
            return isUser
        } catch let error as BusError where error.code == .notFound {
            warn(seat)
            return false
        } catch {
            return nil
        }
    }

    /// What a seat's session wants; nil, with a warning, for a seat without one and for the default user's.
    func known(_ seat: String) async -> Subscriptions? {
        if let state = seats[seat], !state.defaultUser {
            if let known = wanted[seat] { return known }
            do {
                let asked = try await subscriptions(of: seat)
                if !asked.defaultUser { return asked }
            } catch let error as BusError where error.code == .notFound {
                // It has just ended.
            } catch {
                // The session manager is away; its state stands, so it is asked again.
                return nil
            }
        }
        warn(seat)
        return nil
    }

    /// Says once that a seat has nobody to import for.
    private func warn(_ seat: String) {
        guard warnedSeats.insert(seat).inserted else { return }
        context.logger.warning(
            "nothing is imported for a seat without a user's session",
            metadata: ["seat": "\(seat)"]
        )
    }
}
