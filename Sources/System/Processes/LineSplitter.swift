/// Cuts a byte stream into lines; a line over the limit is cut into pieces.
struct LineSplitter {
    static let limit = 65_536
    private var held: [UInt8] = []

    /// Takes bytes and returns the lines that they end.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || held.count == Self.limit { lines.append(cut()) }
            if byte != UInt8(ascii: "\n") { held.append(byte) }
        }
        return lines
    }

    /// What stands after the last line end; nil when there is nothing.
    mutating func finish() -> String? {
        held.isEmpty ? nil : cut()
    }

    private mutating func cut() -> String {
        defer { held.removeAll(keepingCapacity: true) }
        return String(decoding: held, as: UTF8.self)
    }
}
