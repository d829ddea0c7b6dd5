/// A unit as the Inform API writes it.
public struct InformUnit: Hashable, Sendable {
    /// The API's name, for example `mmHg`.
    public let name: String
    /// The same unit in UCUM.
    public let ucum: String
}
