internal import Synchronization

/// The seats whose records have changed since the last ``take()``: values, owners, or deletions.
///
/// The progress of a delivery does not count as a change. The set grows with a site's seats, not with their records.
public final class ChangedSeats: Sendable {
    /// Some seats, or all.
    public struct Seats: Sendable, Hashable {
        /// Whether any seat may have changed.
        public private(set) var areAll: Bool
        private var names: Set<String> = []

        /// No seat, or all.
        public init(areAll: Bool = false) { self.areAll = areAll }

        /// Whether a seat is one of them.
        public func contains(_ seat: String) -> Bool { areAll || names.contains(seat) }

        mutating func insert(_ seat: String) { names.insert(seat) }

        mutating func formUnion(_ other: Seats) {
            areAll = areAll || other.areAll
            names.formUnion(other.names)
        }
    }

    private let seats: Mutex<Seats>

    init(_ seats: Seats = Seats()) { self.seats = Mutex(seats) }

    /// Notes a seat.
    func note(_ seat: String) { seats.withLock { $0.insert(seat) } }

    /// Notes several seats; also used to put back seats whose publication failed.
    public func note(_ more: Seats) { seats.withLock { $0.formUnion(more) } }

    /// Returns and clears the noted seats.
    public func take() -> Seats {
        seats.withLock { seats in
            defer { seats = Seats() }
            return seats
        }
    }
}
