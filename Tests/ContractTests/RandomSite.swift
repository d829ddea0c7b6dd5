import BusContract
import ContractLiterals
import MessageBus
import SeededRandom

/// A site with a random number of hubs, uploaders and people; the same seed gives the same site.
struct RandomSite {
    let name: String
    let hubs: [String]
    let members: [Roster.Member]
    let rules: [(Roster.Member, AccessRule)]
    private let byMember: [Roster.Member: [AccessRule]]

    init(_ seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let name = "site-\(seed)"
        let rooms = (0..<Int.random(in: 1...4, using: &numbers)).map { "room-\($0)-\(numbers.next() % 1000)" }
        let instance = { "\(numbers.next() % 10_000)" }
        var members: [Roster.Member] = []
        func add(_ role: BusRole, _ hub: String, _ instance: String) throws {
            let address = try BusAddress(site: name, hub: hub, actor: role.rawValue, instance: instance)
            members.append(Roster.Member(address, role: role))
        }
        for room in rooms {
            try add(.bleScanner, room, instance())
            try add(.deviceReader, room, instance())
            try add(.healthImporter, room, instance())
            try add(.ocrWorker, room, instance())
        }
        try add(.sessionManager, BusAddress.siteHub, instance())
        try add(.registrar, BusAddress.siteHub, instance())
        try add(.page, BusAddress.siteHub, instance())
        try add(.homeAssistant, BusAddress.siteHub, instance())
        for index in 1...3 {
            try add(.uploader, BusAddress.siteHub, "\(index)")
            try add(.vitalbus, BusAddress.siteHub, "desk-\(index)")
            try add(.integration, BusAddress.siteHub, "house-\(index)")
        }
        for role in [BusRole.operator, .caregiver, .viewer] {
            let address = try BusAddress(
                site: name,
                hub: rooms[0],
                actor: BusRole.vitalbus.rawValue,
                instance: role.rawValue
            )
            members.append(Roster.Member(address, role: role))
        }
        let roster = Roster(members)
        self.name = name
        self.members = members
        hubs = rooms + [BusAddress.siteHub]
        byMember = Dictionary(uniqueKeysWithValues: members.map { ($0, roster.rules(for: $0)) })
        rules = byMember.flatMap { member, rules in rules.map { (member, $0) } }
    }

    func allows(_ member: Roster.Member, _ action: AccessRule.Action, _ topic: String) -> Bool {
        (byMember[member] ?? []).contains { $0.allows(action, topicOrFilter: topic) }
    }

    /// The roles with at least one member that may perform an action on a topic.
    func roles(that action: AccessRule.Action, _ topic: String) -> Set<BusRole> {
        Set(members.filter { allows($0, action, topic) }.map(\.role))
    }
}
