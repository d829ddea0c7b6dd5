/// The kinds of external brokers for which accounts and rights can be exported.
public enum BrokerKind: String, Sendable, CaseIterable {
    /// Eclipse Mosquitto 2.0 or newer, with its dynamic-security plugin.
    case mosquitto
    /// EMQX 5.
    case emqx
    /// VerneMQ 2.
    case vernemq
}

/// The accounts, rights and settings of a site as files for an external broker.
///
/// They contain passwords only as hashes.
public struct BrokerExport: Sendable {
    /// A file of the export.
    public struct File: Sendable, Hashable {
        /// The name in the folder.
        public let name: String
        /// The content.
        public let text: String
        /// Whether it contains password hashes, and so needs mode 0600.
        public let isSecret: Bool
    }

    /// The size limit of a packet in bytes: a payload of 64 KiB or a part of a picture with its envelope, with room to
    /// spare.
    public static let packetLimit = 262_144
    /// The limit of messages queued for one subscriber, because Mosquitto 2.0.11 corrupts its queues over 65,535.
    public static let queueLimit = 50_000
    /// The limit of unacknowledged messages; VitalBus uses 20.
    public static let inflightLimit = 32

    let accounts: [BrokerAccount]
    /// The folder from which the broker reads the files.
    let folder: String
    /// The port on this machine's loopback address, without TLS.
    let port: Int

    /// Creates an export.
    ///
    /// - Parameter accounts: Accounts whose passwords are known.
    public init(_ accounts: [BrokerAccount], folder: String, port: Int) {
        (self.accounts, self.folder, self.port) = (accounts, folder, port)
    }

    /// The files for a broker.
    ///
    /// - Throws: ``LocalBrokerError`` `account`, or the cryptographic library's error.
    public func files(for kind: BrokerKind) throws -> [File] {
        switch kind {
        case .mosquitto: try mosquitto()
        case .emqx: try emqx()
        case .vernemq: try vernemq()
        }
    }

    private func mosquitto() throws -> [File] {
        // Absent is nil: if it is not installed here, the path is Debian's on the most common processor.
        let plugin =
            (try? BrokerInstallation.find(executable: nil, environment: [:]).plugin)
            ?? "/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so"
        let security = "dynamic-security.json"
        let lines = [
            "# Accounts and rights of VitalBus for Mosquitto 2.0 or newer; use it with include_dir or -c.",
            "# Do not replace them by an acl_file: it lets a client without rights join subscriptions.",
            // With per-listener settings, Mosquitto 2.0.11 delivers no last wills (its issue 2314).
            "per_listener_settings false", "allow_anonymous false", "plugin \(plugin)",
            "plugin_opt_config_file \(folder)/\(security)", "set_tcp_nodelay true",
            "max_inflight_messages \(Self.inflightLimit)", "max_queued_messages \(Self.queueLimit)",
            "max_queued_bytes \(LocalBrokerOptions().unreadLimit)", "max_packet_size \(Self.packetLimit)",
            "persistent_client_expiration 1d",
            "# Passwords and values are unencrypted: for this machine only.", "listener \(port) 127.0.0.1",
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
