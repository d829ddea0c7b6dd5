public import MessageBus
public import Processes

/// One child process of a hub.
public struct ChildSpec: Sendable, Hashable {
    /// The phase of its start.
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// With the broker, because it needs no radio.
        case site
        /// After the site's actors, because it uses BlueZ.
        case radio
    }

    /// The name in logs and tables, for example `uploader-u1`.
    public let name: String
    /// The actor's role.
    public let role: BusRole
    /// The phase of its start.
    public let phase: Phase
    /// The program's name for `argv[0]`.
    public let program: String
    /// The folder of the hub's programs, in which ``ProgramFolder/executable(of:in:)`` finds the executable.
    public let folder: String
    /// The arguments, never with a secret.
    public let arguments: [String]
    /// The file to which its output is appended.
    public let log: String

    /// The path of the executable; the missing program's path if the folder has none.
    public var executable: String { ProgramFolder.executable(of: program, in: folder) ?? "\(folder)/\(program)" }

    /// The command that starts the child.
    ///
    /// It has 9 s to end, because the hub has 10 s for all children.
    public func command(
        adding extra: [String] = [],
        environment: [String: String?] = [:],
        output: ChildCommand.Output? = nil
    ) -> ChildCommand {
        ChildCommand(
            executable,
            arguments: arguments + extra,
            name: program,
            environment: environment,
            output: output ?? .file(log),
            stopTimeout: .seconds(9)
        )
    }
}
