/// A row of ``CharacteristicTable``: a characteristic or a number format, and how to decode it for display.
public struct CharacteristicCodec: Sendable {
    /// The assigned number, such as `2A35`, or the name of a format, such as `SFLOAT`.
    public let identifier: String
    /// The name of the characteristic, or a description of the format.
    public let name: String
    /// Alternative identifiers.
    public let aliases: [String]
    /// Decodes a frame into fields.
    public let decode: @Sendable ([UInt8]) throws(CodecError) -> [DecodedField]

    init(
        _ identifier: String,
        name: String,
        aliases: [String] = [],
        _ decode: @escaping @Sendable ([UInt8]) throws(CodecError) -> [DecodedField]
    ) {
        self.identifier = identifier
        self.name = name
        self.aliases = aliases
        self.decode = decode
    }
}

/// Decodes frames for people and scripts, as `vitalbus decode` shows them.
public enum CharacteristicDecoder {
    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - characteristic: `2A35`, `0x2A35`, a full UUID, or the name of a format such as `SFLOAT`.
    ///   - bytes: The frame.
    /// - Throws: ``CodecError``.
    public static func decode(characteristic: String, bytes: [UInt8]) throws(CodecError) -> DecodedCharacteristic {
        let codec = try CharacteristicTable.codec(for: characteristic)
        return DecodedCharacteristic(identifier: codec.identifier, name: codec.name, fields: try codec.decode(bytes))
    }

    /// Decodes a frame given as hex digits.
    ///
    /// - Throws: ``CodecError``.
    public static func decode(characteristic: String, hex: String) throws(CodecError) -> DecodedCharacteristic {
        let codec = try CharacteristicTable.codec(for: characteristic)
        return try decode(characteristic: codec.identifier, bytes: try bytes(hex: hex))
    }

    /// Reads hex digits in either case, with optional separators between bytes and `0x` before them.
    ///
    /// - Throws: ``CodecError``: `invalid` for other text, `oversized` for more than 512 bytes.
    public static func bytes(hex: String) throws(CodecError) -> [UInt8] {
        guard hex.utf8.count <= FrameReader.maximumLength * 6 else {
            throw CodecError(.oversized, message: "an attribute must have at most \(FrameReader.maximumLength) bytes")
        }
        let words = hex.split { " :-,\t\n\r".contains($0) }
        var bytes: [UInt8] = []
        for word in words {
            let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word
            let values = digits.map { $0.isASCII ? $0.hexDigitValue : nil }
            guard values.count % 2 == 0, !values.isEmpty, !values.contains(nil) else {
                throw CodecError(.invalid, message: "the hex text needs two hex digits for each byte")
            }
            let nibbles = values.compactMap { $0 }
            bytes += stride(from: 0, to: nibbles.count, by: 2).map { UInt8(nibbles[$0] << 4 | nibbles[$0 + 1]) }
        }
        return bytes
    }
}

/// A frame decoded for people and scripts.
public struct DecodedCharacteristic: Hashable, Sendable {
    /// The assigned number, such as `2A35`, or the name of a format.
    public let identifier: String
    /// The name of the characteristic.
    public let name: String
    /// The fields in frame order.
    public let fields: [DecodedField]

    /// The fields as a JSON object on one line.
    public var json: String { DecodedValue.object(fields).json }
}
