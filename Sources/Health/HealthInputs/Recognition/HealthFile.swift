public import Archive

/// One file of an input, or one entry of an archive.
public struct HealthFile: Sendable {
    /// Its path within the input.
    public let name: String
    /// Gives its bytes from the beginning, as often as is needed.
    public let open: @Sendable () throws(ArchiveError) -> any ByteSource

    /// Makes a file.
    public init(name: String, open: @escaping @Sendable () throws(ArchiveError) -> any ByteSource) {
        self.name = name
        self.open = open
    }

    /// How much of a file tells what it is.
    private static let headLength = 4_096

    /// The first bytes; fewer where the file is damaged.
    var head: [UInt8] {
        guard var source = try? open() else { return [] }
        var buffer = [UInt8](repeating: 0, count: Self.headLength)
        var filled = 0
        while filled < buffer.count, let count = try? source.read(into: &buffer, from: filled), count > 0 {
            filled += count
        }
        return Array(buffer.prefix(filled))
    }
}
