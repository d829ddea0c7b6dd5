internal import ByteScan

/// An incremental scanner of Apple Health's `export.xml`.
///
/// It is not an XML parser: it moves from tag to tag and from quote to quote. So the invalid document types of iOS 16,
/// control characters, missing tags and truncation affect only the elements around them. It decodes XML's five entities
/// and numeric ones, and skips document types. Its state has a fixed size, whatever the file's size.
struct AppleExportScanner: ~Copyable {
    /// The longest tag or comment in bytes; a longer one is damage, and scanning resumes after its first byte.
    static let longestTag = 1 << 16

    /// What follows a block.
    enum Tail {
        /// More bytes follow.
        case open
        /// More bytes follow, but the buffer is full: an incomplete tag is too long.
        case full
        /// Nothing follows.
        case last
    }

    /// The element counts and the damage.
    var report = HealthScanReport()
    let salt: [UInt8]
    /// The number of bytes before this block.
    var base: UInt64 = 0
    /// The number of top-level elements.
    var elementCount = 0

    var tag = AppleTag()
    /// Separate from ``tag``, because metadata comes between records and has other attributes.
    var metadataTag = AppleTag()
    var names = AppleNameTables()
    var lastHead = LastHead()
    /// The number of the last metadata tag that was ignored.
    var lastIdleMetadata = -1
    var dates = DateMemo()
    var currentType: Int?
    var writtenOffsets = WrittenOffsets()
    var isOrdered = true
    var isGroupedByType = true

    var pending = AppleOpenElements()
    var hasRoot = false
    var isEnded = false

    /// - Parameter salt: A secret of the site, for the person's fingerprint.
    init(salt: [UInt8]) {
        self.salt = salt
    }

    /// Scans a block up to its last complete tag.
    ///
    /// - Parameters:
    ///   - bytes: The block; it starts with the unread rest of the previous block.
    ///   - end: The number of valid bytes.
    ///   - tail: What follows the block.
    /// - Returns: The number of bytes scanned; the rest must start the next block.
    mutating func scan(
        _ bytes: borrowing Span<UInt8>,
        end: Int,
        tail: Tail,
        into sink: inout some HealthSink
    ) -> Int {
        // The unread rest of the previous block has moved.
        tag.forget()
        metadataTag.forget()
        var position = 0
        while !isEnded, let open = AppleMarkup.tag(bytes, from: position, to: end) {
            guard let next = markup(bytes, open: open, end: end, into: &sink) else {
                guard tail != .open, open == 0 else { return open }
                guard stepOver(bytes, end: end, tail: tail) else { return end }
                position = 1
                continue
            }
            position = next
        }
        return end
    }

    /// Reports the incomplete tag at the start of the block; false if there is so much damage that the block is
    /// abandoned.
    private mutating func stepOver(_ bytes: borrowing Span<UInt8>, end: Int, tail: Tail) -> Bool {
        let name = AppleMarkup.name(bytes, from: 1, to: end)?.element?.rawValue ?? "markup"
        let fault = tail == .last ? "the file ends inside it" : "it is too long for a tag"
        report.damage.note(base, element: name, message: "\(fault); it was left out")
        return report.damage.count < HealthDamageLog.limit
    }

    /// Handles the markup at a `<`; returns its end, or nil if the block ends first.
    private mutating func markup(
        _ bytes: borrowing Span<UInt8>,
        open: Int,
        end: Int,
        into sink: inout some HealthSink
    ) -> Int? {
        guard open + 1 < end else { return nil }
        switch bytes[open + 1] {
        // `/Record>`, little-endian.
        case UInt8(ascii: "/") where open + 9 <= end && ByteWord.load(bytes, at: open + 1) == 0x3E64_726F_6365_522F:
            pending.finishRecord(to: &sink)
            return open + 9
        case UInt8(ascii: "/"): return endTag(bytes, open: open, end: end, into: &sink)
        case UInt8(ascii: "!"): return AppleMarkup.declarationEnd(bytes, from: open, to: end)
        case UInt8(ascii: "?"): return AppleMarkup.end(of: "?>", in: bytes, from: open + 2, to: end)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return startTag(bytes, open: open, end: end, into: &sink)
        default: return open + 1
        }
    }

    private mutating func startTag(
        _ bytes: borrowing Span<UInt8>,
        open: Int,
        end: Int,
        into sink: inout some HealthSink
    ) -> Int? {
        guard let name = AppleMarkup.name(bytes, from: open + 1, to: end) else {
            return end - open > 64 ? open + 1 : nil
        }
        guard let element = name.element, isRead(element) else { return name.end }
        let walked =
            element == .metadataEntry
            ? metadataTag.walk(bytes, from: name.end, to: end) : tag.walk(bytes, from: name.end, to: end)
        switch walked {
        case .incomplete: return nil
        case .malformed:
            report.damage.note(
                base + UInt64(open),
                element: element.rawValue,
                message: "its tag is damaged; it was left out"
            )
            return open + 1
        case .complete(let next, let isEmpty):
            start(element, bytes: bytes, at: base + UInt64(open), isEmpty: isEmpty, into: &sink)
            return next
        }
    }

    /// Whether an element is read where it occurs: only the first beat of a list is.
    private func isRead(_ element: AppleElement) -> Bool {
        switch element {
        case .beat: pending.isInRecord && pending.record?.awaitsBeat == true
        case .metadataEntry: pending.isInRecord || pending.isInCorrelation || pending.isInWorkout
        default: true
        }
    }

    private mutating func endTag(
        _ bytes: borrowing Span<UInt8>,
        open: Int,
        end: Int,
        into sink: inout some HealthSink
    ) -> Int? {
        guard let name = AppleMarkup.name(bytes, from: open + 2, to: end) else {
            return end - open > 64 ? open + 1 : nil
        }
        switch name.element {
        case .record: pending.finishRecord(to: &sink)
        case .correlation: pending.finishCorrelation(to: &sink)
        case .workout: pending.finishWorkout(to: &sink)
        case .workoutActivity: pending.isInActivity = false
        case .healthData: isEnded = hasRoot
        default: break
        }
        return name.end
    }
}
