public import VitalRecords

/// The time of a measurement on the device's own clock.
public struct DeviceTime: Hashable, Sendable {
    /// The local time shown to the user; nil if the clock is not set or the calendar has no such date.
    public let civil: CivilDateTime?
    /// The time as text for the reading and its key; nil if the clock is not set.
    ///
    /// An impossible date still distinguishes measurements, so it has a text: `invalid 2023 2 29 10 0 0`. The time of a
    /// device that reports whole minutes ends with these: `2026-11-21T10:07`.
    public let text: String?
    /// False if the device reports that its time may be wrong.
    public let isReliable: Bool
    /// The device's internal clock and its user's adjustment of the shown one; nil if the frame has no offset.
    public private(set) var userClock: UserClock?

    /// A meter's internal clock, which its user cannot set, and the user's adjustment of the shown clock.
    public struct UserClock: Hashable, Sendable {
        /// The time of the meter's own clock.
        public let base: CivilDateTime
        /// How far the shown clock was ahead of the internal one, in minutes.
        public let offsetMinutes: Int
    }

    /// Makes the time of a device without an offset; drivers call it.
    ///
    /// - Parameters:
    ///   - local: The local time that the device shows.
    ///   - isReliable: False if the device reports that its time may be wrong.
    ///   - hasSeconds: False if the device reports whole minutes, so that the measurement may be up to a minute later.
    public init(local: CivilDateTime, isReliable: Bool = true, hasSeconds: Bool = true) {
        let text = local.description
        self.init(civil: local, text: hasSeconds ? text : String(text.dropLast(3)), isReliable: isReliable)
    }

    /// The time of a device whose clock was never set.
    public static let unset = DeviceTime(civil: nil, text: nil, isReliable: false)

    init(civil: CivilDateTime?, text: String?, isReliable: Bool) {
        self.civil = civil
        self.text = text
        self.isReliable = isReliable
    }

    /// Interprets the time stamp of a frame.
    ///
    /// - Parameters:
    ///   - time: The date and time in the frame.
    ///   - offsetMinutes: The offset of the user-facing clock from that time, from the same frame.
    ///   - isReliable: False if the device reports that its time may be wrong.
    init(_ time: GATTDateTime, offsetMinutes: Int16? = nil, isReliable: Bool = true) {
        guard let base = time.deviceTime else {
            self = .unset
            return
        }
        guard let offsetMinutes else {
            self.init(civil: time.civil, text: base, isReliable: isReliable)
            return
        }
        // The ends of the range mean overrun and underrun (0x2A18 in the public GATT XML).
        let isKnown = offsetMinutes != .max && offsetMinutes != .min
        let civil = isKnown ? time.civil?.adding(minutes: Int(offsetMinutes)) : nil
        let text = offsetMinutes == 0 ? base : civil?.description ?? "\(base) \(offsetMinutes) min"
        self.init(civil: civil, text: text, isReliable: isReliable)
        userClock = civil == nil ? nil : time.civil.map { UserClock(base: $0, offsetMinutes: Int(offsetMinutes)) }
    }
}

extension CivilDateTime {
    /// The date and time this many minutes later; nil outside the years 1 to 9999.
    func adding(minutes: Int) -> CivilDateTime? {
        let total = daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second + minutes * 60
        let rest = (total % 86_400 + 86_400) % 86_400
        return CivilDateTime(daysSince1970: (total - rest) / 86_400, secondOfDay: rest)
    }
}
