/// Reads the fields of a frame in order, little-endian, and never past its end.
public struct FrameReader: Sendable {
    /// The longest attribute value in bytes (Bluetooth Core, Vol 3, Part F, §3.2.9).
    public static let maximumLength = 512

    private let bytes: [UInt8]
    private var position = 0

    /// Starts at the first byte of a frame.
    ///
    /// - Throws: ``CodecError``: `empty`, or `oversized` for more than 512 bytes.
    public init(_ bytes: [UInt8]) throws(CodecError) {
        guard !bytes.isEmpty else { throw CodecError(.empty, message: "the frame has no bytes") }
        guard bytes.count <= Self.maximumLength else {
            throw CodecError(
                .oversized,
                message: "the frame has \(bytes.count) bytes, but an attribute has at most \(Self.maximumLength)"
            )
        }
        self.bytes = bytes
    }

    /// The number of unread bytes.
    public var remaining: Int { bytes.count - position }

    /// The length of the whole frame.
    public var count: Int { bytes.count }

    /// Reads an unsigned byte.
    ///
    /// - Throws: ``CodecError`` with `truncated`, as do all methods that read a field.
    public mutating func uint8(_ field: StaticString) throws(CodecError) -> UInt8 {
        try take(1, field: field).first ?? 0
    }

    /// Reads an unsigned 16-bit word, little-endian.
    public mutating func uint16(_ field: StaticString) throws(CodecError) -> UInt16 {
        try take(2, field: field).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// Reads an unsigned 16-bit word, big-endian; no standard profile has one, but some devices do.
    public mutating func bigEndianUInt16(_ field: StaticString) throws(CodecError) -> UInt16 {
        try uint16(field).byteSwapped
    }

    /// Reads a signed 16-bit word, little-endian.
    public mutating func int16(_ field: StaticString) throws(CodecError) -> Int16 {
        Int16(bitPattern: try uint16(field))
    }

    /// Reads an unsigned 24-bit word, little-endian.
    public mutating func uint24(_ field: StaticString) throws(CodecError) -> UInt32 {
        try take(3, field: field).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads an unsigned 32-bit word, little-endian.
    public mutating func uint32(_ field: StaticString) throws(CodecError) -> UInt32 {
        try take(4, field: field).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Reads a 16-bit medical float (SFLOAT).
    public mutating func sfloat(_ field: StaticString) throws(CodecError) -> MedicalFloat {
        MedicalFloat(sfloat: try uint16(field))
    }

    /// Reads a 32-bit medical float (FLOAT).
    public mutating func float(_ field: StaticString) throws(CodecError) -> MedicalFloat {
        MedicalFloat(float: try uint32(field))
    }

    /// Reads a date and time of 7 bytes.
    public mutating func dateTime(_ field: StaticString) throws(CodecError) -> GATTDateTime {
        var source = try FrameReader(Array(take(7, field: field)))
        return GATTDateTime(
            year: try source.uint16(field),
            month: try source.uint8(field),
            day: try source.uint8(field),
            hour: try source.uint8(field),
            minute: try source.uint8(field),
            second: try source.uint8(field)
        )
    }

    /// Reads all remaining bytes.
    public mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    private mutating func take(_ length: Int, field: StaticString) throws(CodecError) -> ArraySlice<UInt8> {
        guard remaining >= length else {
            throw CodecError(
                .truncated,
                message: "the frame ends before \(field): \(remaining) of \(length) bytes are left"
            )
        }
        defer { position += length }
        return bytes[position..<(position + length)]
    }
}

/// Names the bits of a status word.
enum BitNames {
    /// The names of the set bits, in ascending order.
    ///
    /// An unnamed bit appears as `reserved_7`, so that nothing a device reports is dropped.
    static func names(_ word: UInt32, width: Int, _ name: (Int) -> String?) -> [String] {
        (0..<width).filter { word >> $0 & 1 == 1 }.map { name($0) ?? "reserved_\($0)" }
    }
}
