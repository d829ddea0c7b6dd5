internal import MessageBus

/// A command of the plugin's control topic.
///
/// Format: https://mosquitto.org/documentation/dynamic-security/.
struct SecurityCommand: Encodable {
    let command: String
    var username: String?
    var rolename: String?
    var acls: [DynamicSecurity.ACL]?
    var roles: [DynamicSecurity.RoleName]?

    init(_ change: RoleBook.Change) {
        switch change {
        case .deleteClient(let name): (command, username) = ("deleteClient", name)
        case .deleteRole(let name): (command, rolename) = ("deleteRole", name)
        case .modifyRole(let name, let rules):
            (command, rolename, acls) = ("modifyRole", name, rules.flatMap(DynamicSecurity.acls))
        case .createRole(let name, let rules):
            (command, rolename, acls) = ("createRole", name, rules.flatMap(DynamicSecurity.acls))
        // Its password is in the password file.
        case .createClient(let name, let names):
            (command, username, roles) = ("createClient", name, names.map(DynamicSecurity.RoleName.init))
        }
    }

    /// The size limit of one message in bytes; the broker accepts 128 KiB.
    static let messageLimit = 100_000

    /// The messages for changes, with as many commands in each as fit.
    ///
    /// - Throws: ``LocalBrokerError`` `control` for a command that is too long for a message.
    static func messages(_ changes: [RoleBook.Change]) throws -> [[UInt8]] {
        var messages: [[UInt8]] = []
        var batch: [[UInt8]] = []
        func text() -> [UInt8] {
            Array("{\"commands\":[".utf8) + batch.joined(separator: Array(",".utf8)) + Array("]}".utf8)
        }
        for change in changes {
            let command = try WireJSON.encode(SecurityCommand(change))
            guard command.count < messageLimit - 100 else {
                throw LocalBrokerError(
                    .control,
                    message: "the rights of a role do not fit into one message to the broker"
                )
            }
            if batch.reduce(0, { $0 + $1.count + 1 }) + command.count > messageLimit - 100 {
                messages.append(text())
                batch = []
            }
            batch.append(command)
        }
        return batch.isEmpty ? messages : messages + [text()]
    }
}

/// The plugin's answer to one message.
struct SecurityAnswer: Decodable {
    struct Response: Decodable {
        let command: String
        let error: String?
    }

    let responses: [Response]
}
