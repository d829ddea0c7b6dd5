package import BusContract
internal import HubRunner
internal import MessageBus

/// Availability, health and other retained values of a running line.
extension RunningLine {
    /// Waits until a process is online.
    ///
    /// - Throws: ``Failure``.
    package nonisolated func waitForOnline(_ child: String) async throws {
        try await waitForRetained(child, leaf: "availability") { String(decoding: $0, as: UTF8.self) == "online" }
    }

    /// Waits until the health of a process satisfies a condition.
    ///
    /// - Throws: ``Failure``.
    package nonisolated func waitForHealth(
        _ child: String,
        what: String,
        _ isGood: @Sendable @escaping (ActorHealth) -> Bool
    ) async throws {
        try await waitForRetained(child, leaf: "health", what: what) { payload in
            (try? Envelope<ActorHealth>.decode(payload).data).map(isGood) ?? false
        }
    }

    /// Waits up to 30 s for a retained value of a process's topic.
    ///
    /// - Throws: ``Failure`` with the last value.
    package nonisolated func waitForRetained(
        _ child: String,
        leaf: String,
        what: String = "its value",
        _ isGood: @Sendable @escaping ([UInt8]) -> Bool
    ) async throws {
        let address = try address(child)
        let topic = address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)")
        let subscription = try await connection.client.bus.subscribe(to: [TopicFilter(topic)])
        let limit = Task {
            try await Task.sleep(for: .seconds(30))
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
        throw Failure(
            description: "\(child): \(what) did not come in 30 s; last: \(String(decoding: last, as: UTF8.self))"
        )
    }

    /// The retained value of a process's topic.
    ///
    /// - Throws: ``Failure`` when there is none in 30 s.
    package nonisolated func retained(_ child: String, leaf: String) async throws -> [UInt8] {
        let address = try address(child)
        return try await retained(address.topic("actor/\(address.actor)/\(address.instance)/\(leaf)"))
    }

    /// The retained state of the seat's session.
    ///
    /// - Throws: ``Failure`` when there is none in 30 s.
    package nonisolated func sessionState() async throws -> SessionState {
        let topic = SessionEvents.sessionState.descriptor.leaf(["seat": LineSetup.seat])
        let payload = try await retained(try address("session-manager").topic(topic))
        return try Envelope<SessionState>.decode(payload).data
    }

    /// The retained value of a topic, fetched by a new connection, since an existing one would see live values only.
    package nonisolated func retained(_ topic: String) async throws -> [UInt8] {
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            let subscription = try await connection.client.bus.subscribe(to: [TopicFilter(topic)])
            let limit = Task {
                try await Task.sleep(for: .seconds(30))
                subscription.cancel()
            }
            defer { limit.cancel() }
            guard let message = await subscription.first(where: { _ in true }) else {
                throw Failure(description: "\(topic) has no value")
            }
            return message.payload
        }
    }
}
