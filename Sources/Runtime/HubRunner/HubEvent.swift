/// Something that happened to the processes of a hub.
public enum HubEvent: Sendable, Hashable, CustomStringConvertible {
    /// The private broker takes connections.
    case brokerReady(socket: String, log: String)
    /// A child runs.
    case started(child: String, processID: Int32, log: String)
    /// A child ended by itself and is started again.
    case ended(child: String, exit: String, restartIn: Duration, log: String)
    /// A child does not come up; the hub ends.
    case gaveUp(child: String, reason: String, log: String)
    /// A child ended as it was asked to.
    case stopped(child: String, exit: String)
    /// A child of an earlier hub, which was killed, was there still and was ended.
    case orphanEnded(processID: Int32)
    /// A child had to be killed, since it did not end in time.
    case killed(child: String)

    /// Whether somebody should look at it.
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
