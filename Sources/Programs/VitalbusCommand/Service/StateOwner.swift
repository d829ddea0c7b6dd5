internal import ActorRuntime
internal import Foundation

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// Lets root's commands work as the user whose hub it is: what they make in its state directory then is that user's alone.
///
/// systemd runs a machine's hub as the user `vitalbus`. A file of root's among its files would be closed to it, and one that
/// were given away afterwards would be root's for a moment, or for good after a power cut.
enum StateOwner {
    private struct Owner {
        let user: uid_t
        let group: gid_t
    }

    /// Runs an operation as the owner of a state directory where root asks for it, else as whoever asks.
    ///
    /// - Throws: ``CommandFailure`` where root may not become the owner, or what the operation throws.
    static func working<Result>(in state: String, _ operation: () async throws -> Result) async throws -> Result {
        guard let owner = foreignOwner(of: state) else { return try await operation() }
        try become(owner)
        defer { becomeRoot() }
        return try await operation()
    }

    /// The owner that root would work as; nil for its own directories, for one that is not there, and for everybody else.
    private static func foreignOwner(of state: String) -> Owner? {
        // Absent is nil: a directory that root makes is root's.
        guard geteuid() == 0, let facts = try? FileManager.default.attributesOfItem(atPath: state),
            let user = (facts[.ownerAccountID] as? NSNumber)?.uint32Value,
            let group = (facts[.groupOwnerAccountID] as? NSNumber)?.uint32Value, user != 0
        else { return nil }
        return Owner(user: user, group: group)
    }

    /// The effective ids alone, of all threads (`nptl(7)`): the way back stays open.
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
            // Only a kernel that forbids it; to go on as somebody else would be worse.
            CommandEnvironment.current.err(
                "vitalbus: could not switch back to root; the command may be only partly done"
            )
            exit(ExitCodes.failed)
        }
    }

    /// Gives a file to the person who asked by `sudo`, who takes it elsewhere.
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

/// How a hub is started: by systemd where it is installed as a package, else in a terminal.
struct StartWords {
    /// Whether a state directory is that of the machine's own hub, which systemd runs.
    let isInstalled: Bool
    private let given: String?

    /// Looks at a state directory.
    ///
    /// - Parameter given: The directory as it was named; nil for the default one.
    init(state: String, given: String?) {
        let files = FileManager.default
        isInstalled =
            state == MachinePlace.stateDirectory && files.fileExists(atPath: "/run/systemd/system")
            && files.fileExists(atPath: "/usr/share/vitalbus/vitalbus.yaml")
        self.given = given
    }

    /// The option that names the same directory to another command; empty for the default one.
    var option: String { given.map { " --state \($0)" } ?? "" }

    /// The command that starts a target of the machine.
    func start(_ target: String) -> String {
        isInstalled ? "systemctl enable --now \(target)" : "vitalbus up\(option)"
    }
}
