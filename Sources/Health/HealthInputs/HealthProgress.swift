/// How far a pass over an input is.
public struct HealthProgress: Hashable, Sendable {
    /// How many bytes are done, uncompressed.
    public var bytes: UInt64
    /// How many samples, workouts and so on there were in them.
    public var elements: Int

    /// Makes a mark.
    public init(bytes: UInt64, elements: Int) {
        self.bytes = bytes
        self.elements = elements
    }
}
