/// A scale's data on a user in addition to measurements (User Data Service 1.1).
///
/// A nil part is not written, so the scale keeps its value.
public struct ScaleUserData: Hashable, Sendable, Codable {
    /// A date of birth.
    public struct BirthDate: Hashable, Sendable, Codable {
        /// The year, 1582 to 9999.
        public let year: UInt16
        /// The month, 1 to 12.
        public let month: UInt8
        /// The day, 1 to 31.
        public let day: UInt8

        /// Makes a date.
        public init(year: UInt16, month: UInt8, day: UInt8) {
            self.year = year
            self.month = month
            self.day = day
        }
    }

    /// A sex, as 0x2A8C numbers it.
    public enum Sex: UInt8, Hashable, Sendable, Codable {
        case male = 0
        case female = 1
        case unspecified = 2
    }

    /// One characteristic's value.
    public struct Value: Hashable, Sendable {
        /// The characteristic.
        public let characteristic: BluetoothUUID
        /// The bytes to write, using a write with response.
        public let bytes: [UInt8]
    }

    /// The date of birth, 0x2A85.
    public var birthDate: BirthDate?
    /// The sex, 0x2A8C.
    public var sex: Sex?
    /// The height in centimetres, 0x2A8E.
    public var height: UInt16?

    /// Makes a user's data.
    public init(birthDate: BirthDate? = nil, sex: Sex? = nil, height: UInt16? = nil) {
        self.birthDate = birthDate
        self.sex = sex
        self.height = height
    }

    /// The characteristics of all parts.
    public static let characteristics: Set<BluetoothUUID> = [.dateOfBirth, .gender, .height]

    /// The values to write, in order.
    public var values: [Value] {
        let date = birthDate.map {
            Value(characteristic: .dateOfBirth, bytes: Self.word($0.year) + [$0.month, $0.day])
        }
        let gender = sex.map { Value(characteristic: .gender, bytes: [$0.rawValue]) }
        let tall = height.map { Value(characteristic: .height, bytes: Self.word($0)) }
        return [date, gender, tall].compactMap(\.self)
    }

    /// The data without these characteristics, which are written; nil if none remains.
    public func without(_ written: Set<BluetoothUUID>) -> ScaleUserData? {
        let rest = ScaleUserData(
            birthDate: written.contains(.dateOfBirth) ? nil : birthDate,
            sex: written.contains(.gender) ? nil : sex,
            height: written.contains(.height) ? nil : height
        )
        return rest.values.isEmpty ? nil : rest
    }

    private static func word(_ value: UInt16) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
}

/// The counter 0x2A99, by which scale and clients notice that the other changed a user's data.
public struct DatabaseChangeIncrement: Hashable, Sendable {
    /// How often the data was changed.
    public let count: UInt32

    /// Wraps a count.
    public init(_ count: UInt32) {
        self.count = count
    }

    /// Decodes a value.
    ///
    /// - Throws: ``CodecError``: `truncated`, `empty`, or `oversized`.
    public init(decoding bytes: [UInt8]) throws(CodecError) {
        var reader = try FrameReader(bytes)
        count = try reader.uint32("increment")
    }

    /// The value after one more change; the largest is followed by 0.
    public var next: DatabaseChangeIncrement { DatabaseChangeIncrement(count &+ 1) }

    /// The bytes to write, using a write with response.
    public var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } }
}
