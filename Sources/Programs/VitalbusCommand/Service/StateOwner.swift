internal import ActorRuntime
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Runs root's commands as the user of the hub, so that the files they create in its state directory belong to that
/// user alone.
///
/// systemd runs a machine's hub as the user `vitalbus`, which could not open a file of root's. A file whose owner is
/// changed afterwards would be root's for a moment, or permanently after a power cut.
enum StateOwner {
    private struct Owner {
        let user: uid_t
        let group: gid_t
    }

    /// Runs an operation as the owner of a state directory if the caller is root, else as the caller.
    ///
    /// - Throws: ``CommandFailure`` if root may not become the owner, or the operation's error.
    static func working<Result>(in state: String, _ operation: () async throws -> Result) async throws -> Result {
        guard let owner = foreignOwner(of: state) else { return try await operation() }
        try become(owner)
        defer { becomeRoot() }
        return try await operation()
    }

    /// The owner that root would work as; nil for root's directories, for missing ones, and for all other users.
    private static func foreignOwner(of state: String) -> Owner? {
        // Absent is nil: a directory that root creates belongs to root.
        guard geteuid() == 0, let facts = try? FileManager.default.attributesOfItem(atPath: state),
            let user = (facts[.ownerAccountID] as? NSNumber)?.uint32Value,
            let group = (facts[.groupOwnerAccountID] as? NSNumber)?.uint32Value, user != 0
        else { return nil }
        return Owner(user: user, group: group)
    }

    /// Changes only the effective ids, of all threads (`nptl(7)`), so that the process can become root again.
    private static func become(_ owner: Owner) throws {
        guard setegid(owner.group) == 0, seteuid(owner.user) == 0 else {
            becomeRoot()
            throw CommandFailure(
                "notAuthorized",
                message: "root cannot switch to user \(owner.user) here: run this as that user",
                exitCode: ExitCodes.notAuthorized
            )
        }
    }

    private static func becomeRoot() {
        guard seteuid(0) == 0, setegid(0) == 0 else {
            // Only a kernel that forbids it fails here; continuing as another user would be worse.
            CommandEnvironment.current.err(
                "vitalbus: could not switch back to root; the command may be only partly done"
            )
            exit(ExitCodes.failed)
        }
    }

    /// Gives a file to the person who called `sudo`, who takes it elsewhere.
    static func giveToPerson(_ file: String, variables: [String: String]) throws {
        guard geteuid() == 0, let user = variables["SUDO_UID"].flatMap(uid_t.init),
            let group = variables["SUDO_GID"].flatMap(gid_t.init)
        else { return }
        try FileManager.default.setAttributes(
            [.ownerAccountID: NSNumber(value: user), .groupOwnerAccountID: NSNumber(value: group)],
            ofItemAtPath: file
        )
    }
}

/// The way to start a hub: by systemd if it is installed as a package, else in a terminal.
struct StartWords {
    /// Whether a state directory is that of the machine's own hub, which systemd runs.
    let isInstalled: Bool
    private let given: String?
    private let config: String?

    /// Inspects a state directory.
    ///
    /// - Parameters:
    ///   - given: The directory as named on the command line; nil for the default one.
    ///   - config: The configuration file, if 'vitalbus up' does not find it in the state directory.
    init(state: String, given: String?, config: String? = nil) {
        let files = FileManager.default
        isInstalled =
            state == MachinePlace.stateDirectory && files.fileExists(atPath: "/run/systemd/system")
            && files.fileExists(atPath: "/usr/share/vitalbus/vitalbus.yaml")
        self.given = given
        self.config = config
    }

    /// The option that names the same directory to another command; empty for the default one.
    var option: String { given.map { " --state \($0)" } ?? "" }

    /// The command that starts a target of the machine.
    func start(_ target: String) -> String {
        isInstalled && config == nil
            ? "systemctl enable --now \(target)" : "vitalbus up\(config.map { " --config \($0)" } ?? "")\(option)"
    }
}
