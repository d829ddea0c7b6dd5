internal import VitalRecords

extension DecodedField {
    /// A whole number; null without a value.
    static func int(_ name: String, value: Int?) -> DecodedField {
        DecodedField(name, value: value.map { .integer($0) } ?? .null)
    }

    /// `value` × 10^`exponent`; null without a value.
    static func scaled(_ name: String, value: Int?, exponent: Int8) -> DecodedField {
        DecodedField(
            name,
            value: value.map { .number(DecimalNumber(mantissa: Int64($0), exponent: exponent)) } ?? .null
        )
    }

    /// A bit.
    static func bool(_ name: String, value: Bool) -> DecodedField { DecodedField(name, value: .bool(value)) }

    /// A bit that this family's facts write as 0 or 1.
    static func flag(_ name: String, value: Bool) -> DecodedField { int(name, value: value ? 1 : 0) }

    /// A text; null without one.
    static func text(_ name: String, value: String?) -> DecodedField {
        DecodedField(name, value: value.map { .text($0) } ?? .null)
    }

    /// Bytes as hexadecimal digits.
    static func hex(_ name: String, value bytes: [UInt8]) -> DecodedField { text(name, value: DecodedValue.hex(bytes)) }

    /// A number as hexadecimal digits of `bytes` bytes.
    static func hex(_ name: String, value: Int, bytes: Int) -> DecodedField {
        let digits = String(value, radix: 16)
        return text(name, value: String(repeating: "0", count: max(0, bytes * 2 - digits.count)) + digits)
    }

    /// An object.
    static func object(_ name: String, value fields: [DecodedField]) -> DecodedField {
        DecodedField(name, value: .object(fields))
    }

    /// A list of objects.
    static func list(_ name: String, value values: [[DecodedField]]) -> DecodedField {
        DecodedField(name, value: .list(values.map { .object($0) }))
    }

    /// A list of whole numbers.
    static func list(_ name: String, value values: [Int]) -> DecodedField {
        DecodedField(name, value: .list(values.map { .integer($0) }))
    }
}

/// Device times, as text without a zone; nil for an impossible date.
enum FamilyTime {
    /// A time from its parts; nil if the clock was never set (month or day 0).
    static func text(_ year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) -> String? {
        CivilDateTime(year: year, month: month, day: day, hour: hour, minute: minute, second: second)?.description
    }

    /// A time without seconds, for devices that do not count them.
    static func minute(_ year: Int, month: Int, day: Int, hour: Int, minute: Int) -> String? {
        text(year, month: month, day: day, hour: hour, minute: minute, second: 0).map { String($0.prefix(16)) }
    }

    /// Seconds since 1970.
    static func unix(_ seconds: Int) -> String? {
        CivilDateTime(daysSince1970: seconds / 86_400, secondOfDay: seconds % 86_400)?.description
    }

    /// Seconds since 2000.
    static func since2000(_ seconds: Int) -> String? { unix(seconds + 946_684_800) }

    /// A field; a time that the device does not know is null.
    static func field(_ text: String?) -> DecodedField { .text("time", value: text) }
}

extension Int {
    /// The value, or nil if it is one of the device's marks for a missing value.
    func unless(_ marks: Int...) -> Int? { marks.contains(self) ? nil : self }

    /// The value from 1 to a limit that no measurement of the kind exceeds; nil otherwise.
    func upTo(_ limit: Int) -> Int? { self >= 1 && self <= limit ? self : nil }

    /// The weight in hundredths of a kilogram if a person can have it, up to 500 kg.
    var bodyWeight: Int? { upTo(50_000) }

    /// The share in tenths of a percent; nil for 0, and for more than the whole.
    var share: Int? { upTo(1_000) }

    /// The resistance in ohm of a frame's word; 0 and FFFF mean that none was measured.
    var resistance: Int? { unless(0, 0xFFFF) }

    /// The pressure in mmHg if a cuff can measure it.
    var pressure: Int? { upTo(300) }

    /// The glucose in mg/dL if a meter can measure it.
    var glucose: Int? { upTo(2_000) }

    /// The value if it can be a saturation in percent; 0 and 127 mean that no finger is in the sensor.
    var saturation: Int? { (1...100).contains(self) ? self : nil }
}
