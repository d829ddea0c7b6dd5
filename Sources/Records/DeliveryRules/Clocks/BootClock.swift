/// A source of boot-clock readings, passed in so that tests decide the time.
public protocol BootClock: Sendable {
    /// The present reading.
    var now: BootInstant { get }
}
