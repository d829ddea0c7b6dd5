/// Selects the frames to draw as previews, at most five a second.
///
/// Pure; it uses the stream's clock.
struct PreviewPace: Sendable {
    /// The shortest time between two previews.
    static let interval = Duration.milliseconds(200)

    private var last: Duration?

    /// Whether to draw a frame; called once for each.
    mutating func isDue(at time: Duration) -> Bool {
        // A reopened stream may restart at zero.
        if let last, time >= last, time - last < Self.interval { return false }
        last = time
        return true
    }
}
