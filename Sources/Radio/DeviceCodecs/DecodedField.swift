/// A named value of a decoded characteristic.
public struct DecodedField: Hashable, Sendable {
    /// The field's name in JSON.
    public let name: String
    /// Its value.
    public let value: DecodedValue

    init(_ name: String, _ value: DecodedValue) {
        self.name = name
        self.value = value
    }
}
