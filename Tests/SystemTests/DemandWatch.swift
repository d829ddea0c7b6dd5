import BusContract
import HubRunner
import MessageBus
import SimulatedHub

extension RunningLine {
    /// Waits for an uploader's demand that reports more attempts than its last one before the action.
    nonisolated func waitForDemand(after action: @Sendable @escaping () async throws -> Void) async throws {
        try await asProcess("session-manager") { manager in
            let pulls = try TopicFilter("vitalbus/v1/\(self.plan.site)/site/work/upload/pull/+")
            let demands = try await manager.bus.subscribe(to: [pulls], capacity: 256)
            defer { demands.cancel() }
            let before = await Self.attempts(demands, after: -1)
            try await action()
            _ = await Self.attempts(demands, after: before)
        }
    }

    /// The attempts in the next demand that reports more than this many.
    private static func attempts(_ demands: BusSubscription, after known: Int64) async -> Int64 {
        for await message in demands {
            let demand = try? Envelope<WorkPull>.decode(message.payload).data
            if let attempts = demand?.ledger?.attempts, attempts > known { return attempts }
        }
        return known
    }
}
