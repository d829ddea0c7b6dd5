/// What a moment's value of something that adds up stands for: apps write sums of hours or minutes as moments.
package enum KeptGrain: Int64, Hashable, Sendable {
    /// Itself.
    case sample = 1
    /// The minute that begins there.
    case minute = 60
    /// The hour that begins there.
    case hour = 3_600
}
