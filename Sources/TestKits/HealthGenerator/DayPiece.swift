/// A local day that the person spent in one zone, or a part of one before or after a flight.
struct DayPiece {
    /// The date, in days since 1970.
    let day: Int
    /// The place of the zone in the itinerary.
    let zone: Int
    /// Its first second, since 1970.
    let start: Int64
    /// The second behind its last one.
    let end: Int64
    /// Whether it begins at midnight: the person slept before.
    let hasMorning: Bool
    /// Whether the person flies at its end, and not from one midnight to the next.
    let isBeforeFlight: Bool

    /// How long before and after the middle of a flight nothing is written.
    static let quiet: Int64 = 3 * 3_600
}
