internal import ArgumentParser
internal import BusContract
internal import HealthRecords
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health subscribe`.
struct HealthSubscribe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Say which sets a seat's session takes of what its person exports; they replace those before.",
        discussion: """
            Sets are \(HealthSet.subscribable.map(\.rawValue).joined(separator: ", ")). Without sets, types and \
            --intraday it shows what the session takes. The session's end ends them.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "The sets.") var sets: [String] = []
    @Option(help: ArgumentHelp("One more type, as HealthKit names it; may stand again.", valueName: "identifier"))
    var type: [String] = []
    @Option(help: "Whether steps of short intervals are taken too: yes or no.") var intraday: Choice?
    @Flag(help: "Take nothing more.") var none = false
    @Flag(help: "Print the subscriptions as JSON.") var json = false

    enum Choice: String, ExpressibleByArgument { case yes, no }

    func validate() throws {
        guard !none || (sets.isEmpty && type.isEmpty) else {
            throw ValidationError("--none and sets exclude each other")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let names = try sets.map { try HealthCommand.set($0, among: HealthSet.subscribable).rawValue }
        let found = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, hub).seat(seat)
            guard none || intraday != nil || !names.isEmpty || !type.isEmpty else {
                let body = SeatReference(seat: seat)
                return try await connection.requests.call(
                    SessionOperations.subscriptions,
                    hub: BusAddress.siteHub,
                    body
                )
            }
            var types = type
            for name in names {
                let body = SampleTypesRequest(set: SampleSet(rawValue: name))
                types += try await connection.requests.call(
                    SessionOperations.sampleTypes,
                    hub: BusAddress.siteHub,
                    body
                ).sampleTypes
            }
            let wanted: [String]? = none || !types.isEmpty ? types : nil
            return try await connection.requests.call(
                SessionOperations.setSubscriptions,
                hub: BusAddress.siteHub,
                SetSubscriptions(seat: seat, sampleTypes: wanted, processIntraday: intraday.map { $0 == .yes })
            )
        }
        for warning in found.warnings { environment.err("vitalbus: \(warning)") }
        guard !json else { return try environment.json(found) }
        for type in found.sampleTypes { environment.out(type) }
        environment.out(
            "seat \(found.seat) takes \(found.sampleTypes.count) types, "
                + (found.processIntraday ? "and intraday" : "no intraday")
        )
    }
}
