public import VitalRecords

/// A date and time in the format of 0x2A08: local, without a time zone, and possibly invalid.
public struct GATTDateTime: Hashable, Sendable {
    /// Year; 0 is unknown.
    public let year: UInt16
    /// Month, 1 to 12; 0 is unknown.
    public let month: UInt8
    /// Day of the month; 0 is unknown.
    public let day: UInt8
    /// Hour, 0 to 23.
    public let hour: UInt8
    /// Minute, 0 to 59.
    public let minute: UInt8
    /// Second, 0 to 59.
    public let second: UInt8

    /// Makes the value for a date and time.
    public init(_ civil: CivilDateTime) {
        // Every date of the calendar fits, since its years end at 9999.
        self.init(
            year: UInt16(clamping: civil.year),
            month: UInt8(clamping: civil.month),
            day: UInt8(clamping: civil.day),
            hour: UInt8(clamping: civil.hour),
            minute: UInt8(clamping: civil.minute),
            second: UInt8(clamping: civil.second)
        )
    }

    init(year: UInt16, month: UInt8, day: UInt8, hour: UInt8, minute: UInt8, second: UInt8) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Whether year, month and day are known; false for a device whose clock is not set.
    public var isClockSet: Bool { year != 0 && month != 0 && day != 0 }

    /// The date and time; nil if a part is unknown or the calendar has no such date.
    public var civil: CivilDateTime? {
        CivilDateTime(
            year: Int(year),
            month: Int(month),
            day: Int(day),
            hour: Int(hour),
            minute: Int(minute),
            second: Int(second)
        )
    }

    /// The device time as text for a reading and its key; nil if the clock is not set.
    ///
    /// An impossible date, such as 29 February 2023, still distinguishes measurements, so it has a text.
    public var deviceTime: String? {
        guard isClockSet else { return nil }
        return civil?.description ?? "invalid \(parts.map(String.init).joined(separator: " "))"
    }

    /// The 7 bytes of characteristic 0x2A08.
    public var encoded: [UInt8] {
        [UInt8(truncatingIfNeeded: year), UInt8(truncatingIfNeeded: year >> 8), month, day, hour, minute, second]
    }

    /// Year, month, day, hour, minute and second.
    public var parts: [Int] { [Int(year), Int(month), Int(day), Int(hour), Int(minute), Int(second)] }
}
