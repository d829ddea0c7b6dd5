internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization

/// At which seats the default user is, of whom nothing is kept.
final class DefaultUsers: Sendable {
    /// Since when.
    private let seats = Mutex<[String: Date]>([:])

    /// Whether the default user was at a seat when something was seen; what was seen before is somebody's else.
    func isAt(_ seat: String?, at time: Date) -> Bool {
        guard let since = seat.flatMap({ seat in seats.withLock { $0[seat] } }) else { return false }
        return time >= since
    }

    /// Takes a seat's state; nil for one that was taken back.
    func note(_ seat: String, state: SessionState?) {
        let isDefault = state?.active == true && state?.defaultUser == true
        seats.withLock { $0[seat] = isDefault ? state?.startedAt ?? .distantPast : nil }
    }

    /// Follows the sessions' states until cancelled.
    ///
    /// - Throws: `BusError` when the broker forbids them, `RuntimeError` for a wrong configuration.
    func follow(_ context: ActorContext) async throws {
        let subscription = try await context.client.subscribe(
            to: [SessionEvents.sessionState.descriptor],
            hub: try context.configuration[CommonSettings.sessionManagerHub]
        )
        for await message in subscription {
            // A state that was taken back, as of an erased seat, has no bytes.
            guard let seat = message.topic.split(separator: "/").last.map(String.init) else { continue }
            // Absent is nil: a cleared or unreadable state says that nobody is known.
            note(seat, state: try? Envelope<SessionState>.decode(message.payload).data)
        }
        subscription.cancel()
    }
}
