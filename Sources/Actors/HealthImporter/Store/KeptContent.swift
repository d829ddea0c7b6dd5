public import FoundationEssentials

/// What is kept of one type, source and day of a person, beyond the input that told of it.
public struct KeptContent: Sendable, Hashable {
    /// Days since 1970.
    public let day: Int
    /// The type.
    public let type: String
    /// The source.
    public let source: String
    /// The samples, in the writer's own form.
    public let content: Data

    /// Makes one.
    public init(day: Int, type: String, source: String, content: Data) {
        self.day = day
        self.type = type
        self.source = source
        self.content = content
    }
}
