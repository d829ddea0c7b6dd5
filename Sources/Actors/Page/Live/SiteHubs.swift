internal import MessageBus

/// Which hubs have a process of a kind, as their availability says.
actor SiteHubs {
    /// The most processes that are remembered: a flood of names makes no more.
    private static let most = 10_000

    private struct Process: Hashable {
        let hub: String
        let actor: String
        let instance: String
    }

    private var online: Set<Process> = []

    /// Takes what a process says of itself; others' messages change nothing.
    func note(_ message: BusMessage) {
        let levels = message.levels
        guard levels.count == 8, levels[4] == "actor", levels[7] == "availability" else { return }
        let process = Process(hub: levels[3], actor: levels[5], instance: levels[6])
        switch String(decoding: message.payload.prefix(16), as: UTF8.self) {
        case Availability.online.rawValue where online.count < Self.most: online.insert(process)
        case Presence.question: break
        default: online.remove(process)
        }
    }

    /// The hubs with a process of a role, by name.
    func hubs(of role: BusRole) -> [String] {
        Set(online.filter { $0.actor == role.rawValue }.map(\.hub)).sorted()
    }
}
