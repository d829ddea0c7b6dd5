/// The values that a scenario sets for a reading; missing ones are made up.
package struct MeasurementValues: Equatable, Sendable {
    /// The name of a value in the scenario.
    package enum Key: String, CaseIterable, Sendable {
        case systolic, diastolic, meanArterial, pulse, user, status
        case celsius, site
        case kilograms, bodyFatPercent, musclePercent, bodyWaterKilograms, impedanceOhm
        case millimolesPerLitre, milligramsPerDecilitre, type, location, meal, offsetMinutes
        case spo2, minutes
    }

    /// The allowed range of a scenario's numbers.
    package static let range = -10_000.0...100_000.0

    /// The given numbers.
    package var numbers: [Key: Double] = [:]
    /// The bytes of a glucose context, 0x2A34.
    package var context: [UInt8]?

    /// Creates values; the device makes up missing ones.
    package init(_ numbers: [Key: Double] = [:], context: [UInt8]? = nil) {
        self.numbers = numbers
        self.context = context
    }

    /// A given number.
    package subscript(_ key: Key) -> Double? { numbers[key] }

    /// A given number, rounded; within ``range``.
    package func whole(_ key: Key) -> Int? {
        numbers[key].map { Int(min(max($0, Self.range.lowerBound), Self.range.upperBound).rounded(.toNearestOrEven)) }
    }

    /// A given number, clamped to a byte.
    package func byte(_ key: Key) -> UInt8? { whole(key).map { UInt8(clamping: $0) } }

    /// A given number, clamped to a 16-bit word.
    package func word(_ key: Key) -> UInt16? { whole(key).map { UInt16(clamping: $0) } }
}

/// A reading in a device's memory.
package struct StoredReading: Equatable, Sendable {
    /// The number of the reading on the device, from 1.
    package let number: Int
    /// The frames that the device sends for it, in order.
    package let frames: [DeviceFrame]
    /// The user index on a device with users; 0xFF and nil mean no user.
    package let user: UInt8?

    /// Creates a reading.
    package init(number: Int, frames: [DeviceFrame], user: UInt8? = nil) {
        self.number = number
        self.frames = frames
        self.user = user
    }
}
