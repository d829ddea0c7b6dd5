internal import Crypto
public import FoundationEssentials

extension ReadingKey {
    /// The key of a Bluetooth reading: `bt1-` and 32 hex digits.
    ///
    /// Hashed are, as ``hashed(scheme:fields:)`` says, the fields 1 device UUID (16 bytes), 2 device time (its text),
    /// 3 sequence (8 bytes, big-endian), 4 measurement bytes, 5 episode (milliseconds since 1970, 8 bytes, big-endian).
    /// Field 5 is there only where 2 and 3 are both absent.
    ///
    /// - Parameters:
    ///   - device: The device.
    ///   - deviceTime: The measurement's time as the device sent it. Nil where its clock is not set.
    ///   - sequence: The measurement's number, only for models whose numbers are trusted, else nil.
    ///   - measurement: The raw bytes of the measurement characteristic.
    ///   - episode: When the sighting began that led to the reading. Equal for every try within one sighting.
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

    /// True where only the sighting episode tells a reading from an equal one: it has no time and no sequence.
    public static func dependsOnEpisode(deviceTime: String?, sequence: UInt64?) -> Bool {
        deviceTime == nil && sequence == nil
    }

    /// What two hubs' keys of one reading have in common where the keys depend on the episode: device and bytes.
    ///
    /// `bt1twin-` and 32 hex digits, over the fields 1 and 4. No key of a reading itself: equal measurements of
    /// different days have equal twin keys.
    public static func bluetoothTwin(device: DeviceID, measurement: [UInt8]) -> ReadingKey {
        hashed(scheme: "bt1twin", fields: [1: device.uuid.bytes, 4: measurement])
    }

    /// A key for a reading that is made once and never found again: OCR, typed by hand.
    ///
    /// `rnd1-` and 32 hex digits.
    public static func random(using generator: inout some RandomNumberGenerator) -> ReadingKey {
        let halves = [generator.next() as UInt64, generator.next() as UInt64]
        return ReadingKey(trusted: "rnd1-" + hex(halves.flatMap(bigEndian)))
    }

    /// A key for a reading that is made once and never found again, with the system's random bits.
    public static func random() -> ReadingKey {
        var generator = SystemRandomNumberGenerator()
        return random(using: &generator)
    }

    /// A key over named fields: the scheme, a dash, and the first 128 bits of a SHA-256 as hex.
    ///
    /// Hashed bytes: `vitalbus/reading-key/`, the scheme, a zero byte; then for each field in ascending order of its
    /// number: the number (1 byte), the length (4 bytes, big-endian), the bytes. An absent field differs from an empty
    /// one, and no two sets of fields share an encoding.
    ///
    /// - Parameters:
    ///   - scheme: Names producer and version, `[a-z0-9]`. A changed meaning of a field needs a new scheme.
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
