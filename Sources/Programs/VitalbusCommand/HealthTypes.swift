internal import ArgumentParser
internal import BusContract
internal import HealthRecords
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health types`.
struct HealthTypes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "types",
        abstract: "Show the HealthKit types of a set.",
        discussion: "Sets are " + HealthSet.subscribable.map(\.rawValue).joined(separator: ", ") + "."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The set.") var set: String
    @Flag(help: "Print the reply as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let name = try HealthCommand.set(set, among: HealthSet.subscribable).rawValue
        let body = SampleTypesRequest(set: SampleSet(rawValue: name))
        let reply = try await place.connect { connection, _ in
            try await connection.requests.call(SessionOperations.sampleTypes, hub: BusAddress.siteHub, body)
        }
        guard !json else { return try environment.json(reply) }
        for type in reply.sampleTypes { environment.out(type) }
    }
}
