#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

extension BrokerFiles {
    /// The content of `mosquitto.conf`.
    func configurationText(_ options: LocalBrokerOptions, plugin: String, isRoot: Bool = geteuid() == 0) -> String {
        var lines = [
            // With per-listener settings on, Mosquitto 2.0.11 delivers no last wills (its issue 2314).
            "per_listener_settings false",
            "allow_anonymous false",
            "plugin \(plugin)",
            "plugin_opt_config_file \(security)",
            "set_tcp_nodelay true",
            // Over 65,535 Mosquitto 2.0.11 corrupts its queues.
            "max_queued_messages 50000",
            // What a subscriber leaves unread: 50,000 of the largest messages would be gigabytes.
            "max_queued_bytes \(options.unreadLimit)",
            "message_size_limit \(options.messageSizeLimit)",
            "log_dest stderr",
            "log_type error",
            "log_type warning",
            "log_type notice",
            "log_type information",
            "persistence \(options.isPersistent)",
        ]
        if options.isPersistent {
            lines += ["persistence_location \(directory)/", "autosave_interval 1", "autosave_on_changes false"]
        }
        // Else Mosquitto changes to its own user, which may not read this directory.
        if isRoot { lines.append("user root") }
        lines.append("listener 0 \(socket)")
        if let port = options.loopbackPort { lines.append("listener \(port) 127.0.0.1") }
        return lines.joined(separator: "\n") + "\n"
    }
}
