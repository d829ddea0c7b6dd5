internal import ActorRuntime
public import MessageBus
internal import SiteRecords

/// The files of a hub on one machine, all below one directory of mode 0700.
public struct HubLayout: Sendable, Hashable {
    /// The instance of the command line's commands.
    public static let shellInstance = "cli"
    /// The instance of the live table of `vitalbus up`.
    public static let tableInstance = "up"

    /// The state directory.
    public let state: String

    /// Derives the paths below a directory.
    public init(_ state: String) {
        self.state = state.count > 1 && state.hasSuffix("/") ? String(state.dropLast()) : state
    }

    /// The private broker's directory.
    public var broker: String { BrokerAccounts.broker(in: state) }
    /// The private broker's Unix socket.
    public var socket: String { "\(broker)/mqtt.sock" }
    /// The site's key, at the default path of every actor.
    public var siteKey: String { "\(state)/site-key" }
    /// The hub's names and its broker's address, for the other commands.
    public var record: String { "\(state)/hub.json" }
    /// The flags of the last start, for the next one.
    public var settings: String { "\(state)/settings.json" }
    /// The configuration file that `vitalbus init` writes.
    public var configuration: String { "\(state)/vitalbus.yaml" }
    /// The lock of the running hub.
    public var lock: String { "\(state)/hub.lock" }
    /// The directory of the broker passwords.
    public var passwords: String { "\(state)/passwords" }
    /// The directory of the logs.
    public var logs: String { "\(state)/log" }
    /// The directory of the process ids.
    public var run: String { "\(state)/run" }

    /// The file of a process's password at the private broker.
    public func password(_ address: BusAddress) -> String { MachinePlace.password(address, in: state) }
    /// The log file of a child.
    public func log(_ child: String) -> String { "\(logs)/\(child).log" }
    /// The file of a child's process id.
    public func processID(_ child: String) -> String { "\(run)/\(child).pid" }
}
