internal import ArgumentParser
internal import FHIRContent
internal import VitalRecords

/// The command `vitalbus fhir`.
struct FHIRCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fhir",
        abstract: "Export a person's records as FHIR R4, and list the metrics' codes.",
        subcommands: [FHIRExport.self, FHIRCodes.self]
    )
}

/// The command `vitalbus fhir codes`.
struct FHIRCodes: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "codes",
        abstract: "List LOINC and MDC codes of all metrics, and metrics without one.",
        discussion: """
            A metric without a code is left out of FHIR resources. The code for glucose depends on the sample if the \
            meter names one. A pulse measured with a blood pressure gets the code for a cuff.
            """
    )

    func run() throws {
        let environment = CommandEnvironment.current
        var table = TextTable("METRIC", "UNIT", "CATEGORY", "LOINC", "MDC")
        for row in FHIRCoverage.rows {
            let codes = row.codes
            let mdc = codes.mdc.map { "\($0) \(codes.term ?? "")" } ?? "-"
            table.add(
                row.metric.rawValue,
                row.unit,
                row.category ?? "left out",
                codes.loinc.isEmpty ? "-" : codes.loinc.joined(separator: " "),
                mdc
            )
        }
        environment.show(table)
    }
}
