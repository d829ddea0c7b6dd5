/// What is done to a process.
enum Strike: Sendable, Hashable, CustomStringConvertible {
    /// SIGKILL; it is started again after a while.
    case kill(downMilliseconds: Int)
    /// SIGSTOP for longer than a lease, then SIGCONT.
    case freeze
    /// SIGTERM; it is started again after a while.
    case terminate(downMilliseconds: Int)
    /// The broker: SIGKILL, and its database is gone when it comes back.
    case killAndForget(downMilliseconds: Int)
    /// The broker: SIGKILL, and it comes back with the database of an earlier moment.
    case killAndRemember(downMilliseconds: Int)

    /// The strike in words.
    var description: String {
        switch self {
        case .kill(let down): "killed, away for \(down) ms"
        case .freeze: "stopped for longer than a lease"
        case .terminate(let down): "asked to end, away for \(down) ms"
        case .killAndForget(let down): "killed, away for \(down) ms, database lost"
        case .killAndRemember(let down): "killed, away for \(down) ms, back with an old database"
        }
    }

    /// How long the process is away.
    var downMilliseconds: Int {
        switch self {
        case .freeze: 0
        case .kill(let down), .terminate(let down), .killAndForget(let down), .killAndRemember(let down): down
        }
    }
}
