/// A field of the legacy (v1) API.
public struct LegacyField: Hashable, Sendable {
    /// The record type whose resource has the field.
    public let resource: RecordType
    /// The field's name.
    public let field: String
    /// The unit of its value, in UCUM.
    ///
    /// The field itself states none.
    public let ucum: String

    init(_ resource: RecordType, _ field: String, ucum: String) {
        self.resource = resource
        self.field = field
        self.ucum = ucum
    }
}
