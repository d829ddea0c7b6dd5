internal import Archive
internal import VitalRecords

/// One pass over a file of Health Auto Export.
final class AutoPass {
    var writer: HealthWriter
    private let open: () throws(ArchiveError) -> any ByteSource
    private var names: AutoNames?
    private var metrics = 0
    private var series: AutoSeries?
    private var days = AutoDays()

    init(writer: HealthWriter, open: @escaping () throws(ArchiveError) -> any ByteSource) {
        self.writer = writer
        self.open = open
    }

    /// Reads the root value of the file.
    func read(_ reader: inout JSONReader, into sink: inout some HealthSink) throws {
        try AutoShape.walk(
            &reader,
            metric: { try metric(&$0, into: &sink) },
            workout: { try AutoWorkout(&$0).deliver(&writer, into: &sink) },
            other: { reader, name in
                writer.count(String(name.prefix(128)))
                try reader.skip()
            }
        )
    }

    /// Ends the pass; the points read so far are complete.
    ///
    /// - Parameter isCut: Whether the file was truncated.
    func finish(isCut: Bool, into sink: inout some HealthSink) {
        days.deliver(&writer, into: &sink)
        if isCut { series?.finishCut(into: &writer, sink: &sink) }
        series = nil
    }

    private func metric(_ reader: inout JSONReader, into sink: inout some HealthSink) throws {
        var own = AutoNames.Name()
        try reader.members { reader, field in
            switch field {
            case "name": own.name = try reader.text()
            case "units": own.unit = try reader.text()
            case "data": try points(&reader, own: own, into: &sink)
            default: try reader.skip()
            }
        }
        metrics += 1
    }

    private func points(_ reader: inout JSONReader, own: AutoNames.Name, into sink: inout some HealthSink) throws {
        let head = try reader.head()
        guard head == .array else { return try reader.skip(head) }
        guard try reader.another() else { return }
        guard let found = try name(own), let name = found.name else {
            writer.report.damage.note(
                reader.window.offset,
                element: "metric",
                message: "its name is missing; its points were left out"
            )
            return try skipPoints(&reader)
        }
        series = AutoSeries(name: name, unit: found.unit, writer: &writer, sink: &sink)
        repeat {
            let point = try AutoPoint(&reader)
            series?.take(point, into: &writer, sink: &sink)
        } while try reader.another()
        series?.finish(&days, into: &writer)
        series = nil
    }

    private func skipPoints(_ reader: inout JSONReader) throws {
        repeat { try reader.skip() } while try reader.another()
    }

    /// The metric's name and unit, from a second pass over the file if they follow the points.
    private func name(_ own: AutoNames.Name) throws -> AutoNames.Name? {
        guard own.name == nil || own.unit == nil else { return own }
        if names == nil { names = try AutoNames(try open()) }
        return names?[metrics]
    }
}

/// The sources of points by name; a name is analysed once.
final class AutoSources {
    /// The name of the source if the file does not name one.
    static let defaultName = "Health Auto Export"
    private static let most = 1_000

    private var known: [String: HealthSource] = [:]
    private var last: (name: String, source: HealthSource)?

    /// The source of a name; a sum over several sources has one joint source.
    func source(_ name: String?) -> HealthSource {
        let name = name.flatMap { $0.isEmpty ? nil : $0 } ?? Self.defaultName
        // Usually the name repeats, and hashing a non-ASCII name is slow.
        if let last, last.name == name { return last.source }
        if let found = known[name] {
            last = (name, found)
            return found
        }
        let source = AppleDevice.source(named: name, device: "")
        if known.count < Self.most { known[name] = source }
        return source
    }
}
