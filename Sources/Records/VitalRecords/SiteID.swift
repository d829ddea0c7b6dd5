/// A site: one facility.
public struct SiteID: TopicIdentifier {
    /// The identifier's text.
    public let rawValue: String

    /// Makes the identifier, or nil where the text is not 1 to 64 characters of `[a-z0-9-]`.
    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
