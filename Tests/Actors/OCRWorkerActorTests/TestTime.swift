import DeliveryRules

/// A boot clock that does not advance.
struct TestTime: BootClock {
    let now = BootInstant(milliseconds: 1_000_000)
}
