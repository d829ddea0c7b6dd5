internal import Archive

/// A byte stream whose first kilobyte can be inspected first.
struct PeekedSource: ByteSource {
    private var head: [UInt8]
    private var rest: any ByteSource
    private var failure: ArchiveError?

    /// Reads the first kilobyte.
    init(_ source: any ByteSource) {
        var source = source
        var head = [UInt8](repeating: 0, count: 1_024)
        var filled = 0
        do throws(ArchiveError) {
            while filled < head.count {
                let count = try source.read(into: &head, from: filled)
                guard count > 0 else { break }
                filled += count
            }
        } catch {
            failure = error
        }
        self.head = Array(head.prefix(filled))
        rest = source
    }

    var isEndProven: Bool { rest.isEndProven }

    /// The first byte that is neither white space nor a byte order mark.
    var first: UInt8? { head.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) } }

    /// Whether the first kilobyte contains an ASCII text.
    func contains(_ text: String) -> Bool { head.firstRange(of: Array(text.utf8)) != nil }

    mutating func read(into buffer: inout [UInt8], from offset: Int) throws(ArchiveError) -> Int {
        guard !head.isEmpty, offset < buffer.count else {
            if let failure { throw failure }
            return try rest.read(into: &buffer, from: offset)
        }
        let count = min(head.count, buffer.count - offset)
        for index in 0..<count { buffer[offset + index] = head[index] }
        head.removeFirst(count)
        return count
    }
}

/// Views of a file's first bytes, for its recognition.
enum InputHead {
    /// The text without white space and byte order mark, up to 4 KB.
    static func text(_ head: [UInt8]) -> String {
        let bytes = head.prefix(4_096).filter { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The beginning of a text in UTF-16 as UTF-8, up to 8 KB before; nil without UTF-16's byte order mark.
    static func narrowed(_ head: [UInt8]) -> [UInt8]? {
        let isLittle = head.starts(with: [0xFF, 0xFE])
        guard isLittle || head.starts(with: [0xFE, 0xFF]) else { return nil }
        let (low, high) = isLittle ? (0, 1) : (1, 0)
        let units = stride(from: 2, to: min(head.count, 8_192) - 1, by: 2).map {
            UInt16(head[$0 + high]) << 8 | UInt16(head[$0 + low])
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
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

    /// Creates a fault.
    package init(offset: UInt64, message: String) {
        self.offset = offset
        self.message = message
    }
}
