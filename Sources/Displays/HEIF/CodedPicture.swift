/// A reader of bits.
private struct BitCursor {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads 0 to 32 bits; nil if fewer remain.
    mutating func bits(_ count: Int) -> Int? {
        guard (0...32).contains(count), count <= 8 * bytes.count - place else { return nil }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[place / 8] >> UInt8(7 - place % 8) & 1)
            place += 1
        }
        return value
    }

    /// Skips bits; nil if fewer remain.
    mutating func skip(_ count: Int) -> Void? {
        guard count <= 8 * bytes.count - place else { return nil }
        place += count
        return ()
    }

    /// Reads a number whose length is the count of zeros before it (ITU-T H.265, 9.2; `uvlc` of AV1); nil if it is
    /// malformed.
    mutating func counted() -> Int? {
        var zeros = 0
        while let bit = bits(1), bit == 0 { zeros += 1 }
        guard zeros <= 31 else { return nil }
        return bits(zeros).map { (1 << zeros) - 1 + $0 }
    }
}

/// The picture that a decoder would decode, with its size in the compressed data, whatever the file's own facts are.
struct CodedPicture {
    /// The largest sizes, in pixels.
    private(set) var width = 0
    private(set) var height = 0
    /// The largest memory that a decoder uses per pixel in bytes: luma and chroma, of one byte or two each, rounded up.
    private(set) var bytesPerPixel = 0
    /// The number of pictures; a file has one, or one for each layer.
    private(set) var pictures = 0

    /// The settings of a sequence.
    private typealias Sequence = (width: Int, height: Int, bytes: Int)

    private mutating func add(_ sequence: Sequence) {
        width = max(width, sequence.width)
        height = max(height, sequence.height)
        bytesPerPixel = max(bytesPerPixel, sequence.bytes)
    }
}

extension CodedPicture {
    /// Parses HEVC data (ITU-T H.265, 7.3; ISO/IEC 14496-15, 8.3); nil if it is malformed.
    ///
    /// - Parameters:
    ///   - settings: The content of the box `hvcC`.
    ///   - data: The item's data.
    init?(hevc bytes: [UInt8], settings: Range<Int>, data: [UInt8]) {
        var cursor = ByteCursor(bytes, in: settings)
        guard cursor.skip(21) != nil, let lengths = cursor.number(1), let arrays = cursor.number(1),
            // Requires lengths of four bytes, which all encoders write, and which libheif always assumes.
            lengths & 3 == 3
        else { return nil }
        for _ in 0..<arrays {
            guard cursor.skip(1) != nil, let count = cursor.number(2) else { return nil }
            for _ in 0..<count {
                guard let unit = cursor.number(2).flatMap({ cursor.take($0) }) else { return nil }
                guard add(unit: bytes[unit]) != nil else { return nil }
            }
        }
        var units = ByteCursor(data, in: 0..<data.count)
        while units.left > 0 {
            guard let unit = units.number(4).flatMap({ units.take($0) }) else { return nil }
            guard add(unit: data[unit]) != nil else { return nil }
        }
    }

    /// Counts a unit: settings of a sequence, or a slice of a picture.
    private mutating func add(unit: ArraySlice<UInt8>) -> Void? {
        guard unit.count > 2, let first = unit.first else { return () }
        switch first >> 1 & 0x3F {
        case 0...31: pictures += unit[unit.startIndex + 2] >= 0x80 ? 1 : 0
        case 33:
            guard let sequence = Self.sequence(unit.dropFirst(2)) else { return nil }
            add(sequence)
        default: break
        }
        return ()
    }

    /// The settings of a sequence, with its size before cropping.
    private static func sequence(_ unit: ArraySlice<UInt8>) -> Sequence? {
        var plain: [UInt8] = []
        // A 3 after two zeros only prevents them from looking like the start of a unit.
        for byte in unit.prefix(512) where !(byte == 3 && plain.suffix(2) == [0, 0]) { plain.append(byte) }
        var bits = BitCursor(plain)
        guard bits.skip(4) != nil, let layers = bits.bits(3), bits.skip(1 + 96) != nil else { return nil }
        var present: [(profile: Bool, level: Bool)] = []
        for _ in 0..<layers {
            guard let flags = bits.bits(2) else { return nil }
            present.append((flags & 2 != 0, flags & 1 != 0))
        }
        if layers > 0, bits.skip(2 * (8 - layers)) == nil { return nil }
        for layer in present {
            guard bits.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) != nil else { return nil }
        }
        guard bits.counted() != nil, let chroma = bits.counted(), chroma <= 3, bits.skip(chroma == 3 ? 1 : 0) != nil,
            let width = bits.counted(), let height = bits.counted(), let isCut = bits.bits(1)
        else { return nil }
        if isCut == 1 { for _ in 0..<4 where bits.counted() == nil { return nil } }
        guard let luma = bits.counted(), let other = bits.counted() else { return nil }
        // 4:0:0, 4:2:0, 4:2:2 and 4:4:4; twice as much with more than eight bits.
        let bytes = [1, 2, 2, 3][chroma] * (max(luma, other) > 0 ? 2 : 1)
        return (width, height, chroma == 1 && bytes == 4 ? 3 : bytes)
    }
}

extension CodedPicture {
    /// Parses AV1 data (AV1 Bitstream & Decoding Process Specification, 5.3 to 5.5); nil if it is malformed.
    ///
    /// - Parameters:
    ///   - settings: The content of the box `av1C`.
    ///   - data: The item's data.
    init?(av1 bytes: [UInt8], settings: Range<Int>, data: [UInt8]) {
        guard
            add(units: bytes, in: (settings.lowerBound + 4)..<max(settings.lowerBound + 4, settings.upperBound)) != nil,
            add(units: data, in: 0..<data.count) != nil
        else { return nil }
    }

    private mutating func add(units bytes: [UInt8], in part: Range<Int>) -> Void? {
        var cursor = ByteCursor(bytes, in: part)
        while cursor.left > 0 {
            guard let head = cursor.number(1), cursor.skip(head & 4 == 0 ? 0 : 1) != nil else { return nil }
            let size = head & 2 == 0 ? cursor.left : Self.length(&cursor)
            guard let unit = size.flatMap({ cursor.take($0) }) else { return nil }
            switch head >> 3 & 15 {
            case 1:
                guard let sequence = Self.sequence(Array(bytes[unit].prefix(512))) else { return nil }
                add(sequence)
            case 3, 6: pictures += 1
            default: break
            }
        }
        return ()
    }

    /// A number with seven bits in each byte, the lowest first.
    private static func length(_ cursor: inout ByteCursor) -> Int? {
        var value = 0
        for place in 0..<8 {
            guard let byte = cursor.number(1) else { return nil }
            value |= (byte & 0x7F) << (7 * place)
            if byte < 0x80 { return value }
        }
        return nil
    }

    /// The settings of a sequence, with its largest size.
    private static func sequence(_ unit: [UInt8]) -> Sequence? {
        var bits = BitCursor(unit)
        guard let profile = bits.bits(3), bits.skip(1) != nil, let isReduced = bits.bits(1) else { return nil }
        if isReduced == 1 {
            guard bits.skip(5) != nil else { return nil }
        } else {
            guard skipPoints(&bits) != nil else { return nil }
        }
        guard let wide = bits.bits(4), let high = bits.bits(4), let width = bits.bits(wide + 1),
            let height = bits.bits(high + 1)
        else { return nil }
        // The main profile has 4:2:0 with at most ten bits; the others allow more.
        return (width + 1, height + 1, profile == 0 ? 3 : 6)
    }

    /// Skips the fields for films: times and operating points.
    private static func skipPoints(_ bits: inout BitCursor) -> Void? {
        var delay: Int?
        guard let hasTimes = bits.bits(1) else { return nil }
        if hasTimes == 1 {
            guard bits.skip(64) != nil, let isEqual = bits.bits(1) else { return nil }
            if isEqual == 1, bits.counted() == nil { return nil }
            guard let hasModel = bits.bits(1) else { return nil }
            if hasModel == 1 {
                delay = bits.bits(5)
                guard delay != nil, bits.skip(32 + 5 + 5) != nil else { return nil }
            }
        }
        guard let hasDelays = bits.bits(1), let points = bits.bits(5) else { return nil }
        for _ in 0...points {
            guard bits.skip(12) != nil, let level = bits.bits(5), bits.skip(level > 7 ? 1 : 0) != nil else {
                return nil
            }
            if let delay {
                guard let isThere = bits.bits(1), bits.skip(isThere == 1 ? 2 * (delay + 1) + 1 : 0) != nil else {
                    return nil
                }
            }
            if hasDelays == 1 {
                guard let isThere = bits.bits(1), bits.skip(isThere == 1 ? 4 : 0) != nil else { return nil }
            }
        }
        return ()
    }
}
