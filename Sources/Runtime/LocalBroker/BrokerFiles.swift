internal import ActorRuntime
internal import FoundationEssentials
internal import Processes

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A broker's files in its directory.
struct BrokerFiles: Sendable {
    /// The size limit of a socket's path in bytes: an address holds 107, and some room is left for a suffix.
    static let socketPathLimit = 99

    let directory: String
    let socket: String

    /// Derives the paths.
    ///
    /// - Throws: ``LocalBrokerError`` `pathTooLong`.
    init(_ directory: String, socket: String?) throws {
        self.directory = directory
        self.socket = socket ?? "\(directory)/mqtt.sock"
        guard self.socket.utf8.count <= Self.socketPathLimit else {
            throw LocalBrokerError(
                .pathTooLong,
                message:
                    "the socket's path has \(self.socket.utf8.count) bytes, over \(Self.socketPathLimit): use a shorter directory"
            )
        }
    }

    var configuration: String { "\(directory)/mosquitto.conf" }
    var security: String { "\(directory)/dynamic-security.json" }
    /// Hashes of passwords, which Mosquitto rereads on SIGHUP.
    var passwords: String { "\(directory)/passwords" }
    var log: String { "\(directory)/mosquitto.log" }
    /// The data of a persistent broker: retained messages, and messages queued for absent clients.
    var database: String { "\(directory)/mosquitto.db" }
    var pid: String { "\(directory)/mosquitto.pid" }
    var lock: String { "\(directory)/broker.lock" }

    /// Creates the directory with mode 0700, for its owner only.
    func prepare() throws {
        do {
            try FileManager.default.createDirectory(
                atPath: directory,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw LocalBrokerError(
                .directory,
                message: "\(directory) cannot be created: check the permissions of the folders above it"
            )
        }
        guard unsafe chmod(directory, 0o700) == 0 else {
            throw LocalBrokerError(.directory, message: "\(directory) belongs to another user: use another directory")
        }
    }

    /// Replaces a file atomically, with mode 0600, and flushes it to the disk.
    func write(_ path: String, bytes: some Sequence<UInt8>) throws {
        do {
            try PrivateFile.replace(path, bytes: Array(bytes))
        } catch {
            throw LocalBrokerError(.directory, message: "\(path) cannot be written: \(error.fileWords)")
        }
    }

    /// Sets an unreadable database aside; without one the broker starts empty.
    ///
    /// - Returns: Whether there was one.
    func setDatabaseAside() -> Bool {
        unsafe rename(database, "\(database).damaged") == 0
    }

    /// The log's last lines, for an error.
    func lastLogLines(_ count: Int = 5) -> String {
        // Absent is nil: a broker that did not start may have no log.
        let text = (try? Data(contentsOf: URL(filePath: log))).map { String(decoding: $0.suffix(4096), as: UTF8.self) }
        return (text ?? "").split(separator: "\n").suffix(count).joined(separator: " | ")
    }
}

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension BrokerFiles {
    /// The content of `mosquitto.conf`.
    func configurationText(_ options: LocalBrokerOptions, plugin: String, isRoot: Bool = geteuid() == 0) -> String {
        var lines = [
            // With per-listener settings, Mosquitto 2.0.11 delivers no last wills (its issue 2314).
            "per_listener_settings false",
            "allow_anonymous false",
            "plugin \(plugin)",
            "plugin_opt_config_file \(security)",
            "password_file \(passwords)",
            "set_tcp_nodelay true",
            // Over 65,535 Mosquitto 2.0.11 corrupts its queues.
            "max_queued_messages \(options.waitingLimit)",
            // The limit of messages queued for one subscriber: 50,000 of the largest messages would be gigabytes.
            "max_queued_bytes \(options.unreadLimit)",
            "message_size_limit \(options.messageSizeLimit)",
            // Without it the broker would buffer packets of 256 MiB completely before it rejects them as too large.
            "max_packet_size \(BrokerExport.packetLimit)",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            "log_type notice",
            "log_type information",
            "persistence \(options.isPersistent)",
            // Any account that may subscribe can leave sessions behind, for each of which the broker keeps every
            // message. In VitalBus only the links of hubs leave one, for a cable unplugged overnight.
            "persistent_client_expiration 1d",
        ]
        if options.isPersistent {
            lines += ["persistence_location \(directory)/", "autosave_interval 1", "autosave_on_changes false"]
        }
        // Otherwise Mosquitto changes to its own user, which may not read this directory.
        if isRoot { lines.append("user root") }
        if let port = options.loopbackPort { lines.append("listener \(port) 127.0.0.1") }
        if let tls = options.tls {
            lines += [
                "listener \(tls.port)", "cafile \(tls.authority)", "certfile \(tls.server)", "keyfile \(tls.server)",
                "require_certificate true", "use_identity_as_username true",
            ]
        }
        if let access = options.access {
            lines += [
                "listener \(access.port)\(access.isLocal ? " 127.0.0.1" : "")", "certfile \(access.server)",
                "keyfile \(access.server)", "max_connections \(BrokerAccess.connectionLimit)",
            ]
        }
        // Mosquitto opens listeners in this order, so a connection to this socket shows that all ports are open.
        lines.append("listener 0 \(socket)")
        lines += options.bridges.flatMap(\.lines)
        return lines.joined(separator: "\n") + "\n"
    }
}
