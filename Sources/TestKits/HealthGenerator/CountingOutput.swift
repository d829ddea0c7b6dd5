internal import Archive

/// Counts bytes and drops them.
struct CountingOutput: ByteOutput {
    /// How many came.
    private(set) var count = 0

    /// Makes an output that nothing came to.
    init() {}

    /// Counts a block.
    mutating func write(_ bytes: [UInt8]) { count += bytes.count }
}
