internal import DeviceCodecs

/// What a procedure is told.
enum ProcedureInput: Sendable, Hashable {
    /// The link is up and all subscriptions are made: it may begin.
    case begin
    /// A frame came and is on disk.
    case value(BluetoothUUID, [UInt8])
    /// The write before was answered; nil where the device took it.
    case wrote(StepFailure?)
    /// The subscriptions were made anew; nil where all were.
    case subscribed(StepFailure?)
    /// Frames are missing here.
    case gap
    /// The deadline has come, or some time has passed.
    case tick
    /// It shall come to an end.
    case stop
    /// The link ended.
    case linkEnded
}
