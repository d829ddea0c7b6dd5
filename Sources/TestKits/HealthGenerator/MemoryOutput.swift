internal import Archive

/// Keeps bytes in memory.
package struct MemoryOutput: ByteOutput {
    /// What came.
    package private(set) var bytes: [UInt8] = []

    /// Makes an output that nothing came to.
    package init() {}

    /// Keeps a block.
    package mutating func write(_ bytes: [UInt8]) { self.bytes += bytes }
}
