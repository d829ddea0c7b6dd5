internal import Archive
internal import SeededRandom

/// Writes an export type by type and piece by piece, in constant memory.
struct ExportWriter<Output: ByteOutput> {
    /// The size of the text buffer in bytes.
    private static var block: Int { 1 << 18 }

    let options: ExportOptions
    let person: Person
    let pieces: [DayPiece]
    let exportedAt: Int64
    /// The fixed offset in dates; nil for the local one at each time.
    let fixedOffset: Int?
    var zones: [LocalZone]
    var text: ExportText
    var keeper: TruthKeeper
    private(set) var output: Output
    /// For each source, the common start of its records of one type.
    private var heads: [[UInt8]?] = []
    private var written = 0
    private var counts: [String: Int] = [:]

    init(_ options: ExportOptions, _ frame: ExportFrame, _ output: Output) {
        self.options = options
        self.output = output
        person = Person(seed: options.seed)
        pieces = frame.pieces
        exportedAt = frame.exportedAt
        zones = frame.zones
        fixedOffset = options.offsets == .export ? frame.offset : nil
        text = ExportText(options.faults)
        keeper = TruthKeeper(frame.truth(options))
    }

    /// Writes the whole export.
    mutating func write() throws(ArchiveError) -> ExportTruth {
        writeHead()
        try writeRecords()
        if !options.faults.contains(.truncated) {
            try writeGroups()
            text.line("</HealthData>")
        }
        try flush()
        keeper.truth.elements = counts
        return keeper.finished()
    }

    /// Writes only the records, to measure the size of a day.
    mutating func writeRecords() throws(ArchiveError) {
        let kinds = RecordKind.all(options)
        for (index, kind) in kinds.enumerated() {
            heads = Array(repeating: nil, count: Person.Source.allCases.count)
            var random = SplitMix64(seed: options.seed, stream: 0xD0B1_0000 + UInt64(index))
            let isLast = index == kinds.count - 1 && options.faults.contains(.truncated)
            for piece in isLast ? pieces.prefix((pieces.count + 1) / 2) : pieces[...] {
                let samples = kind.make(plan(piece)).filter { $0.created <= exportedAt }
                for sample in samples {
                    write(sample, kind, piece)
                    // One record in two hundred is duplicated, as in Apple's exports.
                    guard Int.random(in: 0..<200, using: &random) == 0 else { continue }
                    write(sample, kind, piece)
                    keeper.truth.duplicates += 1
                }
                keeper.add(samples, kind, piece, person)
                if text.bytes.count >= Self.block { try flush() }
            }
        }
        if options.faults.contains(.truncated) { text.add(" <Record type=\"HKQuantityTypeIdentifierHeartRateVariab") }
    }

    mutating func plan(_ piece: DayPiece) -> DayPlan {
        let offset = zones[piece.zone].offset(at: piece.start)
        return DayPlan(piece, options, zone: zones[piece.zone].name, offset: offset)
    }

    mutating func flush() throws(ArchiveError) {
        try output.write(text.bytes)
        text.bytes.removeAll(keepingCapacity: true)
    }

    func hasFault(_ fault: ExportFault) -> Bool { options.faults.contains(fault) }

    // MARK: Pieces of text

    mutating func count(_ element: String) { counts[element, default: 0] += 1 }

    mutating func count(type: String) { keeper.truth.records[type, default: 0] += 1 }

    mutating func open(_ element: String, indent: Int) {
        text.add(indent == 1 ? " <" : indent == 2 ? "  <" : "   <")
        text.add(element)
        count(element)
    }

    mutating func date(_ name: String, _ time: Int64, _ piece: DayPiece) {
        let offset = fixedOffset ?? zones[piece.zone].offset(at: time)
        text.attribute(name, date: time, offset: offset)
    }

    mutating func metadata(_ key: String, _ value: String, indent: Int = 2) {
        open("MetadataEntry", indent: indent)
        text.attribute("key", key)
        text.attribute("value", value)
        text.line("/>")
    }

    /// Appends the name, version and device of a source.
    mutating func source(_ place: Person.Source) {
        let source = person.source(place)
        text.attribute("sourceName", source.name)
        text.attribute("sourceVersion", source.version)
        guard let device = source.device else { return }
        // The address of the object in the phone's memory on that day.
        var random = SplitMix64(seed: options.seed ^ UInt64(bitPattern: exportedAt), stream: UInt64(place.rawValue))
        let pointer = String(0x2_8000_0000 + UInt64.random(in: 0...0x0FFF_FFF0, using: &random), radix: 16)
        text.attribute(
            "device",
            """
            <<HKDevice: 0x\(pointer)>, name:\(device.name), manufacturer:Apple Inc., model:\(device.model), \
            hardware:\(device.hardware), software:\(source.version)>
            """,
            isDevice: true
        )
    }

    // MARK: Records

    private mutating func write(_ sample: Sample, _ kind: RecordKind, _ piece: DayPiece) {
        count(type: kind.identifier)
        record(sample, kind.identifier, kind.unit, piece, indent: 1)
    }

    /// Writes a record; one within a correlation does not count as top-level.
    mutating func record(_ sample: Sample, _ type: String, _ unit: String?, _ piece: DayPiece, indent: Int) {
        open("Record", indent: indent)
        if indent == 1 { text.add(head(sample.source, type, unit)) } else { begin(sample.source, type, unit) }
        date("creationDate", sample.created, piece)
        date("startDate", sample.start, piece)
        written += 1
        date(hasFault(.duplicateAttribute) && written % 53 == 0 ? "startDate" : "endDate", sample.end, piece)
        if let amount = sample.amount { text.attribute("value", amount) }
        if let name = sample.name { text.attribute("value", name) }
        let hasControl = hasFault(.controlCharacter) && written % 37 == 0
        guard !sample.metadata.isEmpty || !sample.beats.isEmpty || hasControl else { return text.line("/>") }
        text.line(">")
        for (key, value) in sample.metadata { metadata(key, value, indent: indent + 1) }
        if hasControl { metadata("HKExternalUUID", "A\u{B}\(written)", indent: indent + 1) }
        if !sample.beats.isEmpty { beats(sample, piece) }
        text.line(indent == 1 ? " </Record>" : "  </Record>")
    }

    private mutating func head(_ source: Person.Source, _ type: String, _ unit: String?) -> [UInt8] {
        if let known = heads[source.rawValue] { return known }
        let start = text.bytes.count
        begin(source, type, unit)
        let head = Array(text.bytes[start...])
        text.bytes.removeLast(head.count)
        heads[source.rawValue] = head
        return head
    }

    private mutating func begin(_ source: Person.Source, _ type: String, _ unit: String?) {
        text.attribute("type", type)
        self.source(source)
        if let unit { text.attribute("unit", unit) }
    }

    /// Appends the beats, with wall clock times in the format of the phone's language.
    private mutating func beats(_ sample: Sample, _ piece: DayPiece) {
        open("HeartRateVariabilityMetadataList", indent: 2)
        text.line(">")
        for second in sample.beats {
            let local = Int(sample.start) + zones[piece.zone].offset(at: sample.start)
            let hundredths = Int(second * 100) + local % 86_400 * 100
            open("InstantaneousBeatsPerMinute", indent: 3)
            text.attribute("bpm", Amount(Double(60 + hundredths % 30)))
            text.attribute("time", Self.clock(hundredths % 8_640_000, isUS: options.units.isUS))
            text.line("/>")
        }
        text.line("  </HeartRateVariabilityMetadataList>")
    }

    private static func clock(_ hundredths: Int, isUS: Bool) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let second = hundredths / 100
        let rest = "\(two(second / 60 % 60)):\(two(second % 60))"
        let hour = second / 3_600
        guard isUS else { return "\(two(hour)):\(rest),\(two(hundredths % 100))" }
        return "\((hour + 11) % 12 + 1):\(rest).\(two(hundredths % 100)) \(hour < 12 ? "AM" : "PM")"
    }
}
