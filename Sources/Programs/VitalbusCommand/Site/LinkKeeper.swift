internal import ActorRuntime
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import SiteAuthority

/// Keeps a linked broker at a reachable address of the site.
///
/// A bridge of Mosquitto 2.0.11 keeps its first address forever if that one refuses connections, whatever other
/// addresses it has.
struct LinkKeeper: Sendable {
    /// How long a link is down before another address is tried, and the interval of further attempts.
    private static let pause = Duration.seconds(5)

    let membership: Membership

    /// Moves the address that answers to the front; the hub's broker restarts with it.
    ///
    /// - Throws: ``SiteError`` `files`.
    func prefer() async throws {
        guard let record = try membership.record(), record.ownBroker == true, record.addresses.count > 1 else { return }
        for address in record.addresses where await answers(address, record: record) {
            guard address != record.addresses.first, var now = try membership.record() else { return }
            now.prefer(address)
            return try membership.change(now)
        }
    }

    private func answers(_ address: String, record: MembershipRecord) async -> Bool {
        let client = RegistrarClient(
            addresses: [address],
            port: record.registrarPort,
            authority: membership.authority
        )
        // Absent is nil: an address without an answer is not used, whatever the reason.
        return (try? await client.checkClock()) != nil
    }

    /// Looks for another address whenever the link is down, until cancelled.
    ///
    /// - Throws: `BusError` if the link's topic cannot be read, ``SiteError`` `files`.
    func run(_ connection: HubConnection) async throws {
        let words = LinkWords()
        let subscription = try await connection.client.subscribe(to: [PresenceTopics.link], hub: nil, capacity: 64)
        defer { subscription.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await message in subscription { await words.take(message) } }
            group.addTask {
                while true {
                    try await Task.sleep(for: Self.pause)
                    if await words.isDown { try await prefer() }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// The state of the link as published by the hub's broker.
private actor LinkWords {
    private var words: [String: String] = [:]

    var isDown: Bool { words.values.contains { $0 != "1" } }

    func take(_ message: BusMessage) { words[message.topic] = String(decoding: message.payload, as: UTF8.self) }
}
