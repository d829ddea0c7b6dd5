public import FoundationEssentials

/// Decides whose a device's measurement is, from the device's assignments alone.
///
/// Pure, so that booking and erasure decide alike.
public enum AssignmentRule {
    /// A period in which a device, or one user of it, measured for a seat.
    public struct Interval: Sendable, Hashable {
        /// The device's own user index; nil covers every index without its own interval, but never those of a scale.
        public var userIndex: Int?
        /// The seat.
        public var seat: String
        /// The start.
        public var from: Date
        /// The end, exclusive; nil for an open interval.
        public var until: Date?

        /// Creates an interval.
        public init(userIndex: Int?, seat: String, from: Date, until: Date?) {
            self.userIndex = userIndex
            self.seat = seat
            self.from = from
            self.until = until
        }
    }

    /// The seat of a measurement; nil if no seat or several seats have a claim.
    ///
    /// - Parameters:
    ///   - userIndex: The device's own user index, if it sent one; 255 means an unknown user.
    ///   - needsExactUser: Whether only an interval of that index may own it, as for a scale that distinguishes its
    ///     users.
    ///   - measuredAt: When it was measured.
    ///   - intervals: All intervals of the device, including past ones.
    public static func seat(
        of userIndex: Int?,
        needsExactUser: Bool,
        measuredAt: Date,
        intervals: [Interval]
    ) -> String? {
        let inTime = intervals.filter { interval in
            interval.from <= measuredAt && interval.until.map { measuredAt < $0 } ?? true
        }
        let isSomebody = userIndex != nil && userIndex != 255
        let exact = isSomebody ? inTime.filter { $0.userIndex == userIndex } : []
        let whole = needsExactUser ? [] : inTime.filter { $0.userIndex == nil }
        let seats = Set((exact.isEmpty ? whole : exact).map(\.seat))
        return seats.count == 1 ? seats.first : nil
    }
}
