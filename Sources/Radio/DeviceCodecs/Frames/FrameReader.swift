/// Takes little-endian fields from the front of a frame, and never reads past its end.
public struct FrameReader: Sendable {
    /// The longest value that an attribute can have (Bluetooth Core, Vol 3, Part F, §3.2.9).
    public static let maximumLength = 512

    private let bytes: [UInt8]
    private var position = 0

    /// Opens a frame.
    ///
    /// - Throws: ``CodecError`` with `empty`, or `oversized` for more than 512 bytes.
    public init(_ bytes: [UInt8]) throws(CodecError) {
        guard !bytes.isEmpty else { throw CodecError(code: .empty, message: "the frame has no bytes") }
        guard bytes.count <= Self.maximumLength else {
            throw CodecError(
                code: .oversized,
                message: "the frame has \(bytes.count) bytes, an attribute has \(Self.maximumLength) at most"
            )
        }
        self.bytes = bytes
    }

    /// How many bytes are left.
    public var remaining: Int { bytes.count - position }

    /// The length of the whole frame.
    public var count: Int { bytes.count }

    /// Takes an unsigned byte.
    ///
    /// - Throws: ``CodecError`` with `truncated`, as all readings do.
    public mutating func uint8(_ field: StaticString) throws(CodecError) -> UInt8 {
        try take(1, field).first ?? 0
    }

    /// Takes an unsigned 16-bit word, little-endian.
    public mutating func uint16(_ field: StaticString) throws(CodecError) -> UInt16 {
        try take(2, field).reversed().reduce(0) { $0 << 8 | UInt16($1) }
    }

    /// Takes an unsigned 16-bit word, big-endian.
    ///
    /// No standard profile has one; some devices do.
    public mutating func bigEndianUInt16(_ field: StaticString) throws(CodecError) -> UInt16 {
        try uint16(field).byteSwapped
    }

    /// Takes a signed 16-bit word, little-endian.
    public mutating func int16(_ field: StaticString) throws(CodecError) -> Int16 {
        Int16(bitPattern: try uint16(field))
    }

    /// Takes an unsigned 24-bit word, little-endian.
    public mutating func uint24(_ field: StaticString) throws(CodecError) -> UInt32 {
        try take(3, field).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Takes an unsigned 32-bit word, little-endian.
    public mutating func uint32(_ field: StaticString) throws(CodecError) -> UInt32 {
        try take(4, field).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Takes a 16-bit medical float.
    public mutating func sfloat(_ field: StaticString) throws(CodecError) -> MedicalFloat {
        MedicalFloat(sfloat: try uint16(field))
    }

    /// Takes a 32-bit medical float.
    public mutating func float(_ field: StaticString) throws(CodecError) -> MedicalFloat {
        MedicalFloat(float: try uint32(field))
    }

    /// Takes a date and time of 7 bytes.
    public mutating func dateTime(_ field: StaticString) throws(CodecError) -> GATTDateTime {
        var source = try FrameReader(Array(take(7, field)))
        return GATTDateTime(
            year: try source.uint16(field),
            month: try source.uint8(field),
            day: try source.uint8(field),
            hour: try source.uint8(field),
            minute: try source.uint8(field),
            second: try source.uint8(field)
        )
    }

    /// Takes all bytes that are left.
    public mutating func rest() -> [UInt8] {
        defer { position = bytes.count }
        return Array(bytes[position...])
    }

    private mutating func take(_ length: Int, _ field: StaticString) throws(CodecError) -> ArraySlice<UInt8> {
        guard remaining >= length else {
            throw CodecError(
                code: .truncated,
                message: "the frame ends before \(field): \(remaining) of \(length) bytes are left"
            )
        }
        defer { position += length }
        return bytes[position..<(position + length)]
    }
}

/// Names the bits of a status word.
enum BitNames {
    /// The names of the bits that are set, in their order.
    ///
    /// A bit without a name is `reserved_7`, or what `prefix` makes of it: nothing that a device said is dropped.
    static func names(_ word: UInt32, width: Int, _ name: (Int) -> String?) -> [String] {
        (0..<width).filter { word >> $0 & 1 == 1 }.map { name($0) ?? "reserved_\($0)" }
    }
}
