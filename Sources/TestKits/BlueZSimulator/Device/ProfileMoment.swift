/// What a profile needs to know of its device at the moment.
package struct ProfileMoment: Sendable {
    /// Simulated time since the start.
    package let now: Duration
    /// What the device's clock shows.
    package let clock: CivilTime
    /// Whether the clock was ever set.
    package let isClockSet: Bool
    /// The characteristics whose CCCD is written on this link.
    package let subscribed: Set<UInt16>

    /// The clock as 0x2A08 has it; the year is 0 while the clock was never set.
    package var stamp: [UInt8] { stamp(of: clock) }

    /// A time as 0x2A08 has it.
    func stamp(of time: CivilTime) -> [UInt8] {
        isClockSet ? time.dateTime : [0, 0] + time.dateTime.dropFirst(2)
    }
}
