package import BusContract
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import TestSupport

/// Availability, health and other retained values of a running line.
package struct LineStates: Sendable {
    let line: RunningLine

    /// Waits until a process is online.
    ///
    /// - Throws: ``RunningLine/Failure``.
    package func waitForOnline(_ child: String) async throws {
        try await waitForRetained(child, leaf: "availability") { String(decoding: $0, as: UTF8.self) == "online" }
    }

    /// Waits until the health of a process satisfies a condition.
    ///
    /// - Throws: ``RunningLine/Failure``.
    package func waitForHealth(
        _ child: String,
        what: String,
        _ isGood: @Sendable @escaping (ActorHealth) -> Bool
    ) async throws {
        try await waitForRetained(child, leaf: "health", what: what) { payload in
            (try? Envelope<ActorHealth>.decode(payload).data).map(isGood) ?? false
        }
    }

    /// Waits for a retained value of a process's topic.
    ///
    /// - Throws: ``RunningLine/Failure`` with the last value.
    package func waitForRetained(
        _ child: String,
        leaf: String,
        what: String = "its value",
        _ isGood: @Sendable @escaping ([UInt8]) -> Bool
    ) async throws {
        let address = try line.address(child)
        let topic = address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)")
        let subscription = try await line.connection.client.bus.subscribe(to: [TopicFilter(topic)])
        let limit = Task {
            try await Patience.end()
            subscription.cancel()
        }
        defer {
            limit.cancel()
            subscription.cancel()
        }
        var last: [UInt8] = []
        for await message in subscription {
            last = message.payload
            if isGood(last) { return }
        }
        throw RunningLine.Failure(
            description: "\(child): \(what) did not come; last: \(String(decoding: last, as: UTF8.self))"
        )
    }

    /// The retained value of a process's topic.
    ///
    /// - Throws: ``RunningLine/Failure`` when there is none.
    package func retained(_ child: String, leaf: String) async throws -> [UInt8] {
        let address = try line.address(child)
        return try await retained(address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)"))
    }

    /// The retained state of the seat's session.
    ///
    /// - Throws: ``RunningLine/Failure`` when there is none.
    package func sessionState() async throws -> SessionState {
        let topic = SessionEvents.sessionState.descriptor.leaf(["seat": LineSetup.seat])
        let payload = try await retained(try line.address("session-manager").topic(topic))
        return try Envelope<SessionState>.decode(payload).data
    }

    /// The id of the seat's session, once its state is published: that is a moment after the session began.
    ///
    /// - Throws: ``RunningLine/Failure`` when none is published in time.
    package func toldSession() async throws -> String {
        try await line.wait("the session's state") { try await sessionState().sessionID != nil }
        guard let id = try await sessionState().sessionID else {
            throw RunningLine.Failure(description: "the session ended")
        }
        return id
    }

    /// The retained value of a topic, fetched by a new connection, since an existing one would see live values only.
    package func retained(_ topic: String) async throws -> [UInt8] {
        try await HubConnection.with(try HubRun.target(line.plan), patience: Patience.answer) { connection in
            let subscription = try await connection.client.bus.subscribe(to: [TopicFilter(topic)])
            let limit = Task {
                try await Patience.end()
                subscription.cancel()
            }
            defer { limit.cancel() }
            guard let message = await subscription.first(where: { _ in true }) else {
                throw RunningLine.Failure(description: "\(topic) has no value")
            }
            return message.payload
        }
    }

    /// The depths of the queue and why deliveries pause, from the retained state.
    ///
    /// - Throws: ``RunningLine/Failure`` if there is none.
    package func queueState() async throws -> QueueState {
        let leaf = SessionEvents.queueState.descriptor.leaf([:])
        return try Envelope<QueueState>.decode(try await retained(try line.address("session-manager").topic(leaf))).data
    }
}
