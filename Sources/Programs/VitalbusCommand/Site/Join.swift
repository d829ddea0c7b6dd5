internal import ActorRuntime
internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteAuthority

/// The command `vitalbus join`.
struct Join: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Make this machine a hub of a site, with the bundle that 'vitalbus hub add' wrote on the site's server.",
        discussion: """
            The keys of the hub's processes are created here and never leave this machine. The site's registrar \
            issues their certificates; the hub trusts only the authority in the bundle. A bundle works once. Then \
            'vitalbus up' runs the hub and renews its certificates.
            """
    )

    @Argument(help: "The bundle.") var bundle: String
    @Option(help: ArgumentHelp("The directory for state, keys and logs.", valueName: "dir")) var state: String?
    @Flag(help: "Keep the bundle instead of deleting it after joining.") var keep = false
    @Flag(
        help: ArgumentHelp(
            "Run a broker here, linked to the site's: this hub's commands and subscribers then work while the link is down."
        )
    )
    var ownBroker = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let layout = HubLayout(
            URL(filePath: state ?? HubPlace.standardState(environment.variables)).standardizedFileURL.path
        )
        let file = URL(filePath: bundle).standardizedFileURL.path
        let given = try Self.read(file)
        try given.check(Date())
        try await StateOwner.working(in: layout.state) {
            try await Self.join(given, layout: layout, ownBroker: ownBroker)
        }
        environment.out(
            "joined: this machine is the hub '\(given.hub)' of '\(given.site)', seats \(given.seats.joined(separator: ", "))"
        )
        if !keep { Self.delete(file, in: environment) }
        environment.out("next: \(StartWords(state: layout.state, given: state).start("vitalbus-hub.target"))")
    }

    private static func join(_ given: HubBundle, layout: HubLayout, ownBroker: Bool) async throws {
        let membership = Membership(state: layout.state)
        try await Leaving(layout).finish()
        try checkPlace(layout)
        try PrivateFile.makeDirectory(layout.state)
        // A hub that joins again keeps its existing broker.
        let hasOwnBroker = try ownBroker || membership.record()?.ownBroker == true
        let request = try membership.begin(given)
        let client = RegistrarClient(
            addresses: given.addresses,
            port: given.registrarPort,
            authority: membership.bundleAuthority
        )
        try await client.checkClock()
        let answer = try await client.call("POST", path: "/v1/enrol", body: request, as: MemberCertificates.self)
        try membership.finish(given, answer: answer, ownBroker: hasOwnBroker) { key throws(SiteError) in
            do {
                try PrivateFile.replace(layout.siteKey, bytes: key)
            } catch {
                throw SiteError(
                    .files,
                    message: "\(layout.siteKey) cannot be written: check its permissions and the disk"
                )
            }
        }
        try await waitForBroker(membership, layout: layout)
    }

    /// Waits until the site's broker, which restarts with the new accounts, accepts the hub.
    private static func waitForBroker(_ membership: Membership, layout: HubLayout) async throws {
        guard let record = try membership.record() else { return }
        let place = try HubPlace.atSite(record, layout: layout)
        let end = ContinuousClock.now + .seconds(20)
        while true {
            do {
                return try await HubConnection.with(place.target) { connection in
                    _ = try await connection.client.subscribe(to: [PresenceTopics.availability], hub: nil, capacity: 1)
                }
            } catch let error as BusError
                where [.notAuthorized, .notConnected].contains(error.code) && ContinuousClock.now < end
            {
                try await Task.sleep(for: .milliseconds(250))
            } catch let error as BusError {
                throw CommandFailure(
                    error.code.rawValue,
                    message:
                        "this machine has joined '\(place.target.address.site)', but the broker at \(place.target.place) does not accept it (\(error.message)). Check that the site's server runs and that the network allows the port, then start this hub",
                    exitCode: ExitCodes.unavailable,
                    isRetriable: true
                )
            }
        }
    }

    private static func read(_ file: String) throws -> HubBundle {
        let bytes: [UInt8]
        do {
            bytes = Array(try Data(contentsOf: URL(filePath: file)))
        } catch {
            throw CommandFailure(
                "notFound",
                message: "\(file) cannot be read: copy the bundle that 'vitalbus hub add' wrote to this machine",
                exitCode: ExitCodes.missingFile
            )
        }
        return try HubBundle(bytes)
    }

    /// Refuses to change the names of a machine that may hold readings under other ones.
    private static func checkPlace(_ layout: HubLayout) throws {
        // The accounts are those of a private broker; systemd's hub keeps them elsewhere.
        guard try Membership(state: layout.state).record() == nil,
            try HubRecord.read(layout) != nil || FileManager.default.fileExists(atPath: layout.passwords)
        else { return }
        let who = try HubRecord.read(layout).map { "the hub '\($0.hub)' of '\($0.site)'" } ?? "a hub"
        throw CommandFailure(
            "conflict",
            message:
                "\(layout.state) belongs to \(who), which has its own broker and may hold readings: join with another --state, or end "
                + "it and move the directory away",
            exitCode: ExitCodes.input
        )
    }

    private static func delete(_ file: String, in environment: CommandEnvironment) {
        do {
            try FileManager.default.removeItem(atPath: file)
        } catch {
            environment.err("\(file) is used up and could not be deleted: delete it")
        }
    }
}

/// The command `vitalbus renew`.
struct Renew: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Renew this hub's certificates that expire soon; 'vitalbus up' and vitalbus-renew.timer do it every hour."
    )

    @Option(help: ArgumentHelp("The state directory of the hub.", valueName: "dir")) var state: String?
    @Flag(help: "Renew all, due or not.") var all = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let state = state ?? HubPlace.standardState(environment.variables)
        let (isDone, end) = try await StateOwner.working(in: state) {
            let membership = Membership(state: state)
            guard let record = try membership.record() else {
                throw CommandFailure(
                    "notFound",
                    message: "this machine has not joined a site: use 'vitalbus join BUNDLE'",
                    exitCode: ExitCodes.configuration
                )
            }
            let isDone = try await Renewal.run(membership, record: record, all: all)
            return (isDone, try membership.ends()?.ISO8601Format() ?? "unknown")
        }
        environment.out(
            isDone ? "renewed; the certificates end on \(end)" : "no certificate is due; the certificates end on \(end)"
        )
    }
}
