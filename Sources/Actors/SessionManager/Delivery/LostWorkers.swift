internal import BusContract
internal import MessageBus

/// Reports workers whose availability, or last will, says that they take no more work.
enum LostWorkers {
    /// Reports each such worker until cancelled; a last will only stops new grants.
    ///
    /// - Parameters:
    ///   - role: The workers' role, at any hub of the site.
    ///   - lost: Called with the worker's name as it appears in its demands.
    /// - Throws: The error of a failed subscription.
    static func watch(_ role: BusRole, by client: BusClient, lost: (String) -> Void) async throws {
        let topic = PresenceTopics.availability.leaf(["actor": role.rawValue])
        let filter = try TopicFilter("\(BusAddress.root)/\(client.address.site)/+/\(topic)")
        let subscription = try await client.bus.subscribe(to: [filter])
        for await message in subscription {
            let word = String(decoding: message.payload, as: UTF8.self)
            let said = Availability(rawValue: word)
            if said == nil, word != Presence.question, !word.isEmpty { client.refusals.note(.unreadable) }
            guard said == .offline || said == .draining else { continue }
            let levels = message.levels
            guard levels.count >= 2 else { continue }
            lost("\(role.rawValue)-\(levels[levels.count - 2])")
        }
        subscription.cancel()
    }
}
