internal import ActorRuntime
internal import BusContract
internal import Logging
internal import MessageBus

/// Tracks the seats' sessions and their subscriptions.
@ImporterIsolation final class SubscribedSessions {
    /// The sessions' published states.
    private var states: [String: SessionState] = [:]
    /// The sessions' subscriptions requested so far.
    private var wanted: [String: Subscriptions] = [:]
    /// The seats without a session that were already reported.
    private var warned: Set<String> = []
    private let context: ActorContext
    /// The hub of the session manager.
    private let manager: String
    private let ongoing: OngoingImports
    private let watch: FolderWatch

    init(_ context: ActorContext, manager: String, ongoing: OngoingImports, watch: FolderWatch) {
        self.context = context
        self.manager = manager
        self.ongoing = ongoing
        self.watch = watch
    }

    private var logger: Logger { context.logger }

    /// Follows the sessions until cancelled.
    func follow() async throws {
        let subscription = try await context.client.subscribe(to: [SessionEvents.sessionState.descriptor], hub: manager)
        for await message in subscription {
            guard let seat = message.levels.last else { continue }
            // Absent is nil: a cleared or unreadable state has no session.
            note(try? Envelope<SessionState>.decode(message.payload).data, of: seat)
        }
        subscription.cancel()
    }

    private func note(_ state: SessionState?, of seat: String) {
        if let state, state.active, states.count < 10_000 || states[seat] != nil {
            if states[seat] != state { wanted[seat] = nil }
            states[seat] = state
            warned.remove(seat)
        } else {
            states[seat] = nil
            wanted[seat] = nil
        }
        // The import continues if the new session is the same person's.
        if let running = ongoing.running[seat], running.session != state?.sessionID { running.stop.stop(.draining) }
        watch.wake()
        ongoing.wake.signal()
    }

    /// The only seat that has a session.
    ///
    /// - Throws: `BusError` `invalidArgument` if there are none or several.
    func onlySeat() throws -> String {
        guard states.count == 1, let only = states.keys.first else {
            throw BusError(
                .invalidArgument,
                message: "name the seat that the file is for: there are \(states.count) with a session"
            )
        }
        return only
    }

    /// The subscriptions of a seat's session, requested from the session manager.
    ///
    /// - Throws: `BusError`: `notFound` without a session.
    func subscriptions(of seat: String) async throws -> Subscriptions {
        let reply = try await context.requests.call(
            SessionOperations.subscriptions,
            hub: manager,
            body: SeatReference(seat: seat)
        )
        wanted[seat] = reply
        return reply
    }

    /// The subscriptions of a seat's session, which must be a user's.
    ///
    /// - Throws: `BusError`: `notFound` without one, `conflict` for the default user's.
    func user(of seat: String) async throws -> Subscriptions {
        let subscriptions: Subscriptions
        do {
            subscriptions = try await self.subscriptions(of: seat)
        } catch let error as BusError where error.code == .notFound {
            logger.warning("a seat without a session cannot import", metadata: ["seat": "\(seat)"])
            throw error
        }
        guard !subscriptions.defaultUser else {
            logger.warning("the default user cannot import", metadata: ["seat": "\(seat)"])
            throw BusError(.conflict, message: "the default user cannot import: start a session with a user")
        }
        return subscriptions
    }

    /// The person of a seat's session now, for a posted file.
    ///
    /// - Throws: ``IngestError`` without a user's session, or if the session manager does not answer.
    func person(at seat: String) async throws(IngestError) -> String {
        let asked: Subscriptions?
        do {
            asked = try await subscriptions(of: seat)
        } catch let error as BusError where error.code == .notFound {
            asked = nil
        } catch {
            throw IngestError.nobodyToAsk
        }
        guard let asked, !asked.defaultUser else {
            warn(seat)
            throw IngestError.noSession
        }
        return asked.person
    }

    /// The subscriptions of a seat's session; nil, with a warning, without a session or for the default user's.
    func known(_ seat: String) async -> Subscriptions? {
        if let state = states[seat], !state.defaultUser {
            if let known = wanted[seat] { return known }
            do {
                let asked = try await subscriptions(of: seat)
                if !asked.defaultUser { return asked }
            } catch let error as BusError where error.code == .notFound {
                // The session has just ended.
            } catch {
                // The session manager is unavailable, but its published state remains, so the request is retried.
                return nil
            }
        }
        warn(seat)
        return nil
    }

    /// Logs once that a seat has no person to import for.
    private func warn(_ seat: String) {
        guard warned.insert(seat).inserted else { return }
        logger.warning("a seat without a user's session cannot import", metadata: ["seat": "\(seat)"])
    }
}
