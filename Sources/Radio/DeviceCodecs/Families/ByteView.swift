/// The bytes of a frame, read at offsets; never past their end.
///
/// Manufacturers' layouts are tables of offsets in mixed byte orders, while ``FrameReader`` has one order.
struct ByteView: Hashable, Sendable {
    /// The bytes.
    let bytes: [UInt8]

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The number of bytes.
    var count: Int { bytes.count }

    /// The byte at an offset.
    ///
    /// - Throws: ``CodecError`` with `truncated`, as do all methods that read.
    func byte(_ offset: Int) throws(CodecError) -> Int {
        guard bytes.indices.contains(offset) else {
            throw CodecError(.truncated, message: "the frame of \(count) bytes ends before byte \(offset)")
        }
        return Int(bytes[offset])
    }

    /// Bit `bit` of the byte at an offset; bit 0 is the least.
    func bit(_ bit: Int, at offset: Int) throws(CodecError) -> Bool { try byte(offset) >> bit & 1 == 1 }

    /// An unsigned number of `width` bytes, least byte first.
    func little(_ offset: Int, width: Int = 2) throws(CodecError) -> Int {
        try slice(offset, count: width).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned number of `width` bytes, greatest byte first.
    func big(_ offset: Int, width: Int = 2) throws(CodecError) -> Int {
        try slice(offset, count: width).reduce(0) { $0 << 8 | Int($1) }
    }

    /// Bytes of the frame.
    func slice(_ offset: Int, count wanted: Int) throws(CodecError) -> [UInt8] {
        guard offset >= 0, wanted >= 0, offset <= count, wanted <= count - offset else {
            throw CodecError(.truncated, message: "the frame of \(count) bytes ends before byte \(offset + wanted - 1)")
        }
        return Array(bytes[offset..<(offset + wanted)])
    }

    /// At most `count` bytes from an offset on.
    func window(_ offset: Int, count: Int) -> ByteView { ByteView(bytes.dropFirst(offset).prefix(count)) }

    /// All bytes from an offset on; none past the end.
    func rest(_ offset: Int) -> [UInt8] { Array(bytes.dropFirst(offset)) }

    /// Whether the frame begins with these bytes.
    func starts(_ prefix: UInt8...) -> Bool { bytes.starts(with: prefix) }
}

extension ByteView {
    /// The data behind a 16-bit service or company of an advert.
    ///
    /// Takes the whole advert, one of its structures, the identifier with its data, or the data alone.
    ///
    /// - Parameters:
    ///   - type: 0x16 for service data, 0xFF for a company's.
    ///   - id: The service or the company.
    ///   - lengths: The lengths that the data can have behind a bare identifier; nil for any.
    func advertised(_ type: UInt8, id: UInt16, lengths: Set<Int>? = nil) -> ByteView {
        let id = [UInt8(truncatingIfNeeded: id), UInt8(truncatingIfNeeded: id >> 8)]
        if let found = structures?.first(where: { $0.starts(with: [type] + id) }) {
            return ByteView(found.dropFirst(3))
        }
        if bytes.starts(with: [type] + id) { return ByteView(bytes.dropFirst(3)) }
        // People also write a service's number in front, with its greater byte first.
        let isNumber = type == 0x16 && bytes.starts(with: id.reversed())
        guard isNumber || bytes.starts(with: id), lengths?.contains(count - 2) != false else { return self }
        return ByteView(bytes.dropFirst(2))
    }

    /// The advert's structures: each has its length, its type and its data; nil for other bytes.
    private var structures: [ArraySlice<UInt8>]? {
        var found: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while let length = rest.first, length > 0 {
            guard rest.count > Int(length) else { return nil }
            found.append(rest.dropFirst().prefix(Int(length)))
            rest = rest.dropFirst(Int(length) + 1)
        }
        return rest.allSatisfy { $0 == 0 } ? found : nil
    }
}

/// Checksums of proprietary protocols; they detect only transmission errors.
package enum Checksum {
    /// The sum of the bytes, modulo 256.
    package static func sum8(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0) { $0 &+ $1 } }

    /// The exclusive or of the bytes.
    static func xor(_ bytes: some Sequence<UInt8>) -> UInt8 { bytes.reduce(0) { $0 ^ $1 } }

    /// CRC-8 with polynomial 07, initial value 0, not reflected.
    package static func crc8(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { word, _ in word & 0x80 == 0 ? word << 1 : word << 1 ^ 0x07 }
        }
    }

    /// CRC-8/MAXIM.
    static func maxim(_ bytes: some Sequence<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { word, _ in word & 1 == 0 ? word >> 1 : word >> 1 ^ 0x8C }
        }
    }

    /// Throws if a frame's checksum is wrong.
    static func check(_ isRight: Bool) throws(CodecError) {
        guard isRight else { throw CodecError(.invalid, message: "the checksum is wrong") }
    }
}
