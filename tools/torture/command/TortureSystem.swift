import BusContract
import Curl
import Foundation
import HubRunner
import LineFixture
import LocalBroker
import MessageBus
import TortureGround

/// A system under load: two hubs' producers, a session manager, two uploaders, a broker, a server with faults.
actor TortureSystem {
    /// The lease; short, so that a stopped process can sleep through one.
    private static let leaseSeconds = 3

    nonisolated let folder: LineFolder
    nonisolated let plan: HubPlan
    private let round: RoundPlan
    private let simulators: Simulators
    private var server = ""
    /// All processes that can be struck, the broker last.
    private(set) var victims: [any Victim] = []

    init(_ round: RoundPlan, _ folder: LineFolder, perSecond: Int) throws {
        self.round = round
        self.folder = folder
        simulators = Simulators(folder)
        var plan = try HubPlan(
            site: "torture",
            hub: Ward.hubs[0],
            seats: (0..<Ward.count).map { Ward.person($0).seat },
            stateDirectory: folder.state,
            executables: ProgramFolder.path
        )
        plan.uploaders = 2
        plan.guests = try [("main", Ward.hubs[1]), ("load", Ward.hubs[0])].map { instance, hub in
            Roster.Member(
                try BusAddress(site: "torture", hub: hub, actor: BusRole.deviceReader.rawValue, instance: instance),
                .deviceReader
            )
        }
        plan.settings = Self.settings(folder, round.server, perSecond)
        self.plan = plan
    }

    /// The outboxes of the producers.
    nonisolated var outboxes: [String] { plan.guests.map { "\(folder.state)/\($0.address.principal)/outbox.sqlite" } }
    /// The session manager's store.
    nonisolated var queue: String { "\(folder.state)/site.session-manager.main/session-manager.sqlite" }
    /// The uploaders' ledgers.
    nonisolated var ledgers: [String] { ["u1", "u2"].map { "\(folder.state)/site.uploader.\($0)/uploader.sqlite" } }

    /// Starts everything; the producers begin when everybody has a session and a device.
    func start() async throws {
        let people = (0..<Ward.count).map(Ward.person)
        server = try await simulators.startServer(
            faults: ServerFaults.json(seed: round.seed),
            repeats: round.server.repeats,
            people: people
        )
        var started = plan
        started.informURL = server
        let files = HubFiles(plan: started)
        try files.prepareDirectories()
        try files.prepareKey()
        let freeze = Duration.milliseconds(Self.leaseSeconds * 1_000 + 700)
        let broker = try await LocalBroker.start(
            directory: plan.layout.broker,
            accounts: try files.accounts(),
            options: LocalBrokerOptions(socketPath: plan.layout.socket, isPersistent: true)
        )
        let site = try started.children().filter { $0.phase == .site }
        let producers = started.guests.map { started.child($0, program: "torture-producer") }
        victims = (site + producers).map { ActorVictim($0, freezeTime: freeze) }
        victims.append(BrokerVictim(broker, directory: plan.layout.broker, freezeTime: freeze))
        for victim in victims.prefix(site.count) { try await victim.start() }
        try await Self.admit(people, started)
        for victim in victims.dropFirst(site.count) { try await victim.start() }
    }

    /// Ends the faults and the producing.
    func calm() async throws {
        let request = CurlRequest(
            "POST",
            url: "\(server)/_control/faults",
            body: .bytes(Array("[]".utf8)),
            timeout: .seconds(10)
        )
        _ = try await CurlClient().perform(request)
        _ = try folder.write("stop", "")
    }

    /// Stops everything in order, the server last.
    func stop() async {
        for victim in victims { await victim.stop() }
        await simulators.stop()
    }

    private static func admit(_ people: [LinePerson], _ plan: HubPlan) async throws {
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            for (number, person) in people.enumerated() {
                try await LineSetup.startSession(connection, plan, of: person)
                let assignment = AssignDevice(device: Ward.device(number), seat: person.seat)
                _ = try await LineSetup.patiently {
                    try await connection.requests.call(
                        SessionOperations.assignDevice,
                        hub: BusAddress.siteHub,
                        assignment,
                        timeout: .seconds(5)
                    )
                }
            }
        }
    }

    private static func settings(
        _ folder: LineFolder,
        _ server: ServerKind,
        _ perSecond: Int
    ) -> [String: [String: String]] {
        [
            "device-reader": ["torture.per-second": "\(perSecond)", "torture.stop-file": "\(folder.path)/stop"],
            "session-manager": [
                "lease": "\(leaseSeconds)s", "retry.base": "200ms", "retry.cap": "1s", "rate.per-hour": "0",
            ],
            "uploader": [
                "pull.interval": "500ms", "request.timeout": "1s", "ack.timeout": "1s", "ack.retry-cap": "1s",
                "destination.inform.repeats": server.rawValue,
            ],
        ]
    }
}
