internal import SeededRandom

/// The text of an export, element by element, with the times, sources and faults that it is written with.
struct ExportElements {
    let options: ExportOptions
    let person: Person
    let exportedAt: Int64
    /// The fixed offset in dates; nil for the local one at each time.
    let fixedOffset: Int?
    var zones: [LocalZone]
    var text: ExportText
    /// How often each element was written.
    private(set) var counts: [String: Int] = [:]
    /// For each source, the common start of its records of one type.
    private var heads: [[UInt8]?] = []
    private var written = 0

    init(_ options: ExportOptions, frame: ExportFrame) {
        self.options = options
        person = Person(seed: options.seed)
        exportedAt = frame.exportedAt
        fixedOffset = options.offsets == .export ? frame.offset : nil
        zones = frame.zones
        text = ExportText(options.faults)
    }

    func hasFault(_ fault: ExportFault) -> Bool { options.faults.contains(fault) }

    /// The records of another type follow.
    mutating func beginType() {
        heads = Array(repeating: nil, count: Person.Source.allCases.count)
    }

    mutating func count(_ element: String) { counts[element, default: 0] += 1 }

    mutating func open(_ element: String, indent: Int) {
        text.add(indent == 1 ? " <" : indent == 2 ? "  <" : "   <")
        text.add(element)
        count(element)
    }

    mutating func date(_ name: String, at time: Int64, piece: DayPiece) {
        let offset = fixedOffset ?? zones[piece.zone].offset(at: time)
        text.attribute(name, date: time, offset: offset)
    }

    mutating func metadata(_ key: String, value: String, indent: Int = 2) {
        open("MetadataEntry", indent: indent)
        text.attribute("key", value: key)
        text.attribute("value", value: value)
        text.line("/>")
    }

    /// Appends the name, version and device of a source.
    mutating func source(_ place: Person.Source) {
        let source = person.source(place)
        text.attribute("sourceName", value: source.name)
        text.attribute("sourceVersion", value: source.version)
        guard let device = source.device else { return }
        // The address of the object in the phone's memory on that day.
        var random = SplitMix64(seed: options.seed ^ UInt64(bitPattern: exportedAt), stream: UInt64(place.rawValue))
        let pointer = String(0x2_8000_0000 + UInt64.random(in: 0...0x0FFF_FFF0, using: &random), radix: 16)
        text.attribute(
            "device",
            value: """
                <<HKDevice: 0x\(pointer)>, name:\(device.name), manufacturer:Apple Inc., model:\(device.model), \
                hardware:\(device.hardware), software:\(source.version)>
                """,
            isDevice: true
        )
    }

    /// Writes a record; one within a correlation does not count as top-level.
    mutating func record(_ sample: Sample, type: String, unit: String?, piece: DayPiece, indent: Int) {
        open("Record", indent: indent)
        if indent == 1 {
            text.add(head(sample.source, type: type, unit: unit))
        } else {
            begin(sample.source, type: type, unit: unit)
        }
        date("creationDate", at: sample.created, piece: piece)
        date("startDate", at: sample.start, piece: piece)
        written += 1
        date(hasFault(.duplicateAttribute) && written % 53 == 0 ? "startDate" : "endDate", at: sample.end, piece: piece)
        if let amount = sample.amount { text.attribute("value", amount: amount) }
        if let name = sample.name { text.attribute("value", value: name) }
        let hasControl = hasFault(.controlCharacter) && written % 37 == 0
        guard !sample.metadata.isEmpty || !sample.beats.isEmpty || hasControl else { return text.line("/>") }
        text.line(">")
        for (key, value) in sample.metadata { metadata(key, value: value, indent: indent + 1) }
        if hasControl { metadata("HKExternalUUID", value: "A\u{B}\(written)", indent: indent + 1) }
        if !sample.beats.isEmpty { beats(sample, piece: piece) }
        text.line(indent == 1 ? " </Record>" : "  </Record>")
    }

    private mutating func head(_ source: Person.Source, type: String, unit: String?) -> [UInt8] {
        if let known = heads[source.rawValue] { return known }
        let start = text.bytes.count
        begin(source, type: type, unit: unit)
        let head = Array(text.bytes[start...])
        text.bytes.removeLast(head.count)
        heads[source.rawValue] = head
        return head
    }

    private mutating func begin(_ source: Person.Source, type: String, unit: String?) {
        text.attribute("type", value: type)
        self.source(source)
        if let unit { text.attribute("unit", value: unit) }
    }

    /// Appends the beats, with wall clock times in the format of the phone's language.
    private mutating func beats(_ sample: Sample, piece: DayPiece) {
        open("HeartRateVariabilityMetadataList", indent: 2)
        text.line(">")
        for second in sample.beats {
            let local = Int(sample.start) + zones[piece.zone].offset(at: sample.start)
            let hundredths = Int(second * 100) + local % 86_400 * 100
            open("InstantaneousBeatsPerMinute", indent: 3)
            text.attribute("bpm", amount: Amount(Double(60 + hundredths % 30)))
            text.attribute("time", value: Self.clock(hundredths % 8_640_000, isUS: options.units.isUS))
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
