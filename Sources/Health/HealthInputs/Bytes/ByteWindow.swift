internal import Archive

/// The part of an input that is in memory: what was read and is not done yet.
///
/// It grows up to ``limit`` where one thing of the input is that long, and no further.
struct ByteWindow {
    /// The most bytes that are held at once; nothing longer than this is read as one.
    static let limit = 1 << 18
    private static let firstSize = 1 << 13

    private(set) var bytes: [UInt8]
    /// How many of the bytes count.
    private(set) var end = 0
    /// The first byte that is not done; never behind ``end``.
    var position = 0
    /// Why the bytes ended, where they were not all there.
    private(set) var failure: ArchiveError?
    private var base: UInt64 = 0
    private var isAtEnd = false
    private var source: any ByteSource
    private let progress: (UInt64) throws -> Void

    /// - Parameters:
    ///   - source: Read to its end.
    ///   - progress: Is told after each block how many bytes came; throws to stop.
    init(_ source: any ByteSource, progress: @escaping (UInt64) throws -> Void) {
        self.source = source
        self.progress = progress
        bytes = [UInt8](repeating: 0, count: Self.firstSize)
    }

    /// The place of the first byte that is not done, counted from the input's beginning.
    var offset: UInt64 { base + UInt64(position) }
    /// Whether there is no room for more behind what is not done.
    var isFull: Bool { position == 0 && end >= Self.limit }
    /// How many bytes are not done.
    var count: Int { end - position }

    /// Reads more; what is done is dropped, so that places in the window change.
    ///
    /// - Returns: False at the input's end and where there is no room.
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

    /// Makes sure that so many bytes are there; false where the input ends before.
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

    /// Moves what is not done to the front.
    private mutating func drop() {
        guard position > 0 else { return }
        let left = end - position
        // An index loop: replaceSubrange would move all that is behind.
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

    init(_ start: Int, _ end: Int) {
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: max(start, end))
    }

    var lower: Int { Int(start) }
    var upper: Int { Int(end) }
    var count: Int { Int(end - start) }
    var isEmpty: Bool { start == end }
}
