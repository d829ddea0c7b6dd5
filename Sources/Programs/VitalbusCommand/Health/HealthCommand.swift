internal import ArgumentParser
internal import BusContract
internal import HealthRecords
internal import HealthTypes
internal import HubRunner
internal import MessageBus

/// The command `vitalbus health`.
struct HealthCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Choose what happens to exported health data.",
        subcommands: [
            HealthTypeList.self, HealthSubscribe.self, HealthFolders.self, HealthFetch.self, HealthCancel.self,
            HealthImports.self,
        ]
    )

    /// Parses a set's name, in any case.
    ///
    /// - Parameter option: The prefix of the message, such as the option with the name.
    /// - Throws: ``CommandFailure`` with all sets.
    static func set(_ name: String, among sets: [HealthSet], option: String = "") throws -> HealthSet {
        let wanted = name.lowercased()
        // Matches the guide's names, and the first word of two of them.
        let found = sets.first { set in
            let known = set.rawValue.lowercased()
            return known == wanted || (wanted == "nutrition" && set == .basicNutrition)
                || (wanted == "reproductive" && set == .reproductiveHealth)
        }
        guard let found else {
            let all = sets.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure.input("\(option)unknown set '\(name)'; use one of \(all)")
        }
        return found
    }

    /// Parses a local day.
    ///
    /// - Throws: ``CommandFailure`` with the option.
    static func day(_ text: String, option: String) throws -> LocalDay {
        guard let day = LocalDay(text) else {
            throw CommandFailure.input("\(option): '\(text)' is not a date like 2026-03-01")
        }
        return day
    }

    /// The progress or result of an import, in one line.
    static func text(_ state: ImportState) -> String {
        let damage = state.damaged > 0 ? ", \(state.damaged) places that could not be read (--dry-run names them)" : ""
        let leftOut = state.leftOutCount
        return "\(state.created) new records, \(state.updated) changed, \(state.unchanged) already known\(damage)"
            + (leftOut > 0 ? ", \(leftOut) left out" : "")
    }
}

/// The command `vitalbus health types`.
struct HealthTypeList: AsyncParsableCommand {
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
            try await connection.requests.call(SessionOperations.sampleTypes, hub: BusAddress.siteHub, body: body)
        }
        guard !json else { return try environment.json(reply) }
        for type in reply.sampleTypes { environment.out(type) }
    }
}
