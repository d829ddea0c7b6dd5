/// A stored record of a glucose meter.
package struct MeterRecord: Equatable, Sendable {
    /// The measurement and its context.
    package var reading: StoredReading
    /// The sequence number that the frame says.
    package var sequence: UInt16
    /// The user-facing time: the base time and its offset.
    package var time: CivilTime
    /// Whether a whole report told it.
    package var isFetched = false

    /// The same record by another sequence number.
    func numbered(_ sequence: UInt16) -> MeterRecord {
        let frames = reading.frames.map { frame in
            guard frame.bytes.count >= 3 else { return frame }
            var bytes = frame.bytes
            bytes.replaceSubrange(1...2, with: FrameBytes.word(sequence))
            return DeviceFrame(frame.characteristic, bytes)
        }
        var copy = self
        copy.reading = StoredReading(number: reading.number, frames: frames, user: reading.user)
        copy.sequence = sequence
        return copy
    }
}
