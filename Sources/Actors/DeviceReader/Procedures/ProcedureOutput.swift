internal import DeviceCodecs

/// What a procedure wants done.
enum ProcedureOutput: Sendable, Hashable {
    /// Write with response.
    case write(BluetoothUUID, [UInt8])
    /// End all subscriptions of the procedure and make them again.
    case resubscribe
    /// From here on so much of the memory is kept: to be saved with the readings of the frame that was told last.
    case progress(MemoryMark)
    /// The mark is worth nothing: the memory was numbered anew.
    case forgetProgress
    /// Which of a scale's users agreed.
    case consents(ConsentProcedure.Finding)
    /// It is over; nothing more is wanted after it.
    case end(ProcedureEnd)
}
