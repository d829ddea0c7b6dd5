internal import BusContract
internal import FoundationEssentials
internal import Logging
internal import MessageBus

/// Detects another process serving under the same name that shares no lock with this one, for example on another
/// machine.
///
/// Two session managers of one site would both grant leases. So a process asks on its own availability topic before it
/// takes its name at the broker, over a separate connection, and refuses to serve if it gets an answer.
struct SoleProcess: Sendable {
    /// How long to wait for an answer if the broker lists another process.
    private static let patience = Duration.seconds(1)

    /// How long a hub rejected by its site waits before it asks again.
    private static let refusalPause = Duration.seconds(2)

    /// The retained messages of a name.
    private struct Kept {
        var availability: Availability?
        var info: ActorInfo?
    }

    let request: BusConnectionRequest
    let address: BusAddress
    /// The id of this start: two processes that start in the same millisecond have the same epoch.
    let startID: String
    let platform: ActorPlatform
    let logger: Logger
    /// The site that this hub has joined; nil if it reaches a broker in another way.
    let membership: JoinedHub?
    let notifier: ServiceNotifier

    /// Waits for the broker and asks; returns at once unless the retained availability indicates another process.
    ///
    /// - Throws: ``RuntimeError`` `alreadyRunning` naming the other process, or the reason why the broker cannot be
    ///   asked.
    func check() async throws {
        try await check { $0.availability == .online || $0.availability == .draining }
    }

    /// Asks again after a lost connection, which another process may have caused by taking this one's name.
    ///
    /// Returns at once if the broker retains this process's own availability, or none. The process's last will may mean
    /// that another one is about to publish, so then it waits for an answer.
    ///
    /// - Throws: The errors of ``check()``.
    func checkAgain() async throws {
        try await check { $0.availability != nil && ($0.availability == .offline || $0.info?.startID != startID) }
    }

    private func check(_ isDoubtful: @Sendable @escaping (Kept) -> Bool) async throws {
        var told = ""
        while !Task.isCancelled {
            do {
                return try await connected { try await ask($0, isDoubtful) }
            } catch let error as BusError where error.isRetriable {
                logger.info("asking again whether another process has this name", metadata: ["error": "\(error)"])
                try await platform.environment.clock.sleep(for: .milliseconds(250))
            } catch let error as BusError where error.code == .notAuthorized {
                // The accounts of a newly joined hub may not be active yet, and those of a revoked one may be restored.
                guard let words = membership?.refusal(error.message) else { throw error }
                if words != told { logger.warning("waiting for the site", metadata: ["reason": "\(words)"]) }
                told = words
                notifier.send("STATUS=waiting for the site: \(words)")
                try await platform.environment.clock.sleep(for: Self.refusalPause)
            }
        }
    }

    /// Runs an operation over a separate connection.
    private func connected(_ operation: @Sendable @escaping (any Bus) async throws -> Void) async throws {
        let suffix = platform.environment.newID()
        let connection = try platform.connector.connect(request.beside(suffix), logger: logger)
        let result: Result<Void, any Error>
        do {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await connection.run() }
                group.addTask { try await operation(connection.bus) }
                group.addTask { try await failWhenLost(connection.bus) }
                defer { group.cancelAll() }
                try await group.next()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await connection.close()
        try result.get()
    }

    /// Fails if the connection is lost, because a lost answer must not count as silence.
    ///
    /// Meanwhile it reports why there is no broker.
    private func failWhenLost(_ bus: any Bus) async throws {
        var wasConnected = false
        for await state in bus.connectionStates() {
            if case .disconnected(let reason, _) = state, membership == nil || !state.isRefusal {
                notifier.send("STATUS=waiting for the broker: \(reason)")
            }
            if wasConnected, state != .connected {
                throw BusError(
                    .notConnected,
                    message: "the connection to the broker was lost before it could be asked",
                    isRetriable: true
                )
            }
            wasConnected = wasConnected || state == .connected
        }
        try await Task.sleep(for: .seconds(86_400))
    }

    private func ask(_ bus: any Bus, _ isDoubtful: (Kept) -> Bool) async throws {
        let topic = Presence.topic(address)
        let names = ["actor": address.actor, "instance": address.instance]
        let facts = try PresenceTopics.info.filter(site: address.site, hub: address.hub, values: names)
        let answers = try await bus.subscribe(to: [TopicFilter(topic), facts], capacity: 16)
        defer { answers.cancel() }
        let question = BusMessage(topic: topic, payload: Array(Presence.question.utf8))
        _ = try await bus.publish(question)
        // This process's question is echoed after the retained messages, so a wait is only needed in case of doubt.
        let kept = await kept(answers, until: question)
        guard isDoubtful(kept) else { return }
        // Asked again, because the first answer may have arrived before the echo, mixed with the retained messages.
        _ = try await bus.publish(question)
        guard await isAnswered(answers, on: topic) else { return }
        throw RuntimeError(.alreadyRunning, message: words(kept.info))
    }

    private func kept(_ answers: BusSubscription, until question: BusMessage) async -> Kept {
        var kept = Kept()
        for await message in answers {
            if message.topic != question.topic {
                // Absent is nil: an unreadable message describes no process.
                kept.info = (try? Envelope<ActorInfo>.decode(message.payload).data) ?? kept.info
            } else if message.payload == question.payload {
                break
            } else {
                kept.availability = Self.availability(message)
            }
        }
        return kept
    }

    private func isAnswered(_ answers: BusSubscription, on topic: String) async -> Bool {
        let clock = platform.environment.clock
        let limit = Task {
            try await clock.sleep(for: Self.patience)
            answers.cancel()
        }
        defer { limit.cancel() }
        return await answers.contains { message in
            // A broker that reconnects delivers its retained messages again, which are not answers.
            guard message.topic == topic, !message.retain else { return false }
            let said = Self.availability(message)
            return said == .online || said == .draining
        }
    }

    private static func availability(_ message: BusMessage) -> Availability? {
        Availability(rawValue: String(decoding: message.payload, as: UTF8.self))
    }

    private func words(_ other: ActorInfo?) -> String {
        let facts = other.map { " (version \($0.version), started \($0.started.formatted(.iso8601)))" } ?? ""
        return "'\(address.principal)' is already running on this bus, from another machine or state "
            + "directory\(facts). Stop that one first, or give this one its own name or broker"
    }
}
