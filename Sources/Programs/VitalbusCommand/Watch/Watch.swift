internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus watch`.
struct Watch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print events, one per line, until Ctrl-C.",
        discussion: "'vitalbus notifications' lists earlier events."
    )

    @OptionGroup var place: HubOptions
    @Option(
        help: ArgumentHelp("Only this event type, such as recordSubmitted; may be repeated.", valueName: "type")
    )
    var type: [String] = []
    @Option(help: ArgumentHelp("Only events of this seat.", valueName: "id")) var seat: String?
    @Flag(help: "Only actors' status and health.") var actors = false
    @Flag(help: "Print the messages as JSON, one per line.") var json = false
    @Flag(help: "Include all hubs of the site, not only this one.") var allHubs = false
    @OptionGroup var limit: LineLimit

    /// The topics that the command line may read and watch.
    static let topics = Contract.topics.filter { topic in
        topic.readers.contains { $0.role == .vitalbus }
            && ["event/", "state/", "actor/"].contains { topic.template.hasPrefix($0) }
    }

    func validate() throws {
        let known = Self.names
        if let wrong = type.first(where: { !known.contains($0) }) {
            throw ValidationError("there is no event '\(wrong)'; there are \(known.sorted().joined(separator: ", ")).")
        }
        guard type.isEmpty || !actors else { throw ValidationError("--type and --actors exclude each other.") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let filter = wanted
        try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            _ = try await resolver.seat(ifNamed: seat)
            // An unknown hub would stay silent forever.
            if let other = place.hub, !allHubs, other != hub.target.address.hub { _ = try await resolver.hub(other) }
            // The site's actors publish about a hub's readings under that hub, and their own state under 'site'.
            let hubs = allHubs ? nil : Array(Set([hub.hub, BusAddress.siteHub]))
            let subscription = try await connection.client.subscribe(to: filter, hubs: hubs, capacity: 1024)
            defer { subscription.cancel() }
            try await limit.follow(subscription, in: environment) { [seat, json] message in
                guard let line = EventLine(message), seat == nil || line.seat == seat else { return nil }
                return json ? line.json : line.text
            }
        }
    }

    /// The names for the command line: the last constant level of each topic.
    static var names: [String] { topics.filter { !$0.template.hasPrefix("actor/") }.map(name) }

    static func name(_ topic: TopicDescriptor) -> String {
        topic.template.split(separator: "/").dropFirst().first.map(String.init) ?? topic.name
    }

    private var wanted: [TopicDescriptor] {
        Self.topics.filter { topic in
            let isActor = topic.template.hasPrefix("actor/")
            return type.isEmpty ? isActor == actors : type.contains(Self.name(topic))
        }
    }
}
