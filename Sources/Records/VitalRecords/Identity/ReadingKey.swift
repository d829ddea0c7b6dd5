internal import Crypto
public import FoundationEssentials

/// The permanent key of a reading, so that no copy of it becomes a second record.
///
/// The producer makes it without person, hub or decoded values, because those can change. A better decoder
/// sends the same key with a higher revision.
public struct ReadingKey: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The longest key in bytes.
    public static let maximumLength = 128

    /// The key: a scheme, a dash and lower-case letters, digits and dashes.
    public let rawValue: String

    /// Wraps a key that was made earlier; nil if it is empty, over 128 bytes, or has characters outside `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard (1...Self.maximumLength).contains(rawValue.utf8.count),
            rawValue.utf8.allSatisfy({ byte in
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
            })
        else { return nil }
        self.rawValue = rawValue
    }

    package init(trusted rawValue: String) {
        self.rawValue = rawValue
    }

    /// The key's text.
    public var description: String { rawValue }

    /// Reads the key from a JSON string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let key = ReadingKey(rawValue: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "a reading key must have 1 to 128 characters of a-z, 0-9 and -"
            )
        }
        self = key
    }

    /// Writes the key as a JSON string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension ReadingKey {
    /// Makes the key of an imported sample: `imp1-` and 32 hex digits.
    ///
    /// It hashes, as ``hashed(scheme:fields:)`` describes, the fields 1 scope, 2 type, 3 source (each in UTF-8), 4
    /// start and 5 end (milliseconds since 1970, 8 bytes, big-endian), 6 ordinal (8 bytes, big-endian). Value, unit,
    /// device and local dates are not included, because they differ between two exports of the same sample.
    ///
    /// - Parameters:
    ///   - scope: The input of the data, for example a watched folder's id: the same for all exports of one person's
    ///     phone, but different for every person. Two people's phones have equal samples (both stood at 9:00), and a
    ///     key belongs to one person forever. A pseudonym, never a name.
    ///   - type: The sample's type, as the export names it.
    ///   - source: The name of the app or device that wrote the sample, as the export has it.
    ///   - start: The start of the sample.
    ///   - end: The end of the sample.
    ///   - ordinal: Its index among samples that are equal in all of these, from 0.
    public static func importSample(
        scope: String,
        type: String,
        source: String,
        start: Date,
        end: Date,
        ordinal: Int = 0
    ) -> ReadingKey {
        hashed(
            scheme: "imp1",
            fields: [
                1: Array(scope.utf8), 2: Array(type.utf8), 3: Array(source.utf8), 4: milliseconds(start),
                5: milliseconds(end), 6: bigEndian(UInt64(bitPattern: Int64(ordinal))),
            ]
        )
    }

    /// Makes the key of an imported summary of a local day: `sum1-` and 32 hex digits.
    ///
    /// It hashes the fields 1 scope, 2 set, 3 source scope (each in UTF-8), 4 day (`2026-03-01`). A later export's
    /// summary of the day has the same key and a higher revision.
    ///
    /// - Parameters:
    ///   - scope: The input of the data, see ``importSample(scope:type:source:start:end:ordinal:)``.
    ///   - set: The set of types, for example `routine`.
    ///   - sourceScope: The sources that it sums up: the name of one, or a word for all.
    ///   - year: The local day's year.
    ///   - month: Its month, from 1.
    ///   - day: Its day, from 1.
    /// - Returns: The key; nil if the calendar has no such day.
    public static func importSummary(
        scope: String,
        set: String,
        sourceScope: String,
        year: Int,
        month: Int,
        day: Int
    ) -> ReadingKey? {
        guard let civil = CivilDateTime(year: year, month: month, day: day) else { return nil }
        return hashed(
            scheme: "sum1",
            fields: [
                1: Array(scope.utf8), 2: Array(set.utf8), 3: Array(sourceScope.utf8),
                4: Array(civil.description.utf8.prefix(10)),
            ]
        )
    }

    private static func milliseconds(_ time: Date) -> [UInt8] {
        bigEndian(UInt64(bitPattern: time.millisecondsSince1970))
    }
}

extension ReadingKey {
    /// Makes the key of a Bluetooth reading: `bt1-` and 32 hex digits.
    ///
    /// It hashes, as ``hashed(scheme:fields:)`` describes, the fields 1 device UUID (16 bytes), 2 device time (as
    /// text), 3 sequence (8 bytes, big-endian), 4 measurement bytes, 5 episode (milliseconds since 1970, 8 bytes,
    /// big-endian). Field 5 is included only if 2 and 3 are both absent.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - deviceTime: The measurement's time as the device sent it; nil if its clock is not set.
    ///   - sequence: The measurement's number for models whose numbers are trusted, else nil.
    ///   - measurement: The raw bytes of the measurement characteristic.
    ///   - episode: The start of the sighting that led to the reading; the same for every attempt within one sighting.
    public static func bluetooth(
        device: DeviceID,
        deviceTime: String?,
        sequence: UInt64?,
        measurement: [UInt8],
        episode: Date
    ) -> ReadingKey {
        var fields: [UInt8: [UInt8]] = [1: device.uuid.bytes, 4: measurement]
        fields[2] = deviceTime.map { Array($0.utf8) }
        fields[3] = sequence.map(bigEndian)
        if dependsOnEpisode(deviceTime: deviceTime, sequence: sequence) {
            fields[5] = bigEndian(UInt64(bitPattern: episode.millisecondsSince1970))
        }
        return hashed(scheme: "bt1", fields: fields)
    }

    /// True if only the sighting episode distinguishes a reading from an equal one, because it has neither time nor
    /// sequence.
    public static func dependsOnEpisode(deviceTime: String?, sequence: UInt64?) -> Bool {
        deviceTime == nil && sequence == nil
    }

    /// Makes the part that two hubs' keys of one reading share if the keys depend on the episode: device and bytes.
    ///
    /// It is `bt1twin-` and 32 hex digits over the fields 1 and 4. It is not a reading key: equal measurements of
    /// different days have equal twin keys.
    public static func bluetoothTwin(device: DeviceID, measurement: [UInt8]) -> ReadingKey {
        hashed(scheme: "bt1twin", fields: [1: device.uuid.bytes, 4: measurement])
    }

    /// Makes a random key for a reading that is produced only once: OCR, manual entry.
    ///
    /// It is `rnd1-` and 32 hex digits.
    public static func random(using generator: inout some RandomNumberGenerator) -> ReadingKey {
        let halves = [generator.next() as UInt64, generator.next() as UInt64]
        return ReadingKey(trusted: "rnd1-" + hex(halves.flatMap(bigEndian)))
    }

    /// Makes a random key with the system's random bits.
    public static func random() -> ReadingKey {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// Hashes fields into a key: the scheme, a dash, and the first 128 bits of a SHA-256 as hex.
    ///
    /// The hashed bytes are `vitalbus/reading-key/`, the scheme and a zero byte; then for each field in ascending order
    /// of its number: the number (1 byte), the length (4 bytes, big-endian), the bytes. An absent field differs from an
    /// empty one, and no two sets of fields share an encoding.
    ///
    /// - Parameters:
    ///   - scheme: The name of producer and version, `[a-z0-9]`. A changed meaning of a field needs a new scheme.
    ///   - fields: The fields by number.
    public static func hashed(scheme: StaticString, fields: [UInt8: [UInt8]]) -> ReadingKey {
        var hash = SHA256()
        hash.update(data: Array("vitalbus/reading-key/\(scheme)".utf8) + [0])
        for (number, bytes) in fields.sorted(by: { $0.key < $1.key }) {
            hash.update(data: [number] + bigEndian(UInt32(truncatingIfNeeded: bytes.count)))
            hash.update(data: bytes)
        }
        return ReadingKey(trusted: "\(scheme)-" + hex(hash.finalize().prefix(16)))
    }

    static func bigEndian<Word: FixedWidthInteger>(_ value: Word) -> [UInt8] {
        (0..<(Word.bitWidth / 8)).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
