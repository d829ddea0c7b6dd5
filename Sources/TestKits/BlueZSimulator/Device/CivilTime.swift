package import Foundation

/// A date and time of day without a time zone, as health devices keep it.
package struct CivilTime: Decodable, Equatable, Sendable {
    /// Seconds since 1970-01-01T00:00:00 of the same civil time.
    package var seconds: Int
    /// How far it is ahead of UTC, in seconds; 0 where no zone is known.
    package private(set) var ahead = 0

    /// Seconds since 1970-01-01T00:00:00 UTC, as devices count whose apps set UTC.
    package var universal: Int { seconds - ahead }

    /// Creates a time from seconds since 1970-01-01.
    package init(seconds: Int) {
        self.seconds = seconds
    }

    /// Another time of the same zone.
    func later(by seconds: Int) -> CivilTime {
        var time = self
        time.seconds += seconds
        return time
    }

    /// The civil time of an instant in a zone.
    package init(_ date: Date, in zone: TimeZone) {
        ahead = zone.secondsFromGMT(for: date)
        seconds = Int(date.timeIntervalSince1970.rounded(.down)) + ahead
    }

    /// Parses `2026-03-01T08:00:00`; nil for other text.
    package init?(_ text: String) {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt)
        guard let date = try? Date(text + "Z", strategy: style) else { return nil }
        self.init(date, in: .gmt)
    }

    /// Parses the bytes of Date Time, 0x2A08; nil for invalid bytes.
    package init?(dateTime bytes: [UInt8]) {
        guard bytes.count == 7 else { return nil }
        let parts = DateComponents(
            year: Int(bytes[0]) | Int(bytes[1]) << 8,
            month: Int(bytes[2]),
            day: Int(bytes[3]),
            hour: Int(bytes[4]),
            minute: Int(bytes[5]),
            second: Int(bytes[6])
        )
        guard (1582...9999).contains(parts.year ?? 0), let date = Self.calendar.date(from: parts),
            Self.calendar.dateComponents(Self.units, from: date) == parts
        else { return nil }
        self.init(date, in: .gmt)
    }

    /// Decodes the text form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.singleValueContainer()
        guard let time = Self(try box.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: box, debugDescription: "must be like 2026-03-01T08:00:00")
        }
        self = time
    }

    /// The seven bytes of Date Time, 0x2A08.
    package var dateTime: [UInt8] {
        let date = Date(timeIntervalSince1970: Double(seconds))
        let parts = Self.calendar.dateComponents(Self.units, from: date)
        let year = UInt16(clamping: parts.year ?? 0)
        let rest = [parts.month, parts.day, parts.hour, parts.minute, parts.second]
        return [UInt8(truncatingIfNeeded: year), UInt8(truncatingIfNeeded: year >> 8)]
            + rest.map { UInt8(clamping: $0 ?? 0) }
    }

    /// The text `2026-03-01T08:00:00`.
    package var text: String {
        let style = Date.ISO8601FormatStyle(timeZone: .gmt)
        return String(Date(timeIntervalSince1970: Double(seconds)).formatted(style).prefix(19))
    }

    /// The day of the week as in 0x2A2B: 1 is Monday, 7 Sunday.
    var weekday: UInt8 {
        // 1970-01-01 was a Thursday.
        let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
        return UInt8(((days + 3) % 7 + 7) % 7 + 1)
    }

    private static let units: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }
}

/// A health device's clock, and the ways to set it.
struct DeviceClock: Sendable {
    /// The civil time at simulated time zero.
    let epoch: CivilTime
    /// How far it is off, in seconds.
    var offset: Int
    /// Whether it shows a date at all.
    private(set) var isSet: Bool

    /// The time that it shows.
    func time(at now: Duration) -> CivilTime {
        epoch.later(by: offset + Int(now.components.seconds))
    }

    /// Sets it, and returns by how many seconds that moved it.
    mutating func set(_ time: CivilTime, at now: Duration) -> Int {
        let shift = time.seconds - self.time(at: now).seconds
        offset += shift
        isSet = true
        return shift
    }

    /// The civil time set by a write to a clock; nil if the characteristic is not a clock.
    ///
    /// Sources: weliem/blessed-android's BluetoothHandler for Contour (`01`, UTC in seven bytes, offset in minutes),
    /// xDrip's TimeTx for CareSens (`C0 03 01 00`, then year to second).
    static func time(_ short: UInt16, value: [UInt8]) throws(AttError) -> CivilTime? {
        switch short {
        case 0x2A08: return try time(value, length: 7, at: 0)
        case 0x2A2B: return try time(value, length: 10, at: 0)
        case GattUUID.contourClock:
            let time = try time(value, length: 10, at: 1)
            guard value[0] == 1, let minutes = FrameBytes.word(value, at: 8) else { throw .outOfRange }
            return CivilTime(seconds: time.seconds + 60 * Int(Int16(bitPattern: minutes)))
        case 0xFFF1:
            let time = try time(value, length: 11, at: 4)
            guard value.starts(with: [0xC0, 0x03, 0x01, 0x00]) else { throw .outOfRange }
            return time
        default: return nil
        }
    }

    private static func time(_ value: [UInt8], length: Int, at place: Int) throws(AttError) -> CivilTime {
        guard value.count == length else { throw .invalidLength }
        guard let time = CivilTime(dateTime: Array(value[place..<place + 7])) else { throw .outOfRange }
        return time
    }
}
