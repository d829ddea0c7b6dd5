internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Where a process keeps its state.
enum StateDirectory {
    /// The directory when none is configured.
    ///
    /// systemd's `$STATE_DIRECTORY` (its first entry), else `/var/lib/vitalbus` for root, else `$XDG_STATE_HOME/vitalbus`,
    /// else `~/.local/state/vitalbus` (XDG Base Directory Specification 0.8).
    static func standard(_ environment: [String: String], isRoot: Bool = geteuid() == 0) -> String {
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(given) }
        if isRoot { return "/var/lib/vitalbus" }
        if let given = environment["XDG_STATE_HOME"], given.hasPrefix("/") { return given + "/vitalbus" }
        return (environment["HOME"] ?? "/var/lib") + "/.local/state/vitalbus"
    }

    /// The path of a systemd credential, if there is one of that name.
    static func credential(_ name: String, in environment: [String: String]) -> String? {
        guard let path = environment["CREDENTIALS_DIRECTORY"].map({ "\($0)/\(name)" }),
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        return path
    }
}
