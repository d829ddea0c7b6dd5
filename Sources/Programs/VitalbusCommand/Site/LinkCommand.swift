internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import OperatorConnection
internal import SiteAuthority
internal import SiteRecords

/// The commands `vitalbus link …`.
struct LinkCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link",
        abstract: "Show or change how this hub reaches its site.",
        subcommands: [ShowLink.self, SetLink.self],
        defaultSubcommand: ShowLink.self
    )

    /// The membership of a hub.
    ///
    /// - Throws: ``CommandFailure`` if it has joined no site.
    static func joined(_ state: String) throws -> (Membership, MembershipRecord) {
        let membership = Membership(state: state)
        guard let record = try membership.record() else {
            throw CommandFailure(
                "notFound",
                message: "this machine has not joined a site: use 'vitalbus join BUNDLE'",
                exitCode: ExitCodes.configuration
            )
        }
        return (membership, record)
    }
}

private struct ShowLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show the site's addresses, whether it answers, and which broker this hub uses."
    )

    @Option(help: ArgumentHelp("The state directory of the hub.", valueName: "dir")) var state: String?

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = state ?? HubPlace.standardState(environment.variables)
        try await StateOwner.working(in: state) { try await Self.show(state, in: environment) }
    }

    private static func show(_ state: String, in environment: CommandEnvironment) async throws {
        let (membership, record) = try LinkCommand.joined(state)
        environment.out("this is the hub '\(record.hub)' of the site '\(record.site)'")
        environment.out("broker: \(record.ownBroker == true ? "its own, linked to the site's" : "the site's")")
        environment.out("known hubs: \((record.peers ?? []).joined(separator: ", "))")
        environment.out("ports \(record.brokerPort) (broker), \(record.registrarPort) (registrar)")
        for address in record.addresses {
            let client = RegistrarClient(
                addresses: [address],
                port: record.registrarPort,
                authority: membership.authority
            )
            let word: String
            do {
                try await client.checkClock()
                word = "answers"
            } catch {
                word = CommandFailure(error)?.message ?? error.plainWords
            }
            let given = record.given?.contains(address) == true ? " (given here)" : ""
            environment.out("address \(address)\(given): \(word)")
        }
    }
}

private struct SetLink: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Set the site's address, or whether this hub runs its own broker.",
        discussion: """
            A running hub uses new addresses at once. Stop it before you change its broker. Returning to the site's broker needs \
            the site, which then removes the link.
            """
    )

    @Option(
        help: ArgumentHelp(
            "A further address of the site's server; may be repeated. none clears them.",
            valueName: "address"
        )
    )
    var address: [String] = []
    @Flag(inversion: .prefixedNo, help: "Run a broker here, linked to the site's.") var ownBroker: Bool?
    @Option(help: ArgumentHelp("The state directory of the hub.", valueName: "dir")) var state: String?

    func validate() throws {
        guard !address.isEmpty || ownBroker != nil else {
            throw ValidationError("nothing to change: give --address, --own-broker or --no-own-broker.")
        }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = state ?? HubPlace.standardState(environment.variables)
        let record = try await StateOwner.working(in: state) { try await set(state) }
        environment.out("this hub looks for the site at \(record.addresses.joined(separator: ", "))")
        environment.out("broker: \(record.ownBroker == true ? "its own, linked to the site's" : "the site's")")
    }

    private func set(_ state: String) async throws -> MembershipRecord {
        let (membership, old) = try LinkCommand.joined(state)
        var record = old
        if !address.isEmpty { try take(&record) }
        if let ownBroker, ownBroker != (old.ownBroker == true) {
            try await Self.change(old, of: membership, to: ownBroker)
            record.ownBroker = ownBroker ? true : nil
        }
        try membership.change(record)
        return record
    }

    private func take(_ record: inout MembershipRecord) throws {
        let given = address.filter { $0 != HubSettings.nothing }
        for text in given { _ = try SiteAddress(text) }
        let ofSite = record.addresses.filter { record.given?.contains($0) != true }
        record.given = given.isEmpty ? nil : given
        record.addresses = []
        record.take(ofSite)
        guard !record.addresses.isEmpty else {
            throw CommandFailure.input("this would leave no address: give one with --address")
        }
    }

    /// Ensures that no process uses the previous broker, and that the site does not expect a link that no longer
    /// exists.
    private static func change(_ record: MembershipRecord, of membership: Membership, to ownBroker: Bool) async throws {
        let layout = HubLayout(URL(filePath: membership.directory).deletingLastPathComponent().path)
        let locks = try HubLocks(layout, hub: record.hub, for: "change its broker")
        defer { withExtendedLifetime(locks) {} }
        guard !ownBroker else { return }
        for way in Roster.Crossing.Way.allCases {
            let member = try HubMembers.member(.bridge, site: record.site, hub: record.hub, instance: way.rawValue)
            let topic = member.address.topic(PresenceTopics.link.leaf(["instance": way.rawValue]))
            let target = HubConnection.Target(
                address: member.address,
                member: record,
                of: MembershipFiles(directory: membership.directory)
            )
            try await HubConnection.send(BusMessage(topic: topic, payload: [], retain: true), to: target)
        }
    }
}
