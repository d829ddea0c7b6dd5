internal import ActorRuntime
internal import BusContract
internal import MessageBus

/// Runs `hook.due` when a measurement of a seat's plan becomes due or late.
@ReaderIsolation final class DueHook {
    private var calls: DueCalls
    private let foundation: ReaderFoundation

    init(_ foundation: ReaderFoundation) {
        self.foundation = foundation
        calls = DueCalls(seats: foundation.settings.dueSeats)
    }

    /// Follows plans and sessions until cancelled; without a command it reads neither.
    ///
    /// - Throws: `BusError`.
    func follow() async throws {
        guard let command = foundation.settings.hooks[.due], !command.isEmpty else { return }
        let client = foundation.context.client
        let subscription = try await client.subscribe(
            to: [SessionEvents.sessionState.descriptor, PageTopics.dueState.descriptor],
            hub: foundation.settings.managerHub
        )
        for await message in subscription {
            if let call = call(message) { await foundation.hooks.offer(call) }
        }
        subscription.cancel()
    }

    private func call(_ message: BusMessage) -> HookCall? {
        let levels = message.levels
        guard levels.count == 7 else { return nil }
        switch levels[5] {
        case "session": return calls.take(session: data(message, as: SessionState.self)?.sessionID, of: levels[6])
        case "due": return calls.take(data(message, as: DueState.self), of: levels[6], isOld: message.retain)
        default: return nil
        }
    }

    private func data<Payload: Codable & Sendable>(_ message: BusMessage, as type: Payload.Type) -> Payload? {
        // A cleared state is empty.
        guard !message.payload.isEmpty else { return nil }
        do {
            return try Envelope<Payload>.decode(message.payload).data
        } catch {
            foundation.context.client.refusals.note(.unreadable)
            return nil
        }
    }
}
