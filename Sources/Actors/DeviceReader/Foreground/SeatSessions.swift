internal import BusContract
internal import FoundationEssentials
internal import MessageBus

/// Tracks which seats have a session, as published by the session manager.
@ReaderIsolation final class SeatSessions {
    /// The largest number of seats tracked; further ones stay unknown.
    private static let limit = 10_000

    /// Whether each known seat has a session.
    private var active: [String: Bool] = [:]
    private let client: BusClient
    /// The hub of the session manager.
    private let managerHub: String

    init(client: BusClient, managerHub: String) {
        self.client = client
        self.managerHub = managerHub
    }

    /// Follows the sessions until cancelled.
    func follow() async throws {
        let subscription = try await client.subscribe(
            to: [SessionEvents.sessionState.descriptor],
            hub: managerHub
        )
        for await message in subscription {
            guard let seat = message.levels.last else { continue }
            if let isActive = isActive(message.payload), active.count < Self.limit || active[seat] != nil {
                active[seat] = isActive
            } else {
                active[seat] = nil
            }
        }
        subscription.cancel()
    }

    /// Whether a seat has no session; a session that has just begun may not be known here yet.
    func hasNone(_ seat: String) async -> Bool {
        for _ in 0..<30 where active[seat] == false {
            do { try await client.environment.clock.sleep(for: .milliseconds(100)) } catch { break }
        }
        return active[seat] == false
    }

    private func isActive(_ payload: [UInt8]) -> Bool? {
        // A cleared state, such as that of an erased seat, is empty.
        guard !payload.isEmpty else { return nil }
        do {
            return try Envelope<SessionState>.decode(payload).data.active
        } catch {
            client.refusals.note(.unreadable)
            return nil
        }
    }
}
