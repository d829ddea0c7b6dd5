/// A kind of external broker for which accounts and rights can be exported.
public enum BrokerKind: String, Sendable, CaseIterable {
    /// Eclipse Mosquitto 2.0 or newer, with its dynamic-security plugin.
    case mosquitto
    /// EMQX 5.
    case emqx
    /// VerneMQ 2.
    case vernemq
}

/// A site's accounts, rights and settings for an external broker, as files in its format.
///
/// They contain only hashes of passwords.
public struct BrokerExport: Sendable {
    /// One file.
    public struct File: Sendable, Hashable {
        /// Its name in the folder.
        public let name: String
        /// Its content.
        public let text: String
        /// Whether it contains password hashes: it then has mode 0600.
        public let isSecret: Bool
    }

    /// The most bytes of a packet: a payload of 64 KiB or a picture's part with its envelope, plus reserve.
    public static let packetLimit = 262_144
    /// The most messages in a subscriber's queue; Mosquitto 2.0.11 corrupts queues of more than 65,535.
    public static let queueLimit = 50_000
    /// The most unacknowledged messages: VitalBus requests 20.
    public static let inflightLimit = 32

    let accounts: [BrokerAccount]
    /// The broker's folder for the files.
    let folder: String
    /// The port on this machine's loopback address, without TLS.
    let port: Int

    /// Makes an export.
    ///
    /// - Parameter accounts: Accounts whose passwords are known.
    public init(_ accounts: [BrokerAccount], folder: String, port: Int) {
        (self.accounts, self.folder, self.port) = (accounts, folder, port)
    }

    /// The files for a broker.
    ///
    /// - Throws: ``LocalBrokerError`` `account`, or errors of the cryptographic library.
    public func files(for kind: BrokerKind) throws -> [File] {
        switch kind {
        case .mosquitto: try mosquitto()
        case .emqx: try emqx()
        case .vernemq: try vernemq()
        }
    }

    private func mosquitto() throws -> [File] {
        // Absent is nil: if it is not installed here, use Debian's path on the usual processor.
        let plugin =
            (try? BrokerInstallation.find(executable: nil, environment: [:]).plugin)
            ?? "/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so"
        let security = "dynamic-security.json"
        let lines = [
            "# Accounts and rights of VitalBus for Mosquitto 2.0 or newer; include_dir or -c reads it.",
            "# An acl_file in their place would not do: with it a client without rights may still join subscriptions.",
            // With per-listener settings on, Mosquitto 2.0.11 delivers no last wills (its issue 2314).
            "per_listener_settings false", "allow_anonymous false", "plugin \(plugin)",
            "plugin_opt_config_file \(folder)/\(security)", "set_tcp_nodelay true",
            "max_inflight_messages \(Self.inflightLimit)", "max_queued_messages \(Self.queueLimit)",
            "max_queued_bytes \(LocalBrokerOptions().unreadLimit)", "max_packet_size \(Self.packetLimit)",
            "persistent_client_expiration 1d",
            "# Passwords and values in the open: for this machine alone.", "listener \(port) 127.0.0.1",
            "# For other machines:", "#listener 8883", "#certfile /etc/mosquitto/certs/server.pem",
            "#keyfile /etc/mosquitto/certs/server.key",
        ]
        return [
            File(name: "mosquitto.conf", text: Self.text(lines), isSecret: false),
            File(
                name: security,
                text: String(decoding: try DynamicSecurity.file(accounts), as: UTF8.self),
                isSecret: true
            ),
        ]
    }

    static func text(_ lines: [String]) -> String { lines.joined(separator: "\n") + "\n" }
}
