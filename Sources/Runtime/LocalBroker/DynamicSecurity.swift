internal import Crypto
internal import CryptoExtras
internal import FoundationEssentials
internal import MessageBus

/// The file of Mosquitto's dynamic-security plugin: one client and one role per account, everything else refused.
///
/// Format: https://mosquitto.org/documentation/dynamic-security/, as `mosquitto_ctrl dynsec init` 2.0.11 writes it.
public enum DynamicSecurity {
    /// The iterations that `mosquitto_ctrl` uses.
    static let iterations = 101

    /// Makes the file's content.
    ///
    /// - Throws: ``LocalBrokerError`` `account` for an empty name or two accounts of one name.
    public static func file(_ accounts: [BrokerAccount]) throws -> [UInt8] {
        let names = Dictionary(grouping: accounts, by: \.username)
        if let twice = names.first(where: { $0.value.count > 1 || $0.key.isEmpty }) {
            throw LocalBrokerError(.account, message: "the account name '\(twice.key)' is empty or stands twice")
        }
        var random = SystemRandomNumberGenerator()
        return try WireJSON.encode(
            File(
                clients: accounts.map { try client($0, salt: (0..<12).map { _ in random.next() as UInt8 }) },
                roles: accounts.map { Role(rolename: $0.username, acls: $0.rules.flatMap(acls)) }
            )
        )
    }

    static func client(_ account: BrokerAccount, salt: [UInt8]) throws -> Client {
        let roles = [RoleName(rolename: account.username)]
        // The plugin refuses any password for a client that has none.
        guard let password = account.password else { return Client(username: account.username, roles: roles) }
        let hash = try KDF.Insecure.PBKDF2.deriveKey(
            from: Array(password.utf8),
            salt: salt,
            using: .sha512,
            outputByteCount: 64,
            unsafeUncheckedRounds: iterations
        )
        return Client(
            username: account.username,
            password: unsafe hash.withUnsafeBytes { unsafe Data($0) }.base64EncodedString(),
            salt: Data(salt).base64EncodedString(),
            iterations: iterations,
            roles: roles
        )
    }

    /// A right to subscribe is also the right to receive what matches; Mosquitto checks both.
    private static func acls(_ rule: AccessRule) -> [ACL] {
        switch rule.action {
        case .publish: [ACL(acltype: "publishClientSend", topic: rule.pattern)]
        case .subscribe:
            ["subscribePattern", "publishClientReceive"].map { ACL(acltype: $0, topic: rule.pattern) }
        }
    }

    struct File: Encodable {
        var defaultACLAccess = [
            "publishClientSend": false, "publishClientReceive": false, "subscribe": false,
            // Ending one's own subscription needs no right.
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
