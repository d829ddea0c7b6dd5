/// A place of an input that could not be read as it should.
public struct HealthDamage: Hashable, Sendable, Codable {
    /// The first byte of what is damaged, counted in the uncompressed data.
    public var offset: UInt64
    /// What is damaged: an element, a line, a field.
    public var element: String
    /// What is wrong with it and what was done.
    ///
    /// Never a value or a name of a person.
    public var message: String

    /// Makes a report.
    public init(offset: UInt64, element: String, message: String) {
        self.offset = offset
        self.element = element
        self.message = message
    }
}
