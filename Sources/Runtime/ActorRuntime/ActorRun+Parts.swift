internal import Logging
internal import MessageBus
internal import ServiceLifecycle

extension ActorRun {
    /// The parts in order of their start.
    ///
    /// They end in reverse order, each before the next one is asked to end: requests stop, the actor drains over a
    /// working bus, `offline` is published, and finally the bus closes.
    func parts(_ onDraining: @escaping @Sendable () -> Void) -> [(String, @Sendable () async throws -> Void)] {
        [
            ("watchdog", { await cancelWhenGracefulShutdown { await beatWatchdog() } }),
            ("bus", { try await busFailure.noting(runBus) }),
            ("membership", { try await busFailure.noting(followMembership) }),
            ("states", { await cancelWhenGracefulShutdown { await context.states.run() } }),
            ("logging", { await cancelWhenGracefulShutdown { await followLogging() } }),
            ("status", { await cancelWhenGracefulShutdown { await tellConnection() } }),
            ("presence", runPresence),
            ("replies", { try await untilShutdown("replies") { try await context.requests.run() } }),
            ("health", { await cancelWhenGracefulShutdown { await publishHealth() } }),
            ("actor", runActor),
            (
                "requests",
                {
                    try await untilShutdown("requests") {
                        try await isSole.wait()
                        try await server.run { ready.send() }
                    }
                }
            ),
            ("end", { try await waitForEnd(onDraining) }),
        ]
    }

    private func untilShutdown(_ name: String, _ operation: @escaping @Sendable () async throws -> Void) async throws {
        try await cancelWhenGracefulShutdown { try await waiting.steadily(name, operation) }
        // A part that ends early must not end the process before its turn.
        try await gracefulShutdown()
    }

    private func runBus() async throws {
        try await withThrowingTaskGroup { group in
            group.addTask {
                try await sole.check()
                isSole.open()
                try await connection.run()
            }
            group.addTask {
                try await gracefulShutdown()
                await connection.close()
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Ends the run if the site of a joined hub has a new address, to which the next start connects.
    ///
    /// A supervisor that starts a hub's processes with flags, such as `vitalbus up`, restarts them itself.
    private func followMembership() async throws {
        guard let watch = try MembershipWatch(context.configuration) else { return try await gracefulShutdown() }
        try await cancelWhenGracefulShutdown { try await watch.run(on: context.environment.clock) }
        try await gracefulShutdown()
    }

    private func runPresence() async throws {
        await cancelWhenGracefulShutdown { await ready.wait() }
        try await untilShutdown("presence") { try await presence.serve() }
        await presence.say(.offline)
    }

    /// Ends on a request to end the process; then all other parts are asked to end, the last one first.
    private func waitForEnd(_ onDraining: @Sendable () -> Void) async throws {
        await cancelWhenGracefulShutdown { await end.wait() }
        onDraining()
        notifier.send("STOPPING=1", "STATUS=draining")
        context.logger.info("draining")
        await presence.say(.draining)
        await actor.willDrain()
    }

    /// The reason for a missing connection; if a site rejects a joined hub, the explanation of that.
    static func words(_ state: BusConnectionState, reason: String, membership: JoinedHub?) -> String {
        state.isRefusal ? membership?.refusal(reason) ?? reason : reason
    }

    private func tellConnection() async {
        for await state in context.client.bus.connectionStates() {
            switch state {
            case .connected:
                context.logger.info("connected to the broker")
                notifier.send("STATUS=connected")
            case .disconnected(let reason, _):
                let words = Self.words(state, reason: reason, membership: context.configuration.membership)
                context.logger.notice("waiting for the broker", metadata: ["reason": "\(words)"])
                notifier.send("STATUS=waiting for the broker: \(words)")
            }
        }
    }
}
