package import Archive

/// Generates fictitious Apple Health exports and their truth.
///
/// Equal options make equal bytes.
package struct HealthGenerator {
    /// The number of days written to measure the size of one.
    private static let probe = 7

    private let options: ExportOptions
    private let itinerary: Itinerary

    /// Creates a generator.
    ///
    /// - Throws: ``GeneratorError`` with `unknownZone` or `badOptions`.
    package init(_ options: ExportOptions) throws(GeneratorError) {
        guard [3, 11, 12, 13, 14].contains(options.version) else {
            throw GeneratorError(.badOptions, message: "version \(options.version): Apple's are 3, 11, 12, 13 and 14")
        }
        guard options.megabytes > 0, options.usedDetail > 0, options.usedDetail <= 1 else {
            throw GeneratorError(.badOptions, message: "the size is above 0, the detail above 0 and at most 1")
        }
        guard options.firstDay ?? 0 <= options.exportDay else {
            throw GeneratorError(.badOptions, message: "the first day is behind the day of the export")
        }
        guard let itinerary = Itinerary(options) else {
            throw GeneratorError(
                .unknownZone,
                message: "\(options.home): the system does not know this zone, or no other one"
            )
        }
        self.options = options
        self.itinerary = itinerary
    }

    /// Writes `export.xml`.
    ///
    /// - Returns: The truth about the export.
    /// - Throws: Whatever the output throws.
    package func write<Output: ByteOutput>(into output: inout Output) throws(ArchiveError) -> ExportTruth {
        let frame = ExportFrame(options, itinerary: itinerary, firstDay: try firstDay())
        var writer = ExportWriter(options, frame: frame, output: output)
        let truth = try writer.write()
        output = writer.output
        return truth
    }

    /// Writes a zip archive with the export, as phones make it.
    ///
    /// - Returns: The truth about the export.
    /// - Throws: Whatever the output throws.
    package func writeArchive<Output: ByteOutput>(
        into output: inout Output,
        isZip64: Bool
    ) throws(ArchiveError) -> ExportTruth {
        var zip = ZipWriter(output, isZip64: isZip64)
        try zip.begin("apple_health_export/" + mainName)
        let truth = try write(into: &zip)
        try zip.begin("apple_health_export/export_cda.xml")
        try zip.write(Array("<?xml version=\"1.0\"?>\n<ClinicalDocument xmlns=\"urn:hl7-org:v3\"/>\n".utf8))
        for workout in truth.workouts {
            guard let route = workout.route else { continue }
            try zip.begin("apple_health_export" + route)
            try zip.write(Array(RouteText(workout).text.utf8))
        }
        try zip.finish()
        output = zip.output
        return truth
    }

    /// The localized name of the export file.
    private var mainName: String {
        switch Person(seed: options.seed).locale {
        case "zh_CN": "导出.xml"
        case "pt_BR": "exportar.xml"
        default: "export.xml"
        }
    }

    /// The first day, as far back as the size allows.
    private func firstDay() throws(ArchiveError) -> Int {
        if let firstDay = options.firstDay { return firstDay }
        var probed = options
        probed.faults.remove(.truncated)
        let frame = ExportFrame(probed, itinerary: itinerary, firstDay: options.exportDay - Self.probe)
        var writer = ExportWriter(probed, frame: frame, output: CountingOutput())
        try writer.writeRecords()
        try writer.flush()
        // The last day ends in the evening.
        let size = Double(writer.output.count) / (Double(Self.probe) + 0.9)
        // Everything after the records adds a few percent.
        let days = (options.megabytes * 1e6 - 8_000) / (size * 1.04)
        return options.exportDay - max(3, Int((days - 0.9).rounded()))
    }
}
