public import FoundationEssentials

/// Whose a device's measurement is, by the device's assignments alone.
///
/// Pure: who books a reading and who erases one decide alike.
public enum AssignmentRule {
    /// A time in which a device, or one user of it, measured for a seat.
    public struct Interval: Sendable, Hashable {
        /// The device's own user index; nil covers every index without an interval of its own, but for a scale's.
        public var userIndex: Int?
        /// The seat.
        public var seat: String
        /// From when on.
        public var from: Date
        /// Until when; nil for one that stands.
        public var until: Date?

        /// Makes an interval.
        public init(userIndex: Int?, seat: String, from: Date, until: Date?) {
            self.userIndex = userIndex
            self.seat = seat
            self.from = from
            self.until = until
        }
    }

    /// The seat that a measurement is of; nil where none or several have a claim.
    ///
    /// - Parameters:
    ///   - userIndex: The device's own user index, if it told one; 255 is nobody's.
    ///   - needsExactUser: Whether only an interval of that index may own it, as of a scale that tells its users apart.
    ///   - measuredAt: When it was measured.
    ///   - intervals: All of the device's, past ones too.
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
