internal import Archive

/// The bytes of an input that are read but not consumed.
///
/// It grows up to ``limit`` for one long element, and no further.
struct ByteWindow {
    /// The most bytes in memory; no single element may be longer.
    static let limit = 1 << 18
    private static let firstSize = 1 << 13

    private(set) var bytes: [UInt8]
    /// The number of valid bytes.
    private(set) var end = 0
    /// The first byte that is not consumed; at most ``end``.
    var position = 0
    /// Why the bytes ended early; nil if they did not.
    private(set) var failure: ArchiveError?
    private var base: UInt64 = 0
    private var isAtEnd = false
    private var source: any ByteSource
    private let progress: (UInt64) throws -> Void

    /// - Parameters:
    ///   - source: The input, read to its end.
    ///   - progress: Called after each block with the number of bytes read; throw to stop.
    init(_ source: any ByteSource, progress: @escaping (UInt64) throws -> Void) {
        self.source = source
        self.progress = progress
        bytes = [UInt8](repeating: 0, count: Self.firstSize)
    }

    /// The position of the first byte that is not consumed, from the start of the input.
    var offset: UInt64 { base + UInt64(position) }
    /// Whether the bytes are certainly the whole rest of the input.
    var isEndProven: Bool { isAtEnd && failure == nil && source.isEndProven }
    /// Whether there is no room for more bytes.
    var isFull: Bool { position == 0 && end >= Self.limit }
    /// The number of bytes that are not consumed.
    var count: Int { end - position }

    /// Reads more bytes and drops the consumed ones, which changes positions in the window.
    ///
    /// - Returns: False at the end of the input and if there is no room.
    mutating func more() throws -> Bool {
        guard !isAtEnd else { return false }
        drop()
        if end == bytes.count {
            guard end < Self.limit else { return false }
            bytes += [UInt8](repeating: 0, count: end)
        }
        let count = fetch()
        end += count
        isAtEnd = count == 0
        try progress(base + UInt64(end))
        return count > 0
    }

    /// Ensures that `wanted` bytes are in the window; false if the input ends first.
    mutating func holds(_ wanted: Int) throws -> Bool {
        while count < wanted {
            guard try more() else { return false }
        }
        return true
    }

    private mutating func fetch() -> Int {
        do throws(ArchiveError) {
            return try source.read(into: &bytes, from: end)
        } catch {
            failure = error
            return 0
        }
    }

    /// Moves the bytes that are not consumed to the front.
    private mutating func drop() {
        guard position > 0 else { return }
        let left = end - position
        // An index loop, because replaceSubrange would move everything after it.
        for index in 0..<left { bytes[index] = bytes[position + index] }
        base += UInt64(position)
        position = 0
        end = left
    }
}

/// A part of a block of bytes; small, because every attribute has two.
struct ByteRange: Hashable {
    let start: Int32
    let end: Int32

    init(_ start: Int, end: Int) {
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: max(start, end))
    }

    var lower: Int { Int(start) }
    var upper: Int { Int(end) }
    var count: Int { Int(end - start) }
    var isEmpty: Bool { start == end }
}
