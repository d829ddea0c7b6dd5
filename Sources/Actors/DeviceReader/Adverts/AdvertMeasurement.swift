internal import DeviceCodecs
internal import FoundationEssentials
internal import MessageBus
internal import Outbox
internal import VitalRecords

/// A measurement that a device advertises, from its first settled frame on, stored as a separate link.
struct AdvertMeasurement: Sendable {
    /// No decoder holds a measurement longer than this, in seconds.
    private static let longestHold: TimeInterval = 60

    /// The device's context, saved before the first frame.
    let context: ReadContext
    /// The link's row; nil until it is saved.
    var link: Int64?
    /// The assembler of the saved frames.
    var assembler: AdvertAssembler
    /// Frames that are not on disk yet, with the identifiers under which they are stored.
    var unsaved: [NewAdvertFrame] = []
    /// When it will be booked; nil once all of it is booked.
    var bookedAt: Date?
    /// The newest revision that was reported.
    var toldRevision = 0
    /// Whether another measurement has begun since.
    var isOver = false

    /// Whether a result belongs to it: a part of the same measurement, or a correction before it is booked.
    func takes(_ keyBytes: [UInt8]) -> Bool { !isOver && (bookedAt != nil || assembler.keyBytes == keyBytes) }

    /// Whether it is to be booked: its time has come, or is so far ahead that the clock was set back meanwhile.
    func isDue(at now: Date) -> Bool {
        bookedAt.map { now >= $0 || $0.timeIntervalSince(now) > Self.longestHold } ?? false
    }

    /// Adds a frame unless it is already included.
    ///
    /// - Parameter end: When to book it, unless it is due earlier.
    mutating func add(
        _ frame: ArrivedFrame.Content,
        of measurement: DeviceMeasurement,
        bookingAt end: Date,
        at now: Date
    ) {
        guard !assembler.seen.contains(frame), !unsaved.contains(where: { $0.content == frame }) else { return }
        unsaved.append(NewAdvertFrame(content: frame, at: now))
        // A corrected value may be corrected again.
        let isCorrection = assembler.keyBytes.map { $0 != measurement.keyBytes } ?? false
        bookedAt = isCorrection ? end : min(bookedAt ?? end, end)
    }
}

/// A frame of an advert that is to be saved.
struct NewAdvertFrame: Sendable, Hashable {
    /// The frame's content.
    let content: ArrivedFrame.Content
    /// The time of its arrival, rounded to the millisecond.
    let at: Date

    /// The row to save.
    var row: NewFrame {
        NewFrame(characteristic: content.characteristic.description, bytes: Data(content.bytes), receivedAt: at)
    }

    /// The frame once it is saved.
    func arrived(row: Int64) -> ArrivedFrame {
        ArrivedFrame(row: row, characteristic: content.characteristic, bytes: content.bytes, at: at)
    }
}
