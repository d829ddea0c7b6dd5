internal import Archive
internal import SeededRandom

/// Writes an export type by type and piece by piece, in constant memory.
struct ExportWriter<Output: ByteOutput> {
    /// The size of the text buffer in bytes.
    private static var block: Int { 1 << 18 }

    let options: ExportOptions
    let pieces: [DayPiece]
    let exportedAt: Int64
    var elements: ExportElements
    var keeper: TruthKeeper
    private(set) var output: Output

    init(_ options: ExportOptions, frame: ExportFrame, output: Output) {
        self.options = options
        self.output = output
        pieces = frame.pieces
        exportedAt = frame.exportedAt
        elements = ExportElements(options, frame: frame)
        keeper = TruthKeeper(frame.truth(options))
    }

    /// Writes the whole export.
    mutating func write() throws(ArchiveError) -> ExportTruth {
        writeHead()
        try writeRecords()
        if !options.faults.contains(.truncated) {
            try writeGroups()
            elements.text.line("</HealthData>")
        }
        try flush()
        keeper.truth.elements = elements.counts
        return keeper.finished()
    }

    /// Writes only the records, to measure the size of a day.
    mutating func writeRecords() throws(ArchiveError) {
        let kinds = RecordKind.all(options)
        for (index, kind) in kinds.enumerated() {
            elements.beginType()
            var random = SplitMix64(seed: options.seed, stream: 0xD0B1_0000 + UInt64(index))
            let isLast = index == kinds.count - 1 && options.faults.contains(.truncated)
            for piece in isLast ? pieces.prefix((pieces.count + 1) / 2) : pieces[...] {
                let samples = kind.make(plan(piece)).filter { $0.created <= exportedAt }
                for sample in samples {
                    write(sample, kind: kind, piece: piece)
                    // One record in two hundred is duplicated, as in Apple's exports.
                    guard Int.random(in: 0..<200, using: &random) == 0 else { continue }
                    write(sample, kind: kind, piece: piece)
                    keeper.truth.duplicates += 1
                }
                keeper.add(samples, kind: kind, piece: piece, person: elements.person)
                if elements.text.bytes.count >= Self.block { try flush() }
            }
        }
        if options.faults.contains(.truncated) {
            elements.text.add(" <Record type=\"HKQuantityTypeIdentifierHeartRateVariab")
        }
    }

    mutating func plan(_ piece: DayPiece) -> DayPlan {
        let offset = elements.zones[piece.zone].offset(at: piece.start)
        return DayPlan(piece, options: options, zone: elements.zones[piece.zone].name, offset: offset)
    }

    mutating func flush() throws(ArchiveError) {
        try output.write(elements.text.bytes)
        elements.text.bytes.removeAll(keepingCapacity: true)
    }

    mutating func count(type: String) { keeper.truth.records[type, default: 0] += 1 }

    private mutating func write(_ sample: Sample, kind: RecordKind, piece: DayPiece) {
        count(type: kind.identifier)
        elements.record(sample, type: kind.identifier, unit: kind.unit, piece: piece, indent: 1)
    }
}
