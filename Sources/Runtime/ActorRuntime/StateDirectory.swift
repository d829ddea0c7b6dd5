internal import FoundationEssentials
package import MessageBus

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// The location of a process's state.
package enum StateDirectory {
    /// The default directory.
    ///
    /// It is systemd's `$STATE_DIRECTORY` (its first entry), else `/var/lib/vitalbus` for root and for the user who has
    /// it as home, else `$XDG_STATE_HOME/vitalbus`, else `~/.local/state/vitalbus` (XDG Base Directory Specification
    /// 0.8).
    package static func standard(_ environment: [String: String], isRoot: Bool = geteuid() == 0) -> String {
        if let given = environment["STATE_DIRECTORY"]?.split(separator: ":").first { return String(given) }
        if isRoot || environment["HOME"] == MachinePlace.stateDirectory { return MachinePlace.stateDirectory }
        if let given = environment["XDG_STATE_HOME"], given.hasPrefix("/") { return given + "/vitalbus" }
        return (environment["HOME"] ?? "/var/lib") + "/.local/state/vitalbus"
    }

    /// The path of a systemd credential; nil if there is none of that name.
    static func credential(_ name: String, in environment: [String: String]) -> String? {
        guard let path = environment["CREDENTIALS_DIRECTORY"].map({ "\($0)/\(name)" }),
            FileManager.default.fileExists(atPath: path)
        else { return nil }
        return path
    }
}

/// The folders of the hub that systemd runs on a machine.
package enum MachinePlace {
    /// Its state directory, the default of root's commands.
    package static let stateDirectory = "/var/lib/vitalbus"
    /// The files that members of the group `vitalbus` may read while the hub runs.
    static let standardRunFolder = "/run/vitalbus"
    static let socketName = "mqtt.sock"

    /// The state of the hub: systemd's `$STATE_DIRECTORY` (its first entry), otherwise `/var/lib/vitalbus`.
    package static func state(_ environment: [String: String]) -> String {
        environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init) ?? stateDirectory
    }

    /// The folder of the running hub: systemd's `$RUNTIME_DIRECTORY` (its first entry), otherwise `/run/vitalbus`.
    package static func runFolder(_ environment: [String: String]) -> String {
        environment["RUNTIME_DIRECTORY"]?.split(separator: ":").first.map(String.init) ?? standardRunFolder
    }

    /// The private broker's socket in a run folder.
    package static func socket(in runFolder: String) -> String { "\(runFolder)/\(socketName)" }

    /// The file of a process's password at the private broker, in a state directory.
    package static func password(_ address: BusAddress, in state: String) -> String {
        "\(state)/passwords/\(address.principal)"
    }
}
