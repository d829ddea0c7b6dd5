/// A hang of the daemon, as if stopped by SIGSTOP.
extension Simulation {
    mutating func startHang() {
        guard isDaemonRunning, hang == nil else { return }
        outputs.append(.daemonHangs(true))
        hang = DaemonHang()
    }

    /// Ends the hang: sends the withheld outputs and processes the queued inputs.
    mutating func endHang() {
        guard let kept = hang else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
        for output in kept.outputs { outputs.append(output) }
        for input in kept.inputs { accept(input) }
    }

    /// Drops everything queued, because the daemon ends.
    mutating func dropHang() {
        guard hang != nil else { return }
        hang = nil
        outputs.append(.daemonHangs(false))
    }
}

/// The inputs and outputs queued while the daemon hangs, as in the sockets of a stopped process.
struct DaemonHang: Sendable {
    /// An input of the daemon.
    enum Input: Sendable {
        /// A method call.
        case call(MethodCall)
        /// An agent's answer.
        case answer(Int, AgentAnswer)
        /// A client left the bus.
        case left(String)
        /// An indication awaiting confirmation; without a reading it is that of a control point.
        case frame(device: Int, link: Int, DeviceFrame, StoredReading?)
    }

    /// The inputs not yet processed.
    var inputs: [Input] = []
    /// The outputs not yet sent.
    var outputs: [SimulationOutput] = []
}
