/// A broker of one's own that accounts and rights can be written for.
public enum BrokerKind: String, Sendable, CaseIterable {
    /// Eclipse Mosquitto 2.0 or newer, with its dynamic-security plugin.
    case mosquitto
    /// EMQX 5.
    case emqx
    /// VerneMQ 2.
    case vernemq
}

/// The accounts, rights and settings of a site for a broker of one's own, as files that this broker reads.
///
/// Passwords stand in them as hashes only.
public struct BrokerExport: Sendable {
    /// One file.
    public struct File: Sendable, Hashable {
        /// Its name in the folder.
        public let name: String
        /// Its content.
        public let text: String
        /// Whether it has hashes of passwords: it is of mode 0600.
        public let isSecret: Bool
    }

    /// The most bytes of a packet: a payload of 64 KiB and a picture's part with its envelope, and room.
    public static let packetLimit = 262_144
    /// The most messages that wait for one subscriber; over 65,535 Mosquitto 2.0.11 corrupts its queues.
    public static let queueLimit = 50_000
    /// The messages that may be without their acknowledgement: VitalBus asks for 20.
    public static let inflightLimit = 32

    let accounts: [BrokerAccount]
    /// The folder where the broker reads the files.
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
    /// - Throws: ``LocalBrokerError`` `account`, or what the cryptographic library throws.
    public func files(for kind: BrokerKind) throws -> [File] {
        switch kind {
        case .mosquitto: try mosquitto()
        case .emqx: try emqx()
        case .vernemq: try vernemq()
        }
    }

    private func mosquitto() throws -> [File] {
        // Absent is nil: where it is not installed here, the place is that of Debian on the usual processor.
        let plugin =
            (try? BrokerInstallation.find(executable: nil, environment: [:]).plugin)
            ?? "/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so"
        let security = "dynamic-security.json"
        let lines = [
            "# Accounts and rights of VitalBus for Mosquitto 2.0 or newer; use it with include_dir or -c.",
            "# Do not replace them by an acl_file: it lets a client without rights join subscriptions.",
            // With per-listener settings on, Mosquitto 2.0.11 delivers no last wills (its issue 2314).
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
