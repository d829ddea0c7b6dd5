/// Which frames of a stream are drawn for who holds the meter: five a second at most.
///
/// Pure; the time is the stream's own.
struct PreviewPace: Sendable {
    /// How long it is at least from one to the next.
    static let interval = Duration.milliseconds(200)

    private var last: Duration?

    /// Whether a frame is drawn; asked once for each.
    mutating func isDue(at time: Duration) -> Bool {
        // A stream that was opened anew may begin at zero again.
        if let last, time >= last, time - last < Self.interval { return false }
        last = time
        return true
    }
}
