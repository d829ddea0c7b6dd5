import BusContract
import ContractLiterals
import MessageBus

/// The rights in the contract's tables, computed topic by topic and without patterns.
struct ExpectedRights {
    let members: [Roster.Member]

    /// One topic of a site with its allowed writers and readers.
    struct Row {
        var writers: Set<Roster.Member> = []
        var readers: Set<Roster.Member> = []
        /// The caller named in the topic, if only that one may publish.
        var caller: Roster.Member?
    }

    /// Every topic of the contract at every hub, with each member as its actor, client and worker.
    ///
    /// - Parameter some: The members to compute rights for; all if nil.
    func rows(of some: [Roster.Member]? = nil) -> [String: Row] {
        let some = some ?? members
        var rows: [String: Row] = [:]
        for topic in Contract.topics {
            for hub in Set(members.map(\.address.hub)) {
                for target in some {
                    let name = target.address.topic(leaf(topic, target), hub: hub)
                    var row = rows[name] ?? Row()
                    if topic.template.contains("{caller}") { row.caller = target }
                    for member in some {
                        if allows(topic.writers, topic, member, hub, target) { row.writers.insert(member) }
                        if allows(topic.readers, topic, member, hub, target) { row.readers.insert(member) }
                        if isAlwaysRead(topic, member, hub, target) { row.readers.insert(member) }
                    }
                    rows[name] = row
                }
            }
        }
        return rows
    }

    private func leaf(_ topic: TopicDescriptor, _ target: Roster.Member) -> String {
        let address = target.address
        let known = [
            "actor": address.actor, "instance": address.instance, "client": address.client, "worker": address.client,
            "caller": address.principal,
        ]
        return topic.template.split(separator: "/").map { level in
            level.hasPrefix("{") ? known[String(level.dropFirst().dropLast())] ?? "x1" : String(level)
        }.joined(separator: "/")
    }

    private func allows(
        _ grants: [TopicGrant],
        _ topic: TopicDescriptor,
        _ member: Roster.Member,
        _ hub: String,
        _ target: Roster.Member
    ) -> Bool {
        // The server of requests hears all callers; each caller publishes only under its own name.
        let isNamed = topic.template.contains("{actor}") || isOfOneClient(topic)
        let isCaller = !topic.template.contains("{caller}") || member.address == target.address
        let isSelf =
            topic.template.contains("{actor}")
            ? member.address.actor == target.address.actor && member.address.instance == target.address.instance
            : member.address.client == target.address.client
        return grants.contains { grant in
            guard grant.role == member.role else { return false }
            switch grant.reach {
            case .own: return hub == member.address.hub && (!isNamed || isSelf)
            case .site: return true
            case .hubs: return isGiven(topic, member, hub)
            // `{seat}` has the made-up value `x1`.
            case .seats: return member.scope == nil || (hub == "site" && member.scope?.values.contains("x1") == true)
            case .servers:
                let asks = member.scope.map { $0.hubs == nil && $0.hearsAllValues } ?? true
                // A hub's processes send requests only to their own hub; people may reach other hubs. The own hub may
                // lack the server.
                let isOfAHub = [.bleScanner, .deviceReader, .healthImporter].contains(member.role)
                let isReached =
                    isOfAHub && topic.server?.runsAtSite == false
                    ? hub == member.address.hub : isOneOf(members.filter { $0.role == topic.server }, hub)
                return asks && isReached
                    && (!isOfOneClient(topic) || isSelf) && isCaller
            case .peers:
                // A reply goes to its caller's hub; a grant stays at the queue's hub.
                let peers = members.filter { peer in
                    topic.readers.contains { $0.role == peer.role } && peer.address.client == target.address.client
                }
                guard topic.template.hasPrefix("reply/") else { return hub == member.address.hub && !peers.isEmpty }
                return isOneOf(peers, hub)
            }
        }
    }

    /// One rule without a hub's name covers processes that run at several hubs.
    private func isOneOf(_ members: [Roster.Member], _ hub: String) -> Bool {
        let hubs = Set(members.map(\.address.hub))
        return hubs.count > 1 || hubs.contains(hub)
    }

    /// A program gets its hubs' messages, and those about its seats from the site's actors.
    private func isGiven(_ topic: TopicDescriptor, _ member: Roster.Member, _ hub: String) -> Bool {
        guard let scope = member.scope else { return true }
        guard !topic.carriesValues || scope.hearsAllValues else { return false }
        guard let hubs = scope.hubs else { return true }
        let isOfSeats = topic.template.contains("{seat}") && topic.writers.allSatisfy { $0.role.runsAtSite }
        return isOfSeats ? hub == "site" && hubs.values.contains { $0.contains("x1") } : hubs.keys.contains(hub)
    }

    /// Every process has its own reply topic, whether or not it calls anything.
    private func isAlwaysRead(_ topic: TopicDescriptor, _ member: Roster.Member, _ hub: String, _ target: Roster.Member)
        -> Bool
    {
        topic.template == "reply/{client}" && hub == member.address.hub
            && member.address.client == target.address.client
    }

    private func isOfOneClient(_ topic: TopicDescriptor) -> Bool {
        topic.template.contains("{client}") || topic.template.contains("{worker}")
    }
}
