/// The content of one JSON object, whose members can come in any order.
protocol JSONEntry {
    /// Creates an entry without members.
    ///
    /// - Parameter offset: Its position in the file.
    init(offset: UInt64)
    /// Reads one member, or skips it.
    mutating func take(_ name: String, from reader: inout JSONReader) throws
}

extension JSONEntry {
    /// Reads the next value; a value that is not an object has no members.
    init(_ reader: inout JSONReader) throws {
        _ = try reader.peek()
        var entry = Self(offset: reader.window.offset)
        try reader.members { reader, name in try entry.take(name, from: &reader) }
        self = entry
    }
}
