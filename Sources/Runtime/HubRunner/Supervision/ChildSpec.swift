public import MessageBus
public import Processes

/// One child process of a hub.
public struct ChildSpec: Sendable, Hashable {
    /// When it starts.
    public enum Phase: Sendable, Hashable, CaseIterable {
        /// With the broker; needs no radio.
        case site
        /// After the site's actors; uses BlueZ.
        case radio
    }

    /// The name in logs and tables, for example `uploader-u1`.
    public let name: String
    /// The actor's role.
    public let role: BusRole
    /// When it starts.
    public let phase: Phase
    /// The program's name, under which it starts.
    public let program: String
    /// The folder of the hub's programs; ``ProgramFolder/executable(of:in:)`` finds the one to start.
    public let folder: String
    /// The arguments; never a secret.
    public let arguments: [String]
    /// The file that its output is appended to.
    public let log: String

    /// The path of the executable to start; that of the missing program if the folder has none.
    public var executable: String { ProgramFolder.executable(of: program, in: folder) ?? "\(folder)/\(program)" }

    /// The command that starts the child.
    ///
    /// It has 9 s to end, because the hub has 10 s for all.
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
