/// A frame decoded for people and scripts.
public struct DecodedCharacteristic: Hashable, Sendable {
    /// The assigned number, like `2A35`, or the name of a number format.
    public let identifier: String
    /// What the characteristic holds.
    public let name: String
    /// The frame's fields, in their order.
    public let fields: [DecodedField]

    /// The fields as a JSON object on one line.
    public var json: String { DecodedValue.object(fields).json }
}
