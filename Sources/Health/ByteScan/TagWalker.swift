/// Walks over the attributes of a tag of XML-like text, from quote to quote.
///
/// Millions of tags have nine attributes each: this loop is the time that an import takes, so it reads by pointer, and
/// compares with the tag before, which nearly always says the same but for dates and a number. Every place is checked
/// against the end of the block before it is read.
public struct TagWalker: ~Copyable {
    /// How many attributes are kept; more are stepped over.
    public static let capacity = 64

    @usableFromInline var tokens: [TagToken]
    /// How many attributes the last tag had.
    public private(set) var count = 0
    @usableFromInline private(set) var isSameLayout = false
    /// A bit for each attribute that the tag before has in the same place.
    @usableFromInline private(set) var sameValues: UInt64 = 0
    /// How many attributes the last whole tag had; -1 where a broken one came between.
    private var layoutCount = -1
    /// Where the attributes of the last whole tag begin in the block; -1 where they do not stand there.
    private var last = -1
    /// With how many attributes the last tag began as the one before.
    private var fixed = 0

    /// Makes a walker.
    public init() {
        let none = TagToken(tail: 0, nameLength: 0, start: 0, end: 0)
        tokens = Array(repeating: none, count: Self.capacity)
    }

    /// Whether the last tag has the attributes of the one before, in the same order: nearly all of one kind do.
    @inlinable
    public var isLayoutSame: Bool { isSameLayout }

    /// An attribute of the last tag.
    ///
    /// - Parameter index: From 0 up to ``count``.
    @inlinable
    public subscript(index: Int) -> TagToken { tokens[index] }

    /// Whether an attribute has the same value as in the tag before, which has the same attributes.
    ///
    /// - Parameter index: From 0 up to ``count``.
    /// - Returns: False also where nobody compared.
    @inlinable
    public func isValueSame(_ index: Int) -> Bool {
        isLayoutSame && sameValues >> UInt64(truncatingIfNeeded: index) & 1 == 1
    }

    /// Whether attributes have the same values as in the tag before, which has the same attributes.
    ///
    /// - Parameter places: A bit for each of them.
    /// - Returns: False also where nobody compared.
    @inlinable
    public func areValuesSame(_ places: UInt64) -> Bool { isLayoutSame && sameValues & places == places }

    /// Forgets the last tag's text: to be called when the bytes of the block change or move.
    public mutating func forget() {
        last = -1
    }

    /// Walks from behind the element's name to the tag's end.
    ///
    /// - Parameters:
    ///   - bytes: The block; the same as for the walk before, unless it was forgotten.
    ///   - start: From here, 0 or more.
    ///   - end: Up to here; at most the block's count.
    public mutating func walk(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) -> TagEnd {
        let (last, layoutCount) = (last, layoutCount)
        var fixed = min(self.fixed, layoutCount)
        count = 0
        isSameLayout = false
        sameValues = 0
        self.layoutCount = -1
        self.last = -1
        guard start >= 0, start <= end, end <= bytes.count else { return .malformed }
        var (count, isSame, values) = (0, false, UInt64(0))
        let result = bytes.withUnsafeBufferPointer { buffer in
            tokens.withUnsafeMutableBufferPointer { tokens in
                guard let base = buffer.baseAddress else { return TagEnd.incomplete }
                var walk = TagWalk(bytes: base, end: end, tokens: tokens, index: start)
                // The tag before lies before this one.
                if last >= 0, layoutCount > 0, Int(tokens[layoutCount - 1].end) < start {
                    fixed = walk.follow(last, layoutCount, fixed)
                }
                let result = walk.finish()
                (count, isSame, values) = (walk.count, walk.isLayoutSame, walk.same)
                return result
            }
        }
        guard case .complete = result else { return result }
        self.count = count
        self.layoutCount = count
        self.last = start
        self.fixed = fixed
        isSameLayout = isSame && count == layoutCount
        sameValues = values
        return result
    }
}
