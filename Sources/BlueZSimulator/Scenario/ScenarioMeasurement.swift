/// One entry of a device's measurements: one reading, or a row of made-up ones.
package struct ScenarioMeasurement: Decodable, Sendable {
    /// When the first is taken.
    package var at: Duration
    /// The distance between the readings of a row.
    package var every: Duration?
    /// How many readings the row has.
    package var count: Int
    /// The exact bytes of the frame; wins over ``values``.
    package var frame: [UInt8]?
    /// The values of the reading; nil makes plausible ones up.
    package var values: CuffValues?

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case atSeconds
        case everySeconds
        case count
        case frame
        case systolic
        case diastolic
        case meanArterial
        case pulse
        case user
        case status
    }

    /// Makes an entry.
    package init(
        at: Duration,
        every: Duration? = nil,
        count: Int = 1,
        frame: [UInt8]? = nil,
        values: CuffValues? = nil
    ) {
        self.at = at
        self.every = every
        self.count = count
        self.frame = frame
        self.values = values
    }

    /// Reads the JSON form.
    package init(from decoder: any Decoder) throws {
        let box = try decoder.strict(CodingKeys.self)
        self.init(
            at: try box.seconds(.atSeconds, default: .zero),
            every: try box.seconds(.everySeconds),
            count: try box.value(.count, default: 1)
        )
        guard (1...1_000_000).contains(count), count == 1 || (every ?? .zero) > .zero else {
            throw DecodingError.dataCorruptedError(
                forKey: .count,
                in: box,
                debugDescription: "count must be 1 to 1000000, and above 1 needs everySeconds"
            )
        }
        if let text = try box.decodeIfPresent(String.self, forKey: .frame) {
            guard let bytes = [UInt8](hex: text), bytes.count <= 512 else {
                throw DecodingError.dataCorruptedError(
                    forKey: .frame,
                    in: box,
                    debugDescription: "frame must be hex digits, 512 bytes at most"
                )
            }
            frame = bytes
        }
        values = try Self.values(in: box)
    }

    private static func values(in box: KeyedDecodingContainer<CodingKeys>) throws -> CuffValues? {
        guard let systolic = try box.decodeIfPresent(Int.self, forKey: .systolic) else { return nil }
        let values = CuffValues(
            systolic: systolic,
            diastolic: try box.decode(Int.self, forKey: .diastolic),
            meanArterial: try box.decodeIfPresent(Int.self, forKey: .meanArterial),
            pulse: try box.value(.pulse, default: 64),
            user: try box.value(.user, default: 1),
            status: try box.value(.status, default: 0)
        )
        guard values.isEncodable else {
            throw DecodingError.dataCorruptedError(
                forKey: .systolic,
                in: box,
                debugDescription: "pressures and pulse must be 0 to 300"
            )
        }
        return values
    }
}
