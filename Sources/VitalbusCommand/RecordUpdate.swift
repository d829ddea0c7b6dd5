internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus record update`.
struct RecordUpdate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "update",
        abstract: "Give a record new values; they replace all present ones.",
        discussion: """
            A value is metric=number, with the unit behind a blank where it is not the metric's own: \
            --value systolic=131 --value 'blood_glucose=5.4 mmol/L'.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String
    @Option(help: ArgumentHelp("The record's newest revision, which the values replace.", valueName: "n")) var revision:
        Int
    @Option(help: ArgumentHelp("A value; give all that the record has.", valueName: "metric=number unit"))
    var value: [String]
    @Flag(help: "Print the change as JSON.") var json = false

    func validate() throws {
        guard revision >= 1 else { throw ValidationError("--revision begins with 1.") }
        guard !value.isEmpty else { throw ValidationError("give every value of the record with --value.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let body = UpdateRecord(
            logID: try RecordCommand.logID(record),
            baseRevision: revision,
            measurements: try value.map(Self.measurement)
        )
        let change = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.updateRecord, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(change) : environment.out(RecordCommand.text(change))
    }

    private static func measurement(_ text: String) throws -> Measurement {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { throw wrong(text, "write metric=number") }
        let name = MetricName(rawValue: parts[0])
        let words = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
        guard let value = words.first.flatMap({ DecimalNumber($0) }) else { throw wrong(text, "its number is none") }
        guard let unit = words.count == 2 ? words[1] : MetricTable.metric(named: name)?.canonicalUnit.ucum else {
            throw wrong(text, "the metric is not known, so its unit is needed")
        }
        return Measurement(metric: name, value: value, unit: unit, origin: .manual)
    }

    private static func wrong(_ text: String, _ why: String) -> CommandFailure {
        .input("--value '\(text.prefix(64))': \(why)")
    }
}
