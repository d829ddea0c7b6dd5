/// An entry of a device's measurements: a reading, or a series of made-up ones.
package struct ScenarioMeasurement: Decodable, Sendable {
    /// The time of the first reading.
    package var at: Duration
    /// The interval between the readings of a series.
    package var every: Duration?
    /// The number of readings in the series.
    package var count: Int
    /// The exact bytes of the frame; takes precedence over ``values``.
    package var frame: [UInt8]?
    /// The values of the reading; missing ones are made up.
    package var values: MeasurementValues

    private struct Key: CodingKey, CaseIterable {
        static let allCases =
            ["atSeconds", "everySeconds", "count", "frame", "context"].map(Key.init(stringValue:))
            + MeasurementValues.Key.allCases.map { Key(stringValue: $0.rawValue) }
        static let at = Key(stringValue: "atSeconds")
        static let every = Key(stringValue: "everySeconds")
        static let count = Key(stringValue: "count")
        static let frame = Key(stringValue: "frame")
        static let context = Key(stringValue: "context")

        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue _: Int) { nil }
    }

    /// Creates an entry.
    package init(
        at: Duration,
        every: Duration? = nil,
        count: Int = 1,
        frame: [UInt8]? = nil,
        values: MeasurementValues = .init()
    ) {
        self.at = at
        self.every = every
        self.count = count
        self.frame = frame
        self.values = values
    }

    /// Decodes the JSON form; ``stray(for:)`` checks the values against a profile.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(Key.self)
        self.init(
            at: try box.seconds(.at, default: .zero),
            every: try box.seconds(.every),
            count: try box.value(.count, default: 1)
        )
        guard (1...1_000_000).contains(count), count == 1 || (every ?? .zero) > .zero else {
            throw DecodingError.dataCorruptedError(
                forKey: .count,
                in: box,
                debugDescription: "count must be 1 to 1000000, and above 1 needs everySeconds"
            )
        }
        frame = try Self.bytes(.frame, in: box, longest: 512)
        values = MeasurementValues(context: try Self.bytes(.context, in: box, longest: 32))
        for key in MeasurementValues.Key.allCases { values.numbers[key] = try Self.number(key, in: box) }
        try checkPressures(box)
    }

    /// A key that a profile cannot measure; nil if there is none.
    package func stray(for profile: DeviceProfile) -> String? {
        if values.context != nil, profile != .glucose { return "context" }
        return values.numbers.keys.filter { !profile.measurementKeys.contains($0) }.map(\.rawValue).min()
    }

    private static func bytes(
        _ key: Key,
        in box: KeyedDecodingContainer<Key>,
        longest: Int
    ) throws -> [UInt8]? {
        guard let text = try box.decodeIfPresent(String.self, forKey: key) else { return nil }
        guard let bytes = [UInt8](hex: text), bytes.count <= longest else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: box,
                debugDescription: "\(key.stringValue) must be hex digits, \(longest) bytes at most"
            )
        }
        return bytes
    }

    private static func number(
        _ name: MeasurementValues.Key,
        in box: KeyedDecodingContainer<Key>
    ) throws -> Double? {
        let key = Key(stringValue: name.rawValue)
        guard let number = try box.decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard MeasurementValues.range.contains(number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key,
                in: box,
                debugDescription: "\(name.rawValue) must be \(MeasurementValues.range)"
            )
        }
        return number
    }

    private func checkPressures(_ box: KeyedDecodingContainer<Key>) throws {
        let pressures = [values.whole(.systolic), values.whole(.diastolic), values.whole(.meanArterial)]
        guard (pressures + [values.whole(.pulse)]).allSatisfy({ (0...300).contains($0 ?? 0) }),
            values[.systolic] == nil || values[.diastolic] != nil
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .at,
                in: box,
                debugDescription: "pressures and pulse must be 0 to 300, and systolic needs diastolic"
            )
        }
    }
}
