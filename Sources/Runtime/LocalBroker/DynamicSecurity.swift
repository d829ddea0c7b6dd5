package import MessageBus

/// The file of Mosquitto's dynamic-security plugin: one client per account, roles for its rights, everything else
/// refused.
///
/// Format: https://mosquitto.org/documentation/dynamic-security/, as written by `mosquitto_ctrl dynsec init` 2.0.11.
public enum DynamicSecurity {
    /// Creates the file's content.
    ///
    /// Mosquitto 2.0 inserts clients and roles into lists sorted by name, searching from the start, so the last names
    /// come first. With 13,000 accounts the start took 0.4 s of processor time that way, and 15 s in the other order.
    ///
    /// - Throws: ``LocalBrokerError`` `account` for an empty name or two accounts of one name.
    public static func file(_ accounts: [BrokerAccount]) throws -> [UInt8] {
        try check(accounts)
        let roles = SharedRoles(accounts)
        return try WireJSON.encode(
            File(
                clients: zip(accounts, roles.names).sorted { $0.0.username > $1.0.username }
                    .map { try client($0, roles: $1) },
                roles: roles.all.sorted { $0.name > $1.name }
                    .map { Role(rolename: $0.name, acls: $0.rules.flatMap(acls)) }
            )
        )
    }

    /// Creates the content for a broker of this process, without passwords: those are in the password file, which
    /// Mosquitto rereads while it runs.
    static func file(_ book: RoleBook) throws -> [UInt8] {
        try WireJSON.encode(
            File(
                clients: book.clients.sorted { $0.key > $1.key }
                    .map { Client(username: $0.key, roles: $0.value.map(RoleName.init)) },
                roles: book.roles.sorted { $0.key > $1.key }.map {
                    Role(rolename: $0.key, acls: $0.value.flatMap(acls))
                }
            )
        )
    }

    /// Rejects accounts that a broker cannot tell apart.
    ///
    /// - Throws: ``LocalBrokerError`` `account` for an empty name or two accounts of one name.
    static func check(_ accounts: [BrokerAccount]) throws {
        let names = Dictionary(grouping: accounts, by: \.username)
        if let twice = names.first(where: { $0.value.count > 1 || $0.key.isEmpty }) {
            throw LocalBrokerError(.account, message: "the account name '\(twice.key)' is empty or occurs twice")
        }
    }

    static func client(_ account: BrokerAccount, roles names: [String]) throws -> Client {
        let roles = names.map(RoleName.init)
        let hash: PasswordHash
        switch account.secret {
        // A client with a password is refused.
        case .certificate: return Client(username: account.username, roles: roles)
        case .hash(let known): hash = known
        case .password(let password): hash = try PasswordHash(of: password)
        }
        return Client(
            username: account.username,
            password: hash.password,
            salt: hash.salt,
            iterations: hash.iterations,
            roles: roles
        )
    }

    /// A right to subscribe includes the right to receive matching messages, because Mosquitto checks both.
    static func acls(_ rule: AccessRule) -> [ACL] {
        switch rule.action {
        case .publish: [ACL(acltype: "publishClientSend", topic: rule.pattern)]
        case .join: [ACL(acltype: "subscribePattern", topic: rule.pattern)]
        case .subscribe:
            ["subscribePattern", "publishClientReceive"].map { ACL(acltype: $0, topic: rule.pattern) }
        }
    }

    struct File: Encodable {
        var defaultACLAccess = [
            "publishClientSend": false, "publishClientReceive": false, "subscribe": false,
            // Unsubscribing needs no right.
            "unsubscribe": true,
        ]
        let clients: [Client]
        let roles: [Role]
    }

    struct Client: Encodable {
        let username: String
        var password: String?
        var salt: String?
        var iterations: Int?
        let roles: [RoleName]
    }

    struct RoleName: Encodable {
        let rolename: String
    }

    struct Role: Encodable {
        let rolename: String
        let acls: [ACL]
    }

    struct ACL: Encodable {
        let acltype: String
        let topic: String
        var allow = true
    }
}

/// The smallest set of roles that gives each account exactly its rules: rules with the same accounts share a role.
///
/// Mosquitto takes 0.7 KB for each rule of each role when it starts, and a site's hubs differ in little but their
/// names. With one role per account, a thousand hubs took 850 MB.
package struct SharedRoles {
    /// All roles; a role of a single account has the account's name.
    package private(set) var all: [(name: String, rules: [AccessRule])] = []
    /// The names of each account's roles.
    package private(set) var names: [[String]]

    /// Creates the roles of accounts.
    package init(_ accounts: [BrokerAccount]) {
        var holders: [AccessRule: [Int]] = [:]
        for (number, account) in accounts.enumerated() {
            for rule in Set(account.rules) { holders[rule, default: []].append(number) }
        }
        var groups: [[Int]: [AccessRule]] = [:]
        for (rule, numbers) in holders { groups[numbers, default: []].append(rule) }
        names = accounts.map { _ in [] }
        var taken = Set(accounts.map(\.username))
        for (numbers, rules) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            var name = accounts[numbers[0]].username
            if numbers.count > 1 {
                name = "shared-\(all.count)"
                while !taken.insert(name).inserted { name += "-" }
            }
            all.append((name, rules.sorted { ($0.action.rawValue, $0.pattern) < ($1.action.rawValue, $1.pattern) }))
            for number in numbers { names[number].append(name) }
        }
    }
}
