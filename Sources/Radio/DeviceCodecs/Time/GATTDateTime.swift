public import VitalRecords

/// A date and time as characteristic 0x2A08 holds it: local, without a zone, and not always a real one.
public struct GATTDateTime: Hashable, Sendable {
    /// The year; 0 is unknown.
    public let year: UInt16
    /// The month; 0 is unknown.
    public let month: UInt8
    /// The day of the month; 0 is unknown.
    public let day: UInt8
    /// The hour.
    public let hour: UInt8
    /// The minute.
    public let minute: UInt8
    /// The second.
    public let second: UInt8

    /// Makes the value that shows a date and time.
    public init(_ civil: CivilDateTime) {
        // The calendar's ranges (year 1 to 9999 and so on) all fit.
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

    /// True where year, month and day are all known.
    ///
    /// A frame without it comes from a device whose clock is not set.
    public var isClockSet: Bool { year != 0 && month != 0 && day != 0 }

    /// The date and time, or nil where a part is unknown or the calendar has no such moment.
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

    /// The device time for a reading and its key: the parts as text, or nil where the clock is not set.
    ///
    /// A date that no calendar has, like 29 February 2023, still tells one measurement from the next, so it has a text.
    public var deviceTime: String? {
        guard isClockSet else { return nil }
        return civil?.description ?? "invalid \(parts.map(String.init).joined(separator: " "))"
    }

    /// The 7 bytes of characteristic 0x2A08, as a client writes them.
    public var encoded: [UInt8] {
        [UInt8(truncatingIfNeeded: year), UInt8(truncatingIfNeeded: year >> 8), month, day, hour, minute, second]
    }

    /// Year, month, day, hour, minute and second.
    public var parts: [Int] { [Int(year), Int(month), Int(day), Int(hour), Int(minute), Int(second)] }
}
