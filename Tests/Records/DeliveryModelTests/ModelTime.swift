import DeliveryRules

/// The model's time: the present never moves; a tick moves everything else into the past.
///
/// So two states that differ only by the time of day are the same, and the world is finite without a limit on time.
enum ModelTime {
    /// The present on every boot clock.
    static let now = BootInstant(milliseconds: 100_000)
    /// One step of time.
    static let tick = Duration.seconds(1)
    /// The term of a lease.
    static let term = Duration.seconds(3)
    /// A request's whole timeout.
    static let timeout = Duration.seconds(1)
    /// The margin for clocks that run at different rates.
    static let margin = Duration.seconds(1)
    /// The age from which a pull leaves no time for a request, and a request can no longer arrive.
    static let oldAge: UInt8 = 2

    /// The moment this many ticks ago.
    static func ago(_ ticks: UInt8) -> BootInstant { now + tick * -Int(ticks) }

    /// A moment after one tick: one step towards the past, and never beyond the present.
    static func aged(_ instant: BootInstant) -> BootInstant { max(now, instant + tick * -1) }

    /// An age after one tick.
    static func aged(_ age: UInt8) -> UInt8 { min(oldAge, age + 1) }
}
