/// One attribute of a tag, as places in a block.
@frozen
public struct TagToken: Hashable, Sendable {
    /// The last eight bytes of its name, the last one lowest.
    ///
    /// 0 for a name with anything but letters.
    public let tail: UInt64
    /// How long its name is.
    public let nameLength: Int32
    /// Where its value begins.
    public private(set) var start: Int32
    /// The place behind its value.
    public private(set) var end: Int32

    /// Makes a token.
    public init(tail: UInt64, nameLength: Int, start: Int, end: Int) {
        self.tail = tail
        self.nameLength = Int32(truncatingIfNeeded: nameLength)
        self.start = Int32(truncatingIfNeeded: start)
        self.end = Int32(truncatingIfNeeded: end)
    }

    /// Puts the same name's value elsewhere.
    @inline(__always)
    mutating func move(by distance: Int) {
        start &+= Int32(truncatingIfNeeded: distance)
        end &+= Int32(truncatingIfNeeded: distance)
    }

    /// Puts the same name's value elsewhere, where it has another end.
    @inline(__always)
    mutating func move(by distance: Int, end: Int) {
        start &+= Int32(truncatingIfNeeded: distance)
        self.end = Int32(truncatingIfNeeded: end)
    }
}

/// How the walk over a tag ended.
public enum TagEnd: Hashable, Sendable {
    /// The tag is whole; what follows begins here.
    case complete(next: Int, isEmpty: Bool)
    /// The block ends before the tag does.
    case incomplete
    /// The tag is damaged.
    case malformed
}
