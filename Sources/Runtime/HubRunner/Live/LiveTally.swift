/// The counts of events since the live table started.
public struct LiveTally: Sendable, Hashable {
    /// Readings that this hub read.
    public var read = 0
    /// Records that the server accepted, without imported ones.
    public var submitted = 0
    /// Those of the submitted that no device gave in this run: from a photo, entered by hand, or read in an earlier
    /// run.
    public var others = 0
    /// Readings that were held.
    public var held = 0
    /// Records that the server rejected, without imported ones.
    public var failed = 0

    /// The counts in words.
    var words: String {
        let rest = others > 0 ? " (\(others) from photos, by hand or of earlier runs)" : ""
        return "\(read) read from devices, \(submitted) submitted\(rest), \(held) held, \(failed) failed"
    }
}
