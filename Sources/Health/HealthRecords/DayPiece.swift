/// A part of a local day that was spent in one zone; nearly always all of it.
struct DayPiece: Hashable {
    /// The date on the wall.
    let day: LocalDay
    /// Its first second, since 1970 (UTC).
    let start: Int64
    /// The second behind its last one.
    let end: Int64
}
