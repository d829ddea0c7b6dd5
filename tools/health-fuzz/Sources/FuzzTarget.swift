package import Archive
package import HealthInputs

/// One reader with inputs that it reads without damage.
package struct FuzzTarget: Sendable {
    /// Its name, for people.
    package let name: String
    /// Inputs to begin with.
    package let seeds: [[UInt8]]
    /// Reads an input in blocks of a size.
    package let read: @Sendable (_ bytes: [UInt8], _ block: Int, _ sink: inout FuzzSink) throws -> HealthScanReport

    /// Makes a target.
    package init(
        _ name: String,
        seeds: [[UInt8]],
        _ read: @escaping @Sendable ([UInt8], Int, inout FuzzSink) throws -> HealthScanReport
    ) {
        self.name = name
        self.seeds = seeds
        self.read = read
    }

    /// The bytes as a source in blocks.
    package static func source(_ bytes: [UInt8], _ block: Int) -> PlainReader {
        PlainReader(BytesInMemory(bytes), largestBlock: block)
    }
}
