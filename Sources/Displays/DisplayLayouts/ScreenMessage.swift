/// What a display says where no value is: a screen that must never become a number.
public enum ScreenMessage: String, Sendable, Hashable, CaseIterable {
    /// An error code, such as `E1`, `E-3` or `Err`.
    case error
    /// Below what the meter measures: `Lo`.
    case low
    /// Above what the meter measures: `HI`, and `OL` of a multimeter or a scale.
    case high
    /// Nothing measured: `---`.
    case blank
    /// A time, such as `12:30`.
    case clock
    /// A date, such as `3/14` or `12-24`.
    case date
    /// The number of a stored value or of a user, such as `n12`, `n-3` or `u2`.
    case memory
    /// An average, such as `A` or `AUE`.
    case average
    /// The meter is going off: `OFF`.
    case off
    /// The battery is low: `bAt`, `Lb`.
    case battery
    /// All segments lit, as meters do when they are switched on: `8888`, `88:88`.
    case selfTest
    /// Another word, such as `CAL` or `End`.
    case word
}
