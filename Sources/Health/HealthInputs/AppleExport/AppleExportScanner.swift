internal import ByteScan

/// Reads Apple's `export.xml` from blocks of bytes, as `health.md` in the project's research describes it.
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
    var types: [AppleType] = []
    var typeNames = NameTable()
    var sourceNames = NameTable()
    var sourceNumbers: [Int] = []
    var unitNames = NameTable()
    var unitNumbers: [Int] = []
    var lastHead = LastHead()
    /// The number of the last tag of metadata that said nothing that matters.
    var lastIdleMetadata = -1
    var dates = DateMemo()
    var currentType: Int?
    var writtenOffsets = WrittenOffsets()
    /// How far the end of what is open, but not a record, was ahead of UTC.
    var openOffsetOfDates = 0
    var isOrdered = true
    var isGroupedByType = true

    var record: AppleRecord?
    var correlation: HealthCorrelation?
    var workout: HealthWorkout?
    // Asked for at every tag; the values themselves would be copied for that.
    var isInRecord = false
    var isInCorrelation = false
    var isInWorkout = false
    var isInActivity = false
    var openOffset: UInt64 = 0
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
        while !isEnded, let open = Self.tag(bytes, position, end) {
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

    /// The next `<`; it nearly always begins the next line, behind a blank or two.
    private static func tag(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        if start + 8 <= end {
            let word = ByteWord.load(bytes, at: start)
            if word & 0xFF_FFFF == 0x3C_200A { return start + 2 }
            if word & 0xFFFF_FFFF == 0x3C20_200A { return start + 3 }
        }
        return ByteSearch.first(UInt8(ascii: "<"), in: bytes, from: start, to: end)
    }

    /// Notes that the tag at the block's beginning is not whole; false where there were so many that the block is given up.
    private mutating func stepOver(_ bytes: borrowing Span<UInt8>, _ end: Int, _ tail: Tail) -> Bool {
        let name = Self.name(bytes, 1, end)?.element?.rawValue ?? "markup"
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
            finishRecord(&sink)
            return open + 9
        case UInt8(ascii: "/"): return endTag(bytes, open, end, &sink)
        case UInt8(ascii: "!"): return declaration(bytes, open, end)
        case UInt8(ascii: "?"): return place(behind: "?>", bytes, open + 2, end)
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return startTag(bytes, open, end, &sink)
        default: return open + 1
        }
    }

    /// Steps over comments and character data; document types are full of what is no start tag, so they need no care.
    private func declaration(_ bytes: borrowing Span<UInt8>, _ open: Int, _ end: Int) -> Int? {
        let head = ByteRange(open, min(end, open + 9))
        if ByteText.begins(bytes, head, "<!--") { return place(behind: "-->", bytes, open + 4, end) }
        if ByteText.begins(bytes, head, "<![CDATA[") { return place(behind: "]]>", bytes, open + 9, end) }
        return end - open < 9 ? nil : open + 1
    }

    private func place(behind text: StaticString, _ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Int? {
        var from = start
        while let found = ByteSearch.first(UInt8(ascii: ">"), in: bytes, from: from, to: end) {
            let first = found + 1 - text.utf8CodeUnitCount
            if first >= start, ByteText.equals(bytes, ByteRange(first, found + 1), text) { return found + 1 }
            from = found + 1
        }
        return nil
    }

    private mutating func startTag(
        _ bytes: borrowing Span<UInt8>,
        _ open: Int,
        _ end: Int,
        _ sink: inout some HealthSink
    ) -> Int? {
        guard let name = Self.name(bytes, open + 1, end) else { return end - open > 64 ? open + 1 : nil }
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
        case .beat: isInRecord && record?.awaitsBeat == true
        case .metadataEntry: isInRecord || isInCorrelation || isInWorkout
        default: true
        }
    }

    private mutating func endTag(
        _ bytes: borrowing Span<UInt8>,
        _ open: Int,
        _ end: Int,
        _ sink: inout some HealthSink
    ) -> Int? {
        guard let name = Self.name(bytes, open + 2, end) else { return end - open > 64 ? open + 1 : nil }
        switch name.element {
        case .record: finishRecord(&sink)
        case .correlation: finishCorrelation(&sink)
        case .workout: finishWorkout(&sink)
        case .workoutActivity: isInActivity = false
        case .healthData: isEnded = hasRoot
        default: break
        }
        return name.end
    }

    /// A name of an element.
    private struct Name {
        /// What it means; nil where it means nothing here.
        let element: AppleElement?
        /// The place behind it.
        let end: Int
    }

    /// The names that nearly all elements have, without a loop; nil for others.
    private static func knownName(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Name? {
        guard start + 14 <= end else { return nil }
        let head = ByteWord.load(bytes, at: start)
        // `Record` with a blank or a bracket behind it, as it is read, the first byte lowest.
        if head & 0xFFFF_FFFF_FFFF == 0x6472_6F63_6552, head >> 48 & 0xFF <= 0x3E {
            return Name(element: .record, end: start + 6)
        }
        // `Metadata`, then the last eight of `MetadataEntry `.
        guard head == 0x6174_6164_6174_654D, ByteWord.load(bytes, at: start + 6) == 0x2079_7274_6E45_6174 else {
            return nil
        }
        return Name(element: .metadataEntry, end: start + 13)
    }

    /// The name of an element; nil where the block ends within it.
    private static func name(_ bytes: borrowing Span<UInt8>, _ start: Int, _ end: Int) -> Name? {
        if let known = knownName(bytes, start, end) { return known }
        let limit = min(end, start + 64)
        var index = start
        var tail: UInt64 = 0
        while index + 8 <= limit {
            let word = ByteWord.load(bytes, at: index)
            // All letters have this bit, and nothing that can end a name has it.
            guard word & 0x4040_4040_4040_4040 == 0x4040_4040_4040_4040 else { break }
            tail = word.byteSwapped
            index += 8
        }
        while index < limit {
            // All letters lie behind what can end a name.
            guard bytes[index] > UInt8(ascii: ">") else {
                return Name(element: AppleElement(tail: tail, count: index - start), end: index)
            }
            tail = tail << 8 | UInt64(bytes[index])
            index += 1
        }
        return nil
    }
}
