package import MessageBus

/// The accounts and roles of a broker, and the changes needed for other accounts.
///
/// Mosquitto disconnects a client whose roles change, but not one whose roles get other rights. So each account has a
/// private role in addition to shared ones, and keeps its roles while the broker runs. It is a pure value.
package struct RoleBook: Sendable, Equatable {
    /// A change for the broker, in this order.
    package enum Change: Sendable, Equatable {
        /// Delete an account and end its connections.
        case deleteClient(String)
        /// Delete a role without accounts.
        case deleteRole(String)
        /// Change the rights of a role.
        case modifyRole(String, [AccessRule])
        /// Create a role.
        case createRole(String, [AccessRule])
        /// Create an account with its roles.
        case createClient(String, roles: [String])
    }

    /// The rights of each role.
    package private(set) var roles: [String: Set<AccessRule>] = [:]
    /// The roles of each account, beginning with its private one.
    package private(set) var clients: [String: [String]] = [:]

    /// Creates the book for the accounts of a starting broker.
    package init(_ accounts: [BrokerAccount]) {
        let shared = SharedRoles(accounts)
        for role in shared.all { roles[role.name] = Set(role.rules) }
        for (account, names) in zip(accounts, shared.names) {
            // The account is the only one in the role of its name, because other accounts would give that role another
            // name.
            let own = names.first { $0 == account.username } ?? newRole(account.username)
            clients[account.username] = [own] + names.filter { $0 != own }
        }
    }

    /// The rights of an account.
    package func rules(of username: String) -> Set<AccessRule> {
        (clients[username] ?? []).reduce(into: []) { $0.formUnion(roles[$1] ?? []) }
    }

    /// Replaces the accounts.
    ///
    /// - Returns: The changes for the broker; empty if nothing differs.
    package mutating func change(to accounts: [BrokerAccount]) -> [Change] {
        let before = roles
        let wanted = Dictionary(uniqueKeysWithValues: accounts.map { ($0.username, Set($0.rules)) })
        let gone = clients.keys.filter { wanted[$0] == nil }.sorted()
        for name in gone { clients[name] = nil }
        regrant(wanted)
        let new = wanted.keys.filter { clients[$0] == nil }.sorted()
        let held = Set(clients.values.joined())
        for name in roles.keys where !held.contains(name) { roles[name] = nil }
        for name in new { add(name, rules: wanted[name] ?? []) }
        let names = Set(before.keys).union(roles.keys).sorted()
        var changes = gone.map(Change.deleteClient)
        // A role that is deleted and created again under the same name is a new one.
        changes += names.filter { before[$0] != nil && !held.contains($0) }.map(Change.deleteRole)
        let other = names.filter { held.contains($0) && before[$0] != roles[$0] }
        changes += other.map { Change.modifyRole($0, rules($0)) }
        changes += names.filter { roles[$0] != nil && !held.contains($0) }.map { Change.createRole($0, rules($0)) }
        changes += new.map { Change.createClient($0, roles: clients[$0] ?? []) }
        return changes
    }

    private func rules(_ role: String) -> [AccessRule] {
        (roles[role] ?? []).sorted { ($0.action.rawValue, $0.pattern) < ($1.action.rawValue, $1.pattern) }
    }

    /// Gives the remaining accounts their new rights through their existing roles.
    private mutating func regrant(_ wanted: [String: Set<AccessRule>]) {
        var holders: [String: Set<String>] = [:]
        for (client, names) in clients { for name in names { holders[name, default: []].insert(client) } }
        for (name, members) in holders {
            for member in members { roles[name]?.formIntersection(wanted[member] ?? []) }
        }
        var missing: [AccessRule: Set<String>] = [:]
        for client in clients.keys {
            for rule in (wanted[client] ?? []).subtracting(rules(of: client)) {
                missing[rule, default: []].insert(client)
            }
        }
        let shared = holders.filter { $0.value.count > 1 }.sorted {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }
        for (rule, clients) in missing { grant(rule, to: clients, by: shared.map { ($0.key, $0.value) }) }
    }

    /// Grants a right through shared roles if all their accounts need it, else through private roles.
    private mutating func grant(_ rule: AccessRule, to members: Set<String>, by shared: [(String, Set<String>)]) {
        var left = members
        for (role, holders) in shared where holders.isSubset(of: members) && !holders.isDisjoint(with: left) {
            roles[role]?.insert(rule)
            left.subtract(holders)
        }
        for member in left { if let own = clients[member]?.first { roles[own]?.insert(rule) } }
    }

    private mutating func add(_ client: String, rules: Set<AccessRule>) {
        let others = Set(clients.values.compactMap(\.first))
        var (names, left) = ([String](), rules)
        for (name, granted) in roles.sorted(by: { ($1.value.count, $0.key) < ($0.value.count, $1.key) })
        where !others.contains(name) && granted.isSubset(of: rules) && !granted.isDisjoint(with: left) {
            names.append(name)
            left.subtract(granted)
        }
        let own = newRole(client)
        roles[own] = left
        clients[client] = [own] + names
    }

    private mutating func newRole(_ username: String) -> String {
        var name = username
        while roles[name] != nil { name += "-" }
        roles[name] = []
        return name
    }
}
