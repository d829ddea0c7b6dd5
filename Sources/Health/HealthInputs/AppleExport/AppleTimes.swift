/// Start and end of an element.
struct AppleTimes {
    /// In seconds since 1970 (UTC).
    let start: Int64
    /// In seconds since 1970 (UTC), never before the start.
    let end: Int64
    /// How far the date of the start was ahead of UTC, in seconds.
    let startOffset: Int
    /// How far the date of the end was ahead of UTC, in seconds.
    let endOffset: Int
}
