internal import DeviceCodecs

/// How one kind of device is read over a link that is up: which writes, which waits, and when it is over.
///
/// Pure: inputs and the time since the link's start go in, outputs come out. It ends exactly once, and until then it has
/// a deadline: none waits for ever. What the frames say is not its business, see ``FrameAssembler``.
protocol Procedure: Sendable {
    /// What it subscribes to, in this order, before it begins; what the device has not is left out.
    var subscriptions: [BluetoothUUID] { get }
    /// When it wants a tick at the latest; nil after its end.
    var deadline: Duration? { get }
    /// Whether the next word is the device's, of its own accord: a person may be about to measure.
    var awaitsPerson: Bool { get }
    /// Takes an input.
    mutating func handle(_ input: ProcedureInput, at now: Duration) -> [ProcedureOutput]
}
