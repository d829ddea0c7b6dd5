internal import FoundationEssentials

/// Which offset a device's clock had when it showed a time.
///
/// Pure. Each time that the hub sets the clock begins a new era. A time belongs to the one era in which the hub's time,
/// as that era's offset gives it, lies; where none or several fit, nobody can say.
struct ClockBook: Codable, Sendable, Hashable {
    /// The time before a setting of the clock.
    struct Era: Codable, Sendable, Hashable {
        /// When it ended, by the hub's clock.
        var until: Date
        /// The hub's clock minus the device's, in seconds.
        var offset: Double
    }

    /// How far a clock may be from where it was set, in seconds: a write that was taken.
    static let tolerance: Double = 60

    /// The eras that are over, oldest first.
    var past: [Era] = []
    /// The offset now, in seconds; nil where the device shows no clock.
    var offset: Double?

    /// Takes what is known of a clock.
    ///
    /// - Parameters:
    ///   - changes: When it was set, with the offset before and, where somebody saw it, after. Oldest first.
    ///   - offset: What it shows now.
    init(changes: [(at: Date, before: Double, after: Double?)] = [], offset: Double?) {
        self.offset = offset
        for (index, change) in changes.enumerated() {
            // Nobody saw whether the device took it: what it showed next says.
            let next = index + 1 < changes.count ? changes[index + 1].before : offset
            let wasTaken = change.after != nil || next.map { abs($0 - change.before) > Self.tolerance } ?? true
            if wasTaken { past.append(Era(until: change.at, offset: change.before)) }
        }
    }

    /// The offset for a time that the device showed, or nil where nobody can say.
    ///
    /// - Parameters:
    ///   - shown: The device's local time, taken as the hub's zone would have it.
    ///   - receivedAt: When the frame came.
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
