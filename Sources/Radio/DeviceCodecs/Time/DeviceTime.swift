public import VitalRecords

/// When a device says that it measured, by its own clock.
public struct DeviceTime: Hashable, Sendable {
    /// The local time as its user saw it, or nil where the clock is not set or no calendar has the date.
    public let civil: CivilDateTime?
    /// The time as text for the reading and its key, or nil where the clock is not set.
    ///
    /// A date that no calendar has still tells one measurement from the next, so it has a text: `invalid 2023 2 29 10 0 0`.
    public let text: String?
    /// False where the device itself says that its time may be wrong.
    public let isReliable: Bool

    /// A time whose clock was never set.
    public static let unset = DeviceTime(civil: nil, text: nil, isReliable: false)

    init(civil: CivilDateTime?, text: String?, isReliable: Bool) {
        self.civil = civil
        self.text = text
        self.isReliable = isReliable
    }

    /// Takes a frame's time.
    ///
    /// - Parameters:
    ///   - time: The date and time in the frame.
    ///   - offsetMinutes: How far its user had moved the clock since, which the frame says beside it.
    ///   - isReliable: False where the device says that its time may be wrong.
    init(_ time: GATTDateTime, offsetMinutes: Int16? = nil, isReliable: Bool = true) {
        guard let base = time.deviceTime else {
            self = .unset
            return
        }
        guard let offsetMinutes, offsetMinutes != 0 else {
            self.init(civil: time.civil, text: base, isReliable: isReliable)
            return
        }
        // The two ends of the range mean overrun and underrun (0x2A18 in the public GATT XML).
        let isKnown = offsetMinutes != .max && offsetMinutes != .min
        let civil = isKnown ? time.civil?.adding(minutes: Int(offsetMinutes)) : nil
        self.init(civil: civil, text: civil?.description ?? "\(base) \(offsetMinutes) min", isReliable: isReliable)
    }
}

extension CivilDateTime {
    /// The date and time so many minutes later, or nil where it leaves the years 1 to 9999.
    func adding(minutes: Int) -> CivilDateTime? {
        let total = daysSince1970 * 86_400 + hour * 3_600 + minute * 60 + second + minutes * 60
        let rest = (total % 86_400 + 86_400) % 86_400
        return CivilDateTime(daysSince1970: (total - rest) / 86_400, secondOfDay: rest)
    }
}
