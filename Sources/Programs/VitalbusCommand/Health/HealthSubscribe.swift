internal import ArgumentParser
internal import BusContract
internal import HealthTypes
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus health subscribe`.
struct HealthSubscribe: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subscribe",
        abstract: "Choose which sets of exported data a seat's session accepts.",
        discussion: """
            Sets are \(HealthSet.subscribable.map(\.rawValue).joined(separator: ", ")). Without sets, types and \
            --intraday it shows what the session accepts. Subscriptions end with the session.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "The sets.") var sets: [String] = []
    @Option(help: ArgumentHelp("A further type, by its HealthKit name; may be repeated.", valueName: "identifier"))
    var type: [String] = []
    @Option(help: "Whether steps of short intervals are also imported: yes or no.") var intraday: Choice?
    @Flag(help: "Take nothing.") var none = false
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
            let seat = try await Resolver(connection, place: hub).seat(seat)
            guard none || intraday != nil || !names.isEmpty || !type.isEmpty else {
                let body = SeatReference(seat: seat)
                return try await connection.requests.call(
                    SessionOperations.subscriptions,
                    hub: BusAddress.siteHub,
                    body: body
                )
            }
            var types = type
            for name in names {
                let body = SampleTypesRequest(set: SampleSet(rawValue: name))
                types += try await connection.requests.call(
                    SessionOperations.sampleTypes,
                    hub: BusAddress.siteHub,
                    body: body
                ).sampleTypes
            }
            let wanted: [String]? = none || !types.isEmpty ? types : nil
            return try await connection.requests.call(
                SessionOperations.setSubscriptions,
                hub: BusAddress.siteHub,
                body: SetSubscriptions(seat: seat, sampleTypes: wanted, processIntraday: intraday.map { $0 == .yes })
            )
        }
        for warning in found.warnings { environment.err("vitalbus: \(warning)") }
        guard !json else { return try environment.json(found) }
        for type in found.sampleTypes { environment.out(type) }
        environment.out(
            "seat \(found.seat) accepts \(found.sampleTypes.count) types, "
                + (found.processIntraday ? "and intraday" : "no intraday")
        )
    }
}

/// The command `vitalbus health fetch`.
struct HealthFetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch",
        abstract: "Make records of past days from data that the seat's person has already exported.",
        discussion: """
            Sets are routine, fitness and intraday. Days more than 179 days ago are left out, for intraday more than 7. \
            Intraday needs 'vitalbus health subscribe --intraday yes'. Ctrl-C hides the progress; 'vitalbus health cancel' \
            ends the fetch.
            """
    )

    /// The historical sets of the SDK.
    private static let sets: [HealthSet] = [.routine, .fitness, .intraday]

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "The sets.") var sets: [String]
    @Option(help: ArgumentHelp("The first local day, like 2026-03-01.", valueName: "date")) var from: String
    @Option(help: ArgumentHelp("The last local day. Default: today.", valueName: "date")) var to: String?
    @Flag(help: "Print the result as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let names = try sets.map { HistoricalSet(rawValue: try HealthCommand.set($0, among: Self.sets).rawValue) }
        _ = try HealthCommand.day(from, option: "--from")
        _ = try to.map { try HealthCommand.day($0, option: "--to") }
        let end = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(seat)
            let body = FetchHistoricalSets(
                seat: seat,
                sets: names,
                from: from,
                to: to
            )
            let hub = hub.hub
            return try await ImportFollower(hub: hub, show: environment.progress).follow(connection) {
                let begun = try await connection.requests.call(
                    HealthTopics.fetchHistoricalSets,
                    hub: hub,
                    body: body,
                    timeout: .seconds(30)
                )
                for warning in begun.warnings { environment.err("vitalbus: \(warning)") }
                environment.err(
                    "\(begun.sets.map(\.rawValue).joined(separator: ", ")) from \(begun.from) to \(begun.to)"
                )
                return (begun.fetchID, 0)
            }
        }
        if json { try environment.json(end) } else if end.error == nil { environment.out(HealthCommand.text(end)) }
        if let error = end.error { throw CommandFailure(fault: error) }
    }
}

/// The command `vitalbus health cancel`.
struct HealthCancel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End a seat's historical fetches. Records that they made stay."
    )

    @OptionGroup var place: HubOptions
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Argument(help: "Only this fetch.") var fetch: String?
    @Flag(help: "Print the ended fetches as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let ended = try await place.connect { connection, hub in
            let seat = try await Resolver(connection, place: hub).seat(seat)
            let body = CancelHistoricalFetch(seat: seat, fetchID: fetch)
            return try await connection.requests.call(
                HealthTopics.cancelHistoricalFetch,
                hub: hub.hub,
                body: body
            )
        }
        if json { try environment.json(ended) }
        if let fetch, ended.fetchIDs.isEmpty {
            throw CommandFailure(
                "notFound",
                message: "no fetch '\(fetch.prefix(64))' is running for seat \(seat)",
                exitCode: 65
            )
        }
        guard !json else { return }
        environment.out(ended.fetchIDs.isEmpty ? "no fetch is running" : "\(ended.fetchIDs.count) fetches ended")
    }
}
