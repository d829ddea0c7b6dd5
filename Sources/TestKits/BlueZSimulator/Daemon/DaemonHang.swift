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
