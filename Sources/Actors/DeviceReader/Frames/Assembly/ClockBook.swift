internal import FoundationEssentials

/// Finds the offset that a device's clock had when it showed a time.
///
/// Pure. Setting the clock begins a new era. A device time belongs to the era that contains it once corrected by the era's
/// offset; where no era or several contain it, the offset is unknown.
struct ClockBook: Codable, Sendable, Hashable {
    /// A period up to a setting of the clock.
    struct Era: Codable, Sendable, Hashable {
        /// When it ended, by the hub's clock.
        var until: Date
        /// The hub's clock minus the device's, in seconds.
        var offset: Double
    }

    /// How far a clock may be from what was written, in seconds, for the write to count as accepted.
    static let tolerance: Double = 60

    /// Past eras, oldest first.
    var past: [Era] = []
    /// The current offset in seconds; nil where the device shows no clock.
    var offset: Double?

    /// Makes a book of a clock's settings.
    ///
    /// - Parameters:
    ///   - changes: The settings, oldest first, with the offsets before and, where it was read back, after.
    ///   - offset: The current offset.
    init(changes: [(at: Date, before: Double, after: Double?)] = [], offset: Double?) {
        self.offset = offset
        for (index, change) in changes.enumerated() {
            // Without a read-back, the next offset tells whether the device accepted it.
            let next = index + 1 < changes.count ? changes[index + 1].before : offset
            let wasTaken = change.after != nil || next.map { abs($0 - change.before) > Self.tolerance } ?? true
            if wasTaken { past.append(Era(until: change.at, offset: change.before)) }
        }
    }

    /// The offset for a time that the device showed; nil where it is unknown.
    ///
    /// - Parameters:
    ///   - shown: The device's local time, interpreted in the hub's time zone.
    ///   - receivedAt: When the frame arrived.
    func offset(for shown: Date, receivedAt: Date) -> Double? {
        guard !past.isEmpty else { return offset }
        var fits: [Double] = []
        var from = Date.distantPast
        for era in past {
            let moment = shown.addingTimeInterval(era.offset)
            if moment >= from, moment < era.until { fits.append(era.offset) }
            from = era.until
        }
        if let offset {
            let moment = shown.addingTimeInterval(offset)
            if moment >= from, moment <= receivedAt.addingTimeInterval(ReadingBuilder.futureTolerance) {
                fits.append(offset)
            }
        }
        return fits.count == 1 ? fits[0] : nil
    }
}
