internal import ArgumentParser
internal import BusContract
internal import HealthRecords
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health fetch`.
struct HealthFetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Make the records of whole days of the past, out of what the seat's person has exported already.",
        discussion: """
            Sets are routine, fitness and intraday. Days more than 179 before today are left out, of intraday more than \
            7. Intraday needs 'vitalbus health subscribe --intraday yes'. Ctrl-C ends the bar, not the fetch; 'vitalbus \
            health cancel' ends the fetch.
            """
    )

    /// The SDK's historical sets.
    private static let sets: [HealthSet] = [.routine, .fitness, .intraday]

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "The sets.") var sets: [String]
    @Option(help: ArgumentHelp("The first local day, like 2026-03-01.", valueName: "date")) var from: String
    @Option(help: ArgumentHelp("The last local day. Default: today.", valueName: "date")) var to: String?
    @Flag(help: "Print the end as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let names = try sets.map { try HealthCommand.set($0, among: Self.sets).rawValue }.map(HistoricalSet.init(rawValue:))
        _ = try HealthCommand.day(from, "--from")
        _ = try to.map { try HealthCommand.day($0, "--to") }
        let end = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, hub).seat(seat)
            let body = FetchHistoricalSets(seat: seat, sets: names, from: from, to: to)
            let hub = hub.target.address.hub
            return try await ImportFollower(hub: hub, show: environment.progress).follow(connection) {
                let begun = try await connection.requests.call(
                    HealthTopics.fetchHistoricalSets,
                    hub: hub,
                    body,
                    timeout: .seconds(30)
                )
                for warning in begun.warnings { environment.err("vitalbus: \(warning)") }
                environment.err("\(begun.sets.map(\.rawValue).joined(separator: ", ")) from \(begun.from) to \(begun.to)")
                return (begun.fetchID, 0)
            }
        }
        if json { try environment.json(end) } else if end.error == nil { environment.out(HealthCommand.text(end)) }
        if let error = end.error { throw CommandFailure(fault: error) }
    }
}
