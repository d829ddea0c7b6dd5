/// A source of boot-clock readings, injected so that tests control the time.
public protocol BootClock: Sendable {
    /// The present reading.
    var now: BootInstant { get }
}
