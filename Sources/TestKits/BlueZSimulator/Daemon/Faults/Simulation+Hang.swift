/// A daemon that is stopped as by SIGSTOP.
extension Simulation {
    mutating func startHang() {
        guard isDaemonRunning, hang == nil else { return }
        outputs.append(.daemonHangs(true))
        hang = DaemonHang()
    }

    /// Goes on: what it had to tell goes out, what piled up is taken.
    mutating func endHang() {
        guard let kept = hang else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
        for output in kept.outputs { outputs.append(output) }
        for input in kept.inputs { accept(input) }
    }

    /// Forgets what piled up, because the daemon ends.
    mutating func dropHang() {
        guard hang != nil else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
    }
}

/// What piles up while the daemon hangs, as in the sockets of a stopped process.
struct DaemonHang: Sendable {
    /// Something that reaches the daemon.
    enum Input: Sendable {
        /// A method call.
        case call(MethodCall)
        /// An agent's answer.
        case answer(Int, AgentAnswer)
        /// A client left the bus.
        case left(String)
        /// An indication, which waits for its confirmation; without a reading it is a control point's.
        case frame(device: Int, link: Int, DeviceFrame, StoredReading?)
    }

    /// What it has not taken yet.
    var inputs: [Input] = []
    /// What it has not told yet.
    var outputs: [SimulationOutput] = []
}
