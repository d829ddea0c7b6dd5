internal import Archive

/// A byte stream whose first block can be inspected first.
struct PeekedSource: ByteSource {
    private var head: [UInt8]
    private var rest: any ByteSource
    private var failure: ArchiveError?

    /// Reads the first block, up to 1 KB.
    init(_ source: any ByteSource) {
        var source = source
        var head = [UInt8](repeating: 0, count: 1_024)
        do throws(ArchiveError) {
            let count = try source.read(into: &head, from: 0)
            head.removeLast(head.count - count)
        } catch {
            head = []
            failure = error
        }
        self.head = head
        rest = source
    }

    /// The first byte that is neither white space nor a byte order mark.
    var first: UInt8? { head.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } }

    mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        if let failure { throw failure }
        guard !head.isEmpty, offset < buffer.count else { return try rest.read(into: &buffer, from: offset) }
        let count = min(head.count, buffer.count - offset)
        for index in 0..<count { buffer[offset + index] = head[index] }
        head.removeFirst(count)
        return count
    }
}

/// Views of the first bytes of a file, to recognise it.
enum InputHead {
    /// The text without white space and byte order mark, up to 4 KB.
    static func text(_ head: [UInt8]) -> String {
        let bytes = head.prefix(4_096).filter { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The first lines, up to 4 KB; the last one may be incomplete.
    static func lines(_ head: [UInt8]) -> [String] {
        let bytes = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        let text = String(decoding: bytes.prefix(4_096), as: UTF8.self)
        return text.split(whereSeparator: \.isNewline).map(String.init)
    }
}

/// The position after which an input cannot be read, because it is malformed or truncated.
package struct InputFault: Error, Hashable {
    /// The position, from the start of the input.
    package let offset: UInt64
    /// What is wrong there.
    package let message: String

    /// Makes a fault.
    package init(offset: UInt64, message: String) {
        self.offset = offset
        self.message = message
    }
}
