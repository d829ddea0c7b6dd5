internal import ActorRuntime
internal import BusContract
internal import FoundationEssentials
internal import MessageBus
internal import Synchronization

/// Tracks the seats of the default user, whose readings are not stored.
final class DefaultUsers: Sendable {
    /// The start of the default user's session, by seat.
    private let seats = Mutex<[String: Date]>([:])

    /// Whether the default user was at a seat at a given time; earlier readings are another person's.
    func isAt(_ seat: String?, at time: Date) -> Bool {
        guard let since = seat.flatMap({ seat in seats.withLock { $0[seat] } }) else { return false }
        return time >= since
    }

    /// Records a seat's state; nil if it was cleared.
    func note(_ seat: String, state: SessionState?) {
        let isDefault = state?.active == true && state?.defaultUser == true
        seats.withLock { $0[seat] = isDefault ? state?.startedAt ?? .distantPast : nil }
    }

    /// Follows the sessions' states until cancelled.
    ///
    /// - Throws: `BusError` if the broker denies the subscription, `RuntimeError` for a wrong configuration.
    func follow(_ context: ActorContext) async throws {
        let subscription = try await context.client.subscribe(
            to: [SessionEvents.sessionState.descriptor],
            hub: try context.configuration[CommonSettings.sessionManagerHub]
        )
        for await message in subscription {
            // A cleared state, such as that of an erased seat, is empty.
            guard let seat = message.levels.last else { continue }
            // Absent is nil: a cleared or unreadable state means that the person is unknown.
            note(seat, state: try? Envelope<SessionState>.decode(message.payload).data)
        }
        subscription.cancel()
    }
}
