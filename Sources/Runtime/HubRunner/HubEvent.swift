/// An event of a hub's processes.
public enum HubEvent: Sendable, Hashable, CustomStringConvertible {
    /// The private broker accepts connections.
    case brokerReady(socket: String, log: String)
    /// A child runs.
    case started(child: String, processID: Int32, log: String)
    /// A child ended by itself and will be restarted.
    case ended(child: String, exit: String, restartIn: Duration, log: String)
    /// A child does not start; the hub ends.
    case gaveUp(child: String, reason: String, log: String)
    /// A child ended on request.
    case stopped(child: String, exit: String)
    /// A child of an earlier, killed hub was still running and was ended.
    case orphanEnded(processID: Int32)
    /// A child was killed, because it did not end in time.
    case killed(child: String)

    /// Whether a person should look at it.
    public var isProblem: Bool {
        switch self {
        case .ended, .gaveUp, .killed, .orphanEnded: true
        case .brokerReady, .started, .stopped: false
        }
    }

    /// The event in plain words.
    public var description: String {
        switch self {
        case .brokerReady(let socket, let log): "broker ready at \(socket) (log \(log))"
        case .started(let child, let processID, let log): "\(child) started, pid \(processID) (log \(log))"
        case .ended(let child, let exit, let pause, let log):
            "\(child) ended with \(exit); starts again in \(Seconds.text(pause)) s (log \(log))"
        case .gaveUp(let child, let reason, let log): "\(child) is not running: \(reason); see its log: \(log)"
        case .stopped(let child, let exit): "\(child) stopped with \(exit)"
        case .orphanEnded(let processID): "pid \(processID) was left over from a killed hub, and was stopped"
        case .killed(let child): "\(child) did not stop in time and was killed"
        }
    }
}
