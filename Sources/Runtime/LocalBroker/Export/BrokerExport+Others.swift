internal import Crypto
internal import FoundationEssentials
internal import MessageBus

/// Exports for EMQX and VerneMQ, written from their documentation and source, but not tested with them.
extension BrokerExport {
    private static func salt(_ count: Int) -> [UInt8] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { _ in random.next() }
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func password(_ account: BrokerAccount) throws -> String {
        guard let password = account.password else {
            throw LocalBrokerError(.account, message: "the account '\(account.username)' has no password to hash")
        }
        return password
    }

    /// https://docs.emqx.com/en/emqx/latest/access-control/authn/mnesia.html and …/authz/file.html: SHA-256 of salt and
    /// password in hexadecimal; rules are Erlang terms, of which the first match decides.
    func emqx() throws -> [File] {
        let users = try accounts.map { account in
            let salt = Self.hexadecimal(Self.salt(16))
            let hash = SHA256.hash(data: Data("\(salt)\(try password(account))".utf8))
            return "\(account.username),\(Self.hexadecimal(hash)),\(salt),false"
        }
        let rules = accounts.flatMap { account in
            // These brokers have no right to subscribe without the right to receive.
            account.rules.filter { $0.action != .join }.map { rule in
                "{allow, {username, \"\(account.username)\"}, \(rule.action == .publish ? "publish" : "subscribe"), "
                    + "[\"\(rule.pattern)\"]}."
            }
        }
        return [
            File(
                name: "emqx-users.csv",
                text: Self.text(["user_id,password_hash,salt,is_superuser"] + users),
                isSecret: true
            ),
            File(name: "emqx-acl.conf", text: Self.text(rules + ["{deny, all}."]), isSecret: false),
            File(name: "emqx-vitalbus.conf", text: Self.text(emqxSettings), isSecret: false),
        ]
    }

    private var emqxSettings: [String] {
        [
            "# For EMQX 5; include it in etc/emqx.conf. Written from EMQX's documentation, not tested with EMQX.",
            "# The users are read once, when the authenticator is created.",
            "authentication = [{", "  mechanism = password_based", "  backend = built_in_database",
            "  user_id_type = username", "  password_hash_algorithm { name = sha256, salt_position = prefix }",
            "  bootstrap_file = \"\(folder)/emqx-users.csv\"", "  bootstrap_type = hash", "}]", "authorization {",
            "  no_match = deny", "  deny_action = ignore",
            "  sources = [{ type = file, enable = true, path = \"\(folder)/emqx-acl.conf\" }]", "}", "mqtt {",
            "  max_packet_size = \(Self.packetLimit / 1024)KB", "  max_inflight = \(Self.inflightLimit)",
            "  max_mqueue_len = \(Self.queueLimit)", "  retain_available = true", "  wildcard_subscription = true",
            "  shared_subscription = false", "}",
            "listeners.tcp.default { bind = \"127.0.0.1:\(port)\" }",
        ]
    }

    /// VerneMQ's `vmq_passwd.erl` (SHA-512 of password and salt, Base64, `$6$`) and `vmq_acl.erl`: only known lines, no
    /// trailing spaces, and a final newline.
    func vernemq() throws -> [File] {
        let users = try accounts.map { account in
            let salt = Self.salt(12)
            let hash = SHA512.hash(data: Array(try password(account).utf8) + salt)
            return "\(account.username):$6$\(Data(salt).base64EncodedString())$\(Data(hash).base64EncodedString())"
        }
        let rules = accounts.flatMap { account in
            ["user \(account.username)"]
                + account.rules.filter { $0.action != .join }.map {
                    "topic \($0.action == .publish ? "write" : "read") \($0.pattern)"
                }
        }
        let settings = [
            "# For VerneMQ 2; written from VerneMQ's source, not tested with VerneMQ.",
            "allow_anonymous = off", "plugins.vmq_passwd = on", "plugins.vmq_acl = on",
            "vmq_passwd.password_file = \(folder)/vmq.passwd", "vmq_acl.acl_file = \(folder)/vmq.acl",
            "listener.tcp.default = 127.0.0.1:\(port)", "listener.tcp.allowed_protocol_versions = 5",
            "max_message_size = \(Self.packetLimit)", "max_inflight_messages = \(Self.inflightLimit)",
            "max_online_messages = \(Self.queueLimit)", "max_offline_messages = \(Self.queueLimit)",
        ]
        return [
            File(name: "vmq.passwd", text: Self.text(users), isSecret: true),
            File(name: "vmq.acl", text: Self.text(rules), isSecret: false),
            File(name: "vernemq-vitalbus.conf", text: Self.text(settings), isSecret: false),
        ]
    }
}
