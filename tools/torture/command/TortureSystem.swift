import ActorRuntime
import BusContract
import Curl
import Foundation
import HubRunner
import LocalBroker
import MessageBus
import OperatorConnection
import SimulatedHub
import TortureGround
import VitalRecords

/// A system under load: two hubs' producers, one hub's radio, a session manager, two uploaders, a broker, a server with
/// faults.
actor TortureSystem {
    /// The lease; short, so that a stopped process can sleep through one.
    private static let leaseSeconds = 3

    nonisolated let folder: LineFolder
    nonisolated let plan: HubPlan
    private let round: RoundPlan
    private let perSecond: Int
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
            hub: Ward.radioHub,
            seats: Self.everybody.map(\.seat),
            stateDirectory: folder.state,
            executables: ProgramFolder.path
        )
        plan.uploaders = 2
        plan.ocrWorkers = round.hasPhotos ? 1 : 0
        plan.guests = try Ward.hubs.map { hub in
            Roster.Member(
                try BusAddress(site: "torture", hub: hub, actor: BusRole.deviceReader.rawValue, instance: "main"),
                role: .deviceReader
            )
        }
        plan.settings = Self.settings(round)
        plan.dbusAddress = simulators.busAddress
        self.plan = plan
        self.perSecond = perSecond
    }

    /// The device reader's outbox.
    private nonisolated var readerOutbox: String {
        "\(folder.state)/\(Ward.radioHub).device-reader.main/device-reader-\(Ward.radioHub).sqlite"
    }
    /// The outboxes of the producers and of the device reader.
    nonisolated var outboxes: [String] {
        plan.guests.map { "\(folder.state)/\($0.address.principal)/outbox.sqlite" } + [readerOutbox]
    }
    /// The session manager's store.
    nonisolated var queue: String { "\(folder.state)/site.session-manager.main/session-manager.sqlite" }
    /// The uploaders' ledgers.
    nonisolated var ledgers: [String] { ["u1", "u2"].map { "\(folder.state)/site.uploader.\($0)/uploader.sqlite" } }

    /// Starts everything; producers and devices begin when everybody has a session and a device.
    func start() async throws {
        server = try await simulators.startServer(
            faults: ServerFaults.json(seed: round.seed),
            repeats: round.server.repeats,
            people: Self.everybody
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
        let children = try started.children()
        let site = children.filter { $0.phase == .site }.map { ActorVictim($0, freezeTime: freeze) }
        let radio = children.filter { $0.phase == .radio }.map { ActorVictim($0, freezeTime: freeze) }
        let producers = started.guests.map { guest in
            let child = started.child(guest, program: "torture-producer", settings: producerSettings)
            return ActorVictim(child, freezeTime: freeze)
        }
        victims = site + radio + producers + [BrokerVictim(broker, directory: plan.layout.broker, freezeTime: freeze)]
        for victim in site { try await victim.start() }
        try await admit(started)
        try await simulators.startDevices(scenario: devices)
        for victim in radio { try await victim.start() }
        while try await !TruthTable.add(to: readerOutbox) { try await Task.sleep(for: .milliseconds(20)) }
        for victim in producers { try await victim.start() }
    }

    /// Ends the faults, the producing and the reading of devices.
    func calm() async throws {
        try await ServerFaults.set("[]", at: server)
        _ = try folder.write("stop", text: "")
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            try await LineSetup.setPassive(connection, hub: Ward.radioHub, peripherals: [])
            // Who has logged in to the portal need not wait for the next probe.
            _ = try await LineSetup.patiently {
                try await connection.requests.call(
                    SessionOperations.processQueue,
                    hub: BusAddress.siteHub,
                    body: Empty(),
                    timeout: .seconds(5)
                )
            }
        }
    }

    /// Stops everything in order, the server last.
    func stop() async {
        for victim in victims { await victim.stop() }
        await simulators.stop()
    }

    /// Who has a device in the beginning.
    private static let people = (0...Ward.meter).map { Ward.person($0) }
    /// All whom the server knows from the beginning.
    private static let everybody = people + [Ward.person(Ward.heir), Ward.person(Ward.photographed)]
    /// Who is at which seat in the beginning.
    static var users: [Int: String] {
        Dictionary(uniqueKeysWithValues: people.enumerated().map { ($0, $1.user) })
    }

    /// Whether the glucose meter is there.
    nonisolated var hasMeter: Bool { round.hasMeter }

    /// How many of the meter's records are committed.
    nonisolated func meterCount() throws -> Int {
        guard FileManager.default.fileExists(atPath: readerOutbox) else { return 0 }
        let meter = try Ward.devices(siteSecret: deviceSecret)[Ward.meter].description
        return try TruthTable.read(readerOutbox).entries.count { $0.device == meter }
    }

    /// Gives the meter to the next person.
    nonisolated func handOver(_ book: StayBook) async throws {
        let meter = try Ward.devices(siteSecret: deviceSecret)[Ward.meter]
        try await MeterHandover(plan: plan, truth: folder.truth, meter: meter, book: book).run()
    }

    /// Has photos read and confirmed until the book is closed.
    nonisolated func readPhotos(
        _ book: StayBook,
        _ tell: @escaping @Sendable (String) -> Void
    ) async throws -> [TakenPhoto] {
        try await PhotoDuty(plan: plan, book: book, tell: tell).run()
    }

    /// What puts portals before the server.
    func portals(_ tell: @escaping @Sendable (String) -> Void) -> PortalSpells {
        PortalSpells(count: round.portals, seed: round.seed, server: server, queue: queue, tell: tell)
    }

    /// What changes the sessions.
    func churn(_ book: StayBook, _ tell: @escaping @Sendable (String) -> Void) -> SessionChurn {
        SessionChurn(plan: plan, server: server, book: book, tell: tell)
    }

    private func admit(_ plan: HubPlan) async throws {
        let devices = try Ward.devices(siteSecret: deviceSecret)
        try await HubConnection.with(try HubRun.target(plan), patience: .seconds(15)) { connection in
            try await LineSetup.admit(Self.people, devices: devices, over: connection, plan: plan)
            guard self.round.hasPhotos else { return }
            try await LineSetup.startSession(connection, plan: plan, of: Ward.person(Ward.photographed))
        }
    }

    /// The site's secret for devices.
    nonisolated var deviceSecret: [UInt8] {
        get throws { try SiteKey.load(plan.layout.siteKey, createIfMissing: false).deviceSecret }
    }

    private var producerSettings: [String: String] {
        ["torture.per-second": "\(perSecond)", "torture.stop-file": "\(folder.path)/stop"]
    }

    /// The devices around the radio; with a meter the cuffs measure less often, so that it has its turns.
    private var devices: String {
        let pace = round.hasMeter ? 10 : 4
        let cuffs = (0..<Ward.cuffs).map { number in
            """
            { "address": "\(Ward.address(ofCuff: number))", "name": "VirtualBP", "idleSeconds": 1,
              "measurements": [{ "atSeconds": \(10 + number), "everySeconds": \(pace), "count": 100000 }] }
            """
        }
        let all = cuffs + (round.hasMeter ? [MeterScript.device] : [])
        return """
            { "seed": \(round.seed % 1_000_000_007),
              "timing": { "scanGap": 0, "connect": 0.05, "disconnect": 0.2 },
              "devices": [\(all.joined(separator: ","))],
              "faults": [\(round.hasMeter ? MeterScript.faults : "")] }
            """
    }

    private static func settings(_ round: RoundPlan) -> [String: [String: String]] {
        var all = [
            "ble-scanner": ["lost-after": "3s"],
            "device-reader": [
                "passive.rearm": "1s", "passive.rearm-advertising": "3s", "passive.peripherals": "3000,1000",
            ],
            "session-manager": [
                "lease": "\(leaseSeconds)s", "retry.base": "200ms", "retry.cap": "1s", "rate.per-hour": "0",
            ],
            "uploader": [
                "pull.interval": "500ms", "request.timeout": "1s", "ack.timeout": "1s", "ack.retry-cap": "1s",
                "destination.inform.repeats": round.server.rawValue,
                // The simulated list does not lag.
                "lookup.settle": "0s",
            ],
        ]
        if round.hasPhotos {
            all["ocr-worker"] = ["ocr.lanes": "2"]
            // As a record's: it has to fit in the lease.
            all["uploader"]?["image.timeout"] = "1s"
            all["uploader"]?["destination.inform.paths.image"] = "/connect/provider/media"
        }
        return all
    }
}
