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
            "A right value; without a unit it is in the reading's own.",
            valueName: "metric=number[unit]"
        )
    )
    var value: [String] = []
    @Option(help: ArgumentHelp("The revision that was looked at.", valueName: "n")) var revision: Int?
    @Flag(help: "Print the decision as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        try BusAddress.check(seat, as: "seat")
        let key = try HeldCommand.key(reading)
        let values = value.map { HeldValue($0) }
        let body = ConfirmReading(
            readingKey: key,
            revision: revision,
            seat: seat,
            sessionID: session,
            timestamp: try time.map { try HeldCommand.time($0, of: "--time") }
        )
        let decided = try await place.connect { connection, _ in
            var body = body
            if !values.isEmpty { body.measurements = try await Self.measurements(values, of: key, connection) }
            return try await connection.requests.call(SessionOperations.confirmReading, hub: BusAddress.siteHub, body)
        }
        json ? try environment.json(decided) : environment.out(HeldCommand.text(decided))
    }

    /// The values, in the reading's units where a person wrote none: what a meter shows in mmol/L is corrected in mmol/L.
    private static func measurements(
        _ values: [HeldValue],
        of key: ReadingKey,
        _ connection: HubConnection
    ) async throws -> [Measurement] {
        let isLookedUp = values.contains { !$0.hasUnit }
        let held = isLookedUp ? try await HeldCommand.entry(key, connection)?.reading.measurements : nil
        let units = Dictionary((held ?? []).map { ($0.metric, $0.unit) }) { first, _ in first }
        return try values.map { try $0.measurement(in: units) }
    }
}
