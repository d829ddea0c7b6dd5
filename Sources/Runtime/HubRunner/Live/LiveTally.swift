/// The counts of events while the live table watched.
public struct LiveTally: Sendable, Hashable {
    /// Readings that this hub read.
    public var read = 0
    /// Records that the server accepted, without imported ones.
    public var submitted = 0
    /// Readings that were held.
    public var held = 0
    /// Records that the server rejected, without imported ones.
    public var failed = 0

    /// The counts in words.
    var words: String { "\(read) read, \(submitted) submitted, \(held) held, \(failed) failed" }
}
