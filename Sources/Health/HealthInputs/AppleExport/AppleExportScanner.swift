internal import ByteScan

/// Reads Apple's `export.xml` from blocks of bytes.
///
/// A scanner for this one kind of file and no XML parser: it walks from tag to tag and from quote to quote, so that the
/// broken document types of iOS 16, control characters, lost tags and a cut end cost no more than what they touch. Entities
/// are the five of XML and numeric ones; a document type is stepped over. State of a fixed size, whatever the file's.
struct AppleExportScanner: ~Copyable {
    /// The longest tag and the longest comment; a longer one is damage, and reading goes on behind its first byte.
    static let longestTag = 1 << 16

    /// What follows a block.
    enum Tail {
        /// More bytes.
        case open
        /// More bytes, for which there is no room: a tag that is not whole is too long.
        case full
        /// Nothing.
        case last
    }

    /// What is counted and what is broken.
    var report = HealthScanReport()
    let salt: [UInt8]
    /// How many bytes came before this block.
    var base: UInt64 = 0
    /// How many elements of the top level there were.
    var elementCount = 0

    var tag = AppleTag()
    /// Apart, because these stand between records and have other attributes.
    var metadataTag = AppleTag()
    var names = AppleNameTables()
    var lastHead = LastHead()
    /// The number of the last tag of metadata that said nothing that matters.
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

    /// Reads a block up to the last whole tag.
    ///
    /// - Parameters:
    ///   - bytes: The block, beginning with what the last one left.
    ///   - end: How many of its bytes count.
    ///   - tail: What follows the block.
    /// - Returns: How many bytes are done; the rest must begin the next block.
    mutating func scan(
        _ bytes: borrowing Span<UInt8>,
        end: Int,
        _ tail: Tail,
        into sink: inout some HealthSink
    ) -> Int {
        // What is left of the block before has moved.
        tag.forget()
        metadataTag.forget()
        var position = 0
        while !isEnded, let open = AppleMarkup.tag(bytes, from: position, to: end) {
            guard let next = markup(bytes, open, end, &sink) else {
                guard tail != .open, open == 0 else { return open }
                guard stepOver(bytes, end, tail) else { return end }
                position = 1
                continue
            }
            position = next
        }
        return end
    }

    /// Notes that the tag at the block's beginning is not whole; false where there were so many that the block is given up.
    private mutating func stepOver(_ bytes: borrowing Span<UInt8>, _ end: Int, _ tail: Tail) -> Bool {
        let name = AppleMarkup.name(bytes, from: 1, to: end)?.element?.rawValue ?? "markup"
        let fault = tail == .last ? "the file ends inside of it" : "it is longer than a tag can be"
        report.damage.note(base, name, "\(fault); it was left out")
        return report.damage.count < HealthDamageLog.limit
    }

    /// Reads what begins at a `<`: where it ends, or nil where the block ends before.
    private mutating func markup(
        _ bytes: borrowing Span<UInt8>,
        _ open: Int,
        _ end: Int,
        _ sink: inout some HealthSink
    ) -> Int? {
        guard open + 1 < end else { return nil }
        switch bytes[open + 1] {
        // `/Record>` as it is read, the first byte lowest.
        case UInt8(ascii: "/") where open + 9 <= end && ByteWord.load(bytes, at: open + 1) == 0x3E64_726F_6365_522F:
            pending.finishRecord(to: &sink)
            return open + 9
        case UInt8(ascii: "/"): return endTag(bytes, open, end, &sink)
        case UInt8(ascii: "!"): return AppleMarkup.declarationEnd(bytes, from: open, to: end)
        case UInt8(ascii: "?"): return AppleMarkup.end(of: "?>", in: bytes, from: open + 2, to: end)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return startTag(bytes, open, end, &sink)
        default: return open + 1
        }
    }

    private mutating func startTag(
        _ bytes: borrowing Span<UInt8>,
        _ open: Int,
        _ end: Int,
        _ sink: inout some HealthSink
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
            report.damage.note(base + UInt64(open), element.rawValue, "its tag is damaged; it was left out")
            return open + 1
        case .complete(let next, let isEmpty):
            start(element, bytes, at: base + UInt64(open), isEmpty, &sink)
            return next
        }
    }

    /// Whether an element means anything where it stands: of the many beats only the first one of a list does.
    private func isRead(_ element: AppleElement) -> Bool {
        switch element {
        case .beat: pending.isInRecord && pending.record?.awaitsBeat == true
        case .metadataEntry: pending.isInRecord || pending.isInCorrelation || pending.isInWorkout
        default: true
        }
    }

    private mutating func endTag(
        _ bytes: borrowing Span<UInt8>,
        _ open: Int,
        _ end: Int,
        _ sink: inout some HealthSink
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
