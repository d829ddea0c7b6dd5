import DeliveryRules

/// The model's time: the present never moves, a tick moves everything else into the past.
///
/// So two states that differ only by the hour are one, and the world closes without a bound on time.
enum ModelTime {
    /// The present on every boot clock.
    static let now = BootInstant(milliseconds: 100_000)
    /// One step of time.
    static let tick = Duration.seconds(1)
    /// How long a lease lasts.
    static let term = Duration.seconds(3)
    /// A request's whole timeout.
    static let timeout = Duration.seconds(1)
    /// What is kept free for clocks that run at different rates.
    static let margin = Duration.seconds(1)
    /// From this age on a pull gives no room for a request, and a request cannot arrive.
    static let oldAge: UInt8 = 2

    /// A moment so many ticks ago.
    static func ago(_ ticks: UInt8) -> BootInstant { now + tick * -Int(ticks) }

    /// A moment one tick later: as much in the past as the present allows.
    static func aged(_ instant: BootInstant) -> BootInstant { max(now, instant + tick * -1) }

    /// An age one tick later.
    static func aged(_ age: UInt8) -> UInt8 { min(oldAge, age + 1) }
}
