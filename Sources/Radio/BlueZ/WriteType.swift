/// How a value is written.
public enum WriteType: String, Hashable, Sendable {
    /// With a response; for control points.
    case request
    /// Without a response.
    case command
}
