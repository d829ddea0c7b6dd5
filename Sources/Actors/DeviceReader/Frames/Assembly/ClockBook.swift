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

    /// The places of a time that the device showed, one for each clock that could have shown it; none where it is unknown.
    ///
    /// - Parameters:
    ///   - receivedAt: When the frame arrived.
    ///   - place: The places of the time by an offset in seconds that was found at a moment.
    func places(receivedAt: Date, by place: (_ offset: Double, _ foundAt: Date) -> [TimePlace]) -> [TimePlace] {
        var fits: [TimePlace] = []
        var from = Date.distantPast
        for era in past {
            fits += place(era.offset, era.until).filter { $0.moment >= from && $0.moment < era.until }
            from = era.until
        }
        guard let offset else { return fits }
        let latest = receivedAt.addingTimeInterval(ReadingBuilder.futureTolerance)
        // A clock that was never set is believed as it is; what it shows for the future is judged later.
        let now = place(offset, receivedAt)
        return fits + (past.isEmpty ? now : now.filter { $0.moment >= from && $0.moment <= latest })
    }
}
