/// What a scenario says of a reading; what is missing is made up.
package struct MeasurementValues: Equatable, Sendable {
    /// A value's name in the scenario.
    package enum Key: String, CaseIterable, Sendable {
        case systolic, diastolic, meanArterial, pulse, user, status
        case celsius, site
        case kilograms, bodyFatPercent, musclePercent, bodyWaterKilograms, impedanceOhm
        case millimolesPerLitre, milligramsPerDecilitre, type, location, meal, offsetMinutes
        case spo2
    }

    /// What a scenario's numbers may be.
    package static let range = -10_000.0...100_000.0

    /// The numbers that are given.
    package var numbers: [Key: Double] = [:]
    /// The bytes of a glucose context, 0x2A34.
    package var context: [UInt8]?

    /// Makes values; none are made up by the device.
    package init(_ numbers: [Key: Double] = [:], context: [UInt8]? = nil) {
        self.numbers = numbers
        self.context = context
    }

    /// A number that is given.
    package subscript(_ key: Key) -> Double? { numbers[key] }

    /// A number that is given, rounded; within ``range``.
    package func whole(_ key: Key) -> Int? {
        numbers[key].map { Int(min(max($0, Self.range.lowerBound), Self.range.upperBound).rounded(.toNearestOrEven)) }
    }

    /// A number that is given, as a byte.
    package func byte(_ key: Key) -> UInt8? { whole(key).map { UInt8(clamping: $0) } }

    /// A number that is given, as a word.
    package func word(_ key: Key) -> UInt16? { whole(key).map { UInt16(clamping: $0) } }
}

/// A reading in a device's memory.
package struct StoredReading: Equatable, Sendable {
    /// Its number on the device, from 1.
    package let number: Int
    /// What the device sends of it, in this order.
    package let frames: [DeviceFrame]
    /// Whose it is on a device with users; 0xFF and nil are nobody's.
    package let user: UInt8?

    /// Makes a reading.
    package init(number: Int, frames: [DeviceFrame], user: UInt8? = nil) {
        self.number = number
        self.frames = frames
        self.user = user
    }
}
