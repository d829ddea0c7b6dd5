/// One attribute of a tag, as positions in the block.
@frozen
public struct TagToken: Hashable, Sendable {
    /// The last eight bytes of the name as a number, the last byte lowest.
    ///
    /// 0 for a name with anything but letters.
    public let tail: UInt64
    /// The length of the name in bytes.
    public let nameLength: Int32
    /// The start of the value.
    public private(set) var start: Int32
    /// The position after the value.
    public private(set) var end: Int32

    /// Creates a token.
    public init(tail: UInt64, nameLength: Int, start: Int, end: Int) {
        self.tail = tail
        self.nameLength = Int32(truncatingIfNeeded: nameLength)
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: end)
    }

    /// Moves the value by the same distance at both ends.
    @inline(__always)
    mutating func move(by distance: Int) {
        start &+= Int32(truncatingIfNeeded: distance)
        end &+= Int32(truncatingIfNeeded: distance)
    }

    /// Moves the value, with a new end.
    @inline(__always)
    mutating func move(by distance: Int, end: Int) {
        start &+= Int32(truncatingIfNeeded: distance)
        self.end = Int32(truncatingIfNeeded: end)
    }
}

/// How the walk over a tag ended.
public enum TagEnd: Hashable, Sendable {
    /// The tag is complete; the text after it begins at `next`.
    case complete(next: Int, isEmpty: Bool)
    /// The block ends before the tag does.
    case incomplete
    /// The tag is malformed.
    case malformed
}
