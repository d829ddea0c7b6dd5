internal import FoundationEssentials

/// Finds the offset of a device's clock at the time that the clock showed.
///
/// Pure. Each setting of the clock begins a new era. A device time belongs to the era that contains it after correction
/// by that era's offset. If no era or several contain it, the offset is unknown.
struct ClockBook: Codable, Sendable, Hashable {
    /// A period that ended when the clock was set.
    struct Era: Codable, Sendable, Hashable {
        /// When it ended, by the hub's clock.
        var until: Date
        /// The hub's clock minus the device's, in seconds.
        var offset: Double
    }

    /// How far a clock may be from the written time, in seconds, for the write to count as accepted.
    static let tolerance: Double = 60

    /// Past eras, oldest first.
    var past: [Era] = []
    /// The current offset in seconds; nil if the device shows no clock.
    var offset: Double?

    /// Creates a book from the settings of a clock.
    ///
    /// - Parameters:
    ///   - changes: The settings, oldest first, with the offset before and, if it was read back, after.
    ///   - offset: The current offset.
    init(changes: [(at: Date, before: Double, after: Double?)] = [], offset: Double?) {
        self.offset = offset
        for (index, change) in changes.enumerated() {
            // Without a read-back, the next known offset shows whether the device accepted the setting.
            let next = index + 1 < changes.count ? changes[index + 1].before : offset
            let wasTaken = change.after != nil || next.map { abs($0 - change.before) > Self.tolerance } ?? true
            if wasTaken { past.append(Era(until: change.at, offset: change.before)) }
        }
    }

    /// The possible moments of a displayed time, one for each clock that could have shown it; empty if unknown.
    ///
    /// - Parameters:
    ///   - receivedAt: When the frame arrived.
    ///   - place: Returns the moments for an offset in seconds that was found at a given time.
    func places(receivedAt: Date, by place: (_ offset: Double, _ foundAt: Date) -> [TimePlace]) -> [TimePlace] {
        var fits: [TimePlace] = []
        var from = Date.distantPast
        for era in past {
            fits += place(era.offset, era.until).filter { $0.moment >= from && $0.moment < era.until }
            from = era.until
        }
        guard let offset else { return fits }
        let latest = receivedAt.addingTimeInterval(ReadingBuilder.futureTolerance)
        // A clock that was never set is trusted as it is; times in the future are handled later.
        let now = place(offset, receivedAt)
        return fits + (past.isEmpty ? now : now.filter { $0.moment >= from && $0.moment <= latest })
    }
}
