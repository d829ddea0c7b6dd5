internal import MessageBus

/// Tracks which hubs run a process of a role, by its availability messages.
actor SiteHubs {
    /// The largest number of processes remembered, so that a flood of names cannot grow the set.
    private static let most = 10_000

    private struct Process: Hashable {
        let hub: String
        let actor: String
        let instance: String
    }

    private var online: Set<Process> = []

    /// Records a process's availability; other messages change nothing.
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

    /// The names of the hubs that run a process of a role.
    func hubs(of role: BusRole) -> [String] {
        Set(online.filter { $0.actor == role.rawValue }.map(\.hub)).sorted()
    }
}
