/// A row of ``CharacteristicTable``: a characteristic, or a plain number format, and how to decode it for people.
public struct CharacteristicCodec: Sendable {
    /// The assigned number, like `2A35`, or the name of a number format, like `SFLOAT`.
    public let identifier: String
    /// What it holds.
    public let name: String
    /// Other names that it is found by.
    public let aliases: [String]
    /// Decodes a frame into fields.
    public let decode: @Sendable ([UInt8]) throws(CodecError) -> [DecodedField]

    init(
        _ identifier: String,
        _ name: String,
        aliases: [String] = [],
        _ decode: @escaping @Sendable ([UInt8]) throws(CodecError) -> [DecodedField]
    ) {
        self.identifier = identifier
        self.name = name
        self.aliases = aliases
        self.decode = decode
    }
}
