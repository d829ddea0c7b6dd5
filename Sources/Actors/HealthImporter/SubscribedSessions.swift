internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
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
    /// The sessions whose start this process heard, each with the time here, by seat.
    private var heard: [String: (session: String, at: Date)] = [:]
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
            note(try? Envelope<SessionState>.decode(message.payload).data, of: seat, isKept: message.retain)
        }
        subscription.cancel()
    }

    private func note(_ state: SessionState?, of seat: String, isKept: Bool) {
        if let state, state.active, states.count < 10_000 || states[seat] != nil {
            if !isKept, let session = state.sessionID, states[seat]?.sessionID != session {
                heard[seat] = (session, context.environment.now())
            }
            if states[seat] != state { wanted[seat] = nil }
            states[seat] = state
            warned.remove(seat)
        } else {
            states[seat] = nil
            wanted[seat] = nil
            heard[seat] = nil
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
    func subscriptions(of seat: String, timeout: Duration = .seconds(10)) async throws -> Subscriptions {
        let reply = try await context.requests.call(
            SessionOperations.subscriptions,
            hub: manager,
            body: SeatReference(seat: seat),
            timeout: timeout
        )
        // An answer may be of the session before the one whose state came meanwhile.
        wanted[seat] = states[seat]?.sessionID == reply.sessionID ? reply : nil
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
            do {
                if let known = try await user(at: seat) {
                    // An answer that comes before the next session's state waits for that.
                    return known.sessionID == states[seat]?.sessionID ? known : nil
                }
            } catch {
                // The session manager is unavailable, but its published state remains, so the request is retried.
                return nil
            }
        }
        warn(seat)
        return nil
    }

    /// The subscriptions of a seat's session; nil without a user's session, or if the session manager does not answer
    /// at once.
    func present(_ seat: String) async -> Subscriptions? {
        guard let state = states[seat], !state.defaultUser else { return nil }
        // Absent is nil: an import's state then says the session for which it was requested.
        return try? await user(at: seat, timeout: .seconds(1))
    }

    /// The subscriptions of a seat's session, requested once; nil without a session, or for the default user's.
    ///
    /// - Throws: `BusError` if the session manager does not answer.
    func user(at seat: String, timeout: Duration = .seconds(10)) async throws -> Subscriptions? {
        if let known = wanted[seat] { return known }
        do {
            let asked = try await subscriptions(of: seat, timeout: timeout)
            return asked.defaultUser ? nil : asked
        } catch let error as BusError where error.code == .notFound {
            return nil
        }
    }

    /// When a session began by this machine's clock, which files have too, if it was heard; else by the server's.
    ///
    /// Of two clocks that differ, the later start counts, so that no file of an earlier person seems to be of this one.
    func start(of session: Subscriptions) -> Date {
        guard let heard = heard[session.seat], heard.session == session.sessionID else { return session.startedAt }
        return max(heard.at, session.startedAt)
    }

    /// Logs once that a seat has no person to import for.
    private func warn(_ seat: String) {
        guard warned.insert(seat).inserted else { return }
        logger.warning("a seat without a user's session cannot import", metadata: ["seat": "\(seat)"])
    }
}
