internal import Archive
internal import ArgumentParser
internal import Foundation
internal import HealthGenerator

/// Makes an export of Apple Health, and says what is in it.
@main
struct GenerateExport: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health-generator",
        abstract: "Makes exports of Apple Health that never were anybody's, and says what is in them."
    )

    @Option(help: "How large it is to be, in millions of bytes.") var megabytes = 50.0
    @Option(help: "Equal seeds make equal people.") var seed: UInt64 = 1
    @Option(help: ArgumentHelp("Where export.xml goes.", valueName: "file")) var out: String?
    @Option(help: ArgumentHelp("Where an archive with it goes.", valueName: "file")) var zip: String?
    @Flag(help: "Write the archive with sizes of eight bytes, as beyond 4 GB.") var zip64 = false
    @Option(help: ArgumentHelp("Where the truth about it goes, as JSON.", valueName: "file")) var truth: String?
    @Option(help: "us or metric.") var units = ExportUnits.metric
    @Option(help: ArgumentHelp("The home zone.", valueName: "zone")) var home = "Europe/Berlin"
    @Option(help: ArgumentHelp("The day of the export.", valueName: "date")) var exportDate = "2026-03-20"
    @Option(help: ArgumentHelp("The first day; without it as many as the size takes.", valueName: "date"))
    var firstDay: String?
    @Option(help: "How much is written of a day, 0 to 1; 1 is 1 MB.") var detail: Double?
    @Option(help: "export or local: the offset in dates.") var offsets = DateOffsets.export
    @Option(help: "3, 11, 12, 13 or 14.") var version = 14
    @Option(
        help: ArgumentHelp(
            "Faults, with commas between: \(ExportFault.allCases.map(\.rawValue).joined(separator: ", ")).",
            valueName: "faults"
        )
    ) var malformed = ""

    func run() throws {
        guard out != nil || zip != nil else { throw ValidationError("--out or --zip says where it goes") }
        let generator = try HealthGenerator(options())
        var known: ExportTruth?
        if let out {
            var file = try FileOutput(path: out)
            known = try generator.write(into: &file)
            file.close()
        }
        if let zip {
            var file = try FileOutput(path: zip)
            known = try generator.writeArchive(into: &file, isZip64: zip64 || megabytes > 4_000)
            file.close()
        }
        guard let known else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if let truth { try encoder.encode(known).write(to: URL(filePath: truth)) }
        let count = known.elements.values.reduce(0, +)
        print("\(count) elements, \(known.firstDay) to \(known.lastDay), detail \(known.detail)")
    }

    private func options() throws -> ExportOptions {
        var options = ExportOptions(megabytes: megabytes, seed: seed, exportDay: try Self.day(exportDate))
        options.units = units
        options.home = home
        options.offsets = offsets
        options.version = version
        options.detail = detail
        options.firstDay = try firstDay.map(Self.day)
        for name in malformed.split(separator: ",") {
            guard let fault = ExportFault(rawValue: String(name)) else {
                throw ValidationError("there is no fault '\(name)'")
            }
            options.faults.insert(fault)
        }
        return options
    }

    private static func day(_ text: String) throws -> Int {
        guard let day = CivilDay.number(text) else { throw ValidationError("'\(text)' is not a date like 2026-03-01") }
        return day
    }
}

extension ExportUnits: ExpressibleByArgument {}

extension DateOffsets: ExpressibleByArgument {}
