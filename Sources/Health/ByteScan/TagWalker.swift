/// A parser of the attributes of an XML start tag that reuses the results of the previous tag.
///
/// An import spends its time in this loop: millions of tags have nine attributes each. So it reads by pointer, and
/// compares each tag with the previous one, which almost always differs only in dates and one number. Every position is
/// checked against the end of the block before it is read.
public struct TagWalker: ~Copyable {
    /// The most attributes to keep; further ones are skipped.
    public static let capacity = 64

    @usableFromInline var tokens: [TagToken]
    /// The number of attributes of the last tag.
    public private(set) var count = 0
    @usableFromInline private(set) var isSameLayout = false
    /// One bit for each attribute that the previous tag has at the same place.
    @usableFromInline private(set) var sameValues: UInt64 = 0
    /// The number of attributes of the last complete tag; -1 after a malformed one.
    private var layoutCount = -1
    /// Where the attributes of the last complete tag begin in the block; -1 if the block no longer has them.
    private var last = -1
    /// The number of leading attributes that the last tag had in common with its predecessor.
    private var fixed = 0

    /// Creates a walker.
    public init() {
        let none = TagToken(tail: 0, nameLength: 0, start: 0, end: 0)
        tokens = Array(repeating: none, count: Self.capacity)
    }

    /// Whether the last tag has the same attributes in the same order as the previous one, as is usual for tags of one
    /// kind.
    @inlinable
    public var isLayoutSame: Bool { isSameLayout }

    /// An attribute of the last tag.
    ///
    /// - Parameter index: Its index, below ``count``.
    @inlinable
    public subscript(index: Int) -> TagToken { tokens[index] }

    /// Whether an attribute has the same value as in the previous tag, which has the same attributes.
    ///
    /// - Parameter index: Its index, below ``count``.
    /// - Returns: False also if the values were not compared.
    @inlinable
    public func isValueSame(_ index: Int) -> Bool {
        isLayoutSame && sameValues >> UInt64(truncatingIfNeeded: index) & 1 == 1
    }

    /// Whether attributes have the same values as in the previous tag, which has the same attributes.
    ///
    /// - Parameter places: One bit for each attribute.
    /// - Returns: False also if the values were not compared.
    @inlinable
    public func areValuesSame(_ places: UInt64) -> Bool { isLayoutSame && sameValues & places == places }

    /// Forgets the last tag's text; call it when the bytes of the block change or move.
    public mutating func forget() {
        last = -1
    }

    /// Walks from the end of the element's name to the end of the tag.
    ///
    /// - Parameters:
    ///   - bytes: The block; the same as in the previous walk, unless ``forget()`` was called.
    ///   - start: The first position, at least 0.
    ///   - end: The position after the last one, at most the block's count.
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
                // The previous tag must precede this one in the block.
                if last >= 0, layoutCount > 0, Int(tokens[layoutCount - 1].end) < start {
                    fixed = walk.follow(last, last: layoutCount, fixed: fixed)
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
