internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus held confirm`.
struct HeldConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Say whose a held reading is, and correct what its device said wrongly.",
        discussion: """
            It goes to the session that the seat had when it was measured, or to the one that --session names. Where nobody \
            knows when it was measured, --time or --session is needed. Example: --value systolic=128 --value pulse=64
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The reading, as 'vitalbus held' shows it.") var reading: String
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The session, also an ended one.", valueName: "id")) var session: String?
    @Option(help: ArgumentHelp("When it was measured, RFC 3339.", valueName: "time")) var time: String?
    @Option(
        help: ArgumentHelp(
            "A right value, in the metric's usual unit or in another.",
            valueName: "metric=number[,unit]"
        )
    )
    var value: [String] = []
    @Option(help: ArgumentHelp("The revision that was looked at.", valueName: "n")) var revision: Int?
    @Flag(help: "Print the decision as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        let body = ConfirmReading(
            readingKey: try HeldCommand.key(reading),
            revision: revision,
            seat: seat,
            sessionID: session,
            timestamp: try time.map { try HeldCommand.time($0, of: "--time") },
            measurements: value.isEmpty ? nil : try value.map { try Self.measurement($0) }
        )
        let decided = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.confirmReading, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(decided) : environment.out(HeldCommand.text(decided))
    }

    /// Reads `systolic=128` or `body_weight=11.2,kg`.
    static func measurement(_ text: String) throws -> Measurement {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        let said = parts.last?.split(separator: ",", maxSplits: 1).map(String.init) ?? []
        guard parts.count == 2, let value = said.first.flatMap({ DecimalNumber($0) }) else {
            throw CommandFailure.input("--value '\(text.prefix(64))' is no value: write it like systolic=128")
        }
        let metric = MetricName(rawValue: parts[0])
        guard let unit = said.count == 2 ? said[1] : MetricTable.metric(named: metric)?.canonicalUnit.ucum else {
            throw CommandFailure.input(
                "'\(parts[0].prefix(64))' is no known metric: name its unit too, metric=number,unit"
            )
        }
        return Measurement(metric: metric, value: value, unit: unit, origin: .manual)
    }
}
