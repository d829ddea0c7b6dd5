internal import Crypto
public import FoundationEssentials

extension UUID {
    /// The UUID in lower case, as RFC 9562 writes it.
    public var lowercaseString: String { uuidString.lowercased() }

    /// The UUID's 16 bytes.
    package var bytes: [UInt8] {
        let parts = uuid
        return [
            parts.0, parts.1, parts.2, parts.3, parts.4, parts.5, parts.6, parts.7,
            parts.8, parts.9, parts.10, parts.11, parts.12, parts.13, parts.14, parts.15,
        ]
    }

    /// Makes a name-based UUID: SHA-1 of namespace and name (RFC 9562 §5.5).
    public static func v5(namespace: UUID, name: some Sequence<UInt8>) -> UUID {
        var hash = Insecure.SHA1()
        hash.update(data: namespace.bytes)
        hash.update(data: Array(name))
        return UUID(versioned: Array(hash.finalize()), version: 5)
    }

    /// Makes a time-ordered UUID: 48 bits of milliseconds and 74 random bits (RFC 9562 §5.7).
    ///
    /// UUIDs of one millisecond have no order.
    public static func v7(at time: Date, using generator: inout some RandomNumberGenerator) -> UUID {
        let milliseconds = UInt64(max(0, time.millisecondsSince1970))
        let random = (generator.next() as UInt64, generator.next() as UInt64)
        var bytes = (0..<6).map { UInt8(truncatingIfNeeded: milliseconds >> (40 - 8 * $0)) }
        bytes += (0..<2).map { UInt8(truncatingIfNeeded: random.0 >> (8 * $0)) }
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: random.1 >> (8 * $0)) }
        return UUID(versioned: bytes, version: 7)
    }

    /// Makes a time-ordered UUID with the system's random bits (RFC 9562 §5.7).
    public static func v7(at time: Date) -> UUID {
        var generator = SystemRandomNumberGenerator()
        return v7(at: time, using: &generator)
    }

    /// Takes 16 bytes, padded with zeros, and sets version and variant.
    package init(versioned source: [UInt8], version: UInt8) {
        var bytes = Array((source + [UInt8](repeating: 0, count: 16)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            )
        )
    }
}
