internal import BusContract
internal import Curl
internal import Foundation
package import HubRunner
internal import MessageBus
internal import Processes

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A whole line in a temporary folder: simulated devices, a real hub, a simulated server.
package actor RunningLine {
    /// Something did not happen in time.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// What the two devices measure, and how server and hub behave.
    package struct Settings: Sendable {
        /// Readings of each of the two devices, 5 at most.
        package var readings = 2
        /// Whether the devices measure for ever, every few seconds, and not just ``readings`` times.
        package var measuresOn = false
        /// The server's `--repeats`.
        package var repeats = "upsert"
        /// The uploader's `destination.inform.repeats`.
        package var policy = "upsert"
        /// How many seconds the server's lists lag behind what it has taken.
        package var listLag = 0.0
        /// The server's faults, JSON.
        package var faults = "[]"
        /// What the simulated devices are and do, JSON; nil has the two cuffs of a fixed run.
        package var scenario: String?
        /// Whether the simulated devices measure; without them readings come by ``RunningLine/submit(_:)``.
        package var hasDevices = true
        /// How many uploaders run.
        package var uploaders = 1
        /// How many OCR workers run; the first one is the dispatcher.
        package var ocrWorkers = 0
        /// How long an uploader may keep a record, in whole seconds.
        package var leaseSeconds = 10
        /// The whole time of one request of an uploader.
        package var requestTimeout = "3s"
        /// Whether the server is asked about credentials at a session's start; then it counts one more request.
        package var checksCredentials = false
        /// Whether the hub delivers to the server's legacy API too.
        package var hasLegacy = false
        /// The name of a second hub with a radio of its own, on the same broker; see ``RunningLine/startSecondHub(scenario:)``.
        package var secondHub: String?
        /// A hub whose dispatcher of pictures is played by the test, see ``PictureDealer``; the OCR workers take theirs from it.
        package var pictureHub: String?
        /// More configuration, by actor and key.
        package var configuration: [String: [String: String]] = [:]
        /// Whether the broker keeps retained values on disk.
        package var isBrokerPersistent = false
        /// Called with the run's files before anything starts.
        package var prepare: @Sendable (LineFolder) throws -> Void = { _ in }
        /// Called with the run's files when everything has ended.
        package var cleanUp: @Sendable (LineFolder) -> Void = { _ in }

        package init() {}
    }

    /// The run's files.
    package nonisolated let folder: LineFolder
    /// The hub's plan.
    package nonisolated let plan: HubPlan
    /// The server's base URL.
    package nonisolated let server: String
    /// The hub's bus, as a person's.
    package nonisolated let connection: HubConnection
    /// What the bus told.
    package nonisolated let tally: Tally
    private let wanted: Int
    let simulators: Simulators
    let client: CurlClient

    private init(
        _ folder: LineFolder,
        _ plan: HubPlan,
        _ server: String,
        _ connection: HubConnection,
        _ tally: Tally,
        _ wanted: Int,
        _ simulators: Simulators
    ) throws {
        self.folder = folder
        self.plan = plan
        self.server = server
        self.connection = connection
        self.tally = tally
        self.wanted = wanted
        self.simulators = simulators
        client = try CurlClient()
    }

    /// Starts everything, runs an operation, and stops and removes everything, also after an error.
    ///
    /// - Throws: ``Failure``, or what the start or the operation throws.
    package static func with(
        _ settings: Settings = Settings(),
        _ body: @Sendable @escaping (RunningLine) async throws -> Void
    ) async throws {
        try await Simulators.with(cleanUp: settings.cleanUp) { folder, simulators in
            try await run(settings, folder, simulators, body)
        }
    }

    private static func plan(_ settings: Settings, _ folder: LineFolder, server: String, bus: String) throws -> HubPlan
    {
        var plan = try LineSetup.plan(folder, server: server, bus: bus, uploaders: settings.uploaders)
        plan.ocrWorkers = settings.ocrWorkers
        plan.isBrokerPersistent = settings.isBrokerPersistent
        plan.settings["uploader"]?["destination.inform.repeats"] = settings.policy
        // A lease that a killed uploader leaves must not hold the test up.
        plan.settings["session-manager"]?["lease"] = "\(settings.leaseSeconds)s"
        plan.settings["uploader"]?["request.timeout"] = settings.requestTimeout
        plan.settings["uploader"]?["image.timeout"] = settings.requestTimeout
        if settings.hasLegacy { plan.legacyURL = server }
        if !settings.checksCredentials {
            for api in ["inform", "legacy"] { plan.settings["uploader"]?["destination.\(api).paths.validate"] = "off" }
        }
        if let hub = settings.secondHub {
            for role in [BusRole.bleScanner, .deviceReader] {
                let address = try BusAddress(site: plan.site, hub: hub, actor: role.rawValue, instance: "main")
                plan.guests.append(Roster.Member(address, role))
            }
        }
        if let hub = settings.pictureHub {
            let address = try BusAddress(site: plan.site, hub: hub, actor: BusRole.ocrWorker.rawValue, instance: "o1")
            plan.guests.append(Roster.Member(address, .ocrWorker))
            plan.settings["ocr-worker", default: [:]]["ocr.dispatcher-hub"] = hub
        }
        plan.settings.merge(settings.configuration) { $0.merging($1) { $1 } }
        // Several seats are several people's.
        if settings.configuration["session-manager"]?["seats"]?.contains(",") == true {
            plan.settings["session-manager"]?["seat.solo"] = nil
        }
        return plan
    }

    private static func run(
        _ settings: Settings,
        _ folder: LineFolder,
        _ simulators: Simulators,
        _ body: @Sendable @escaping (RunningLine) async throws -> Void
    ) async throws {
        try settings.prepare(folder)
        let server = try await simulators.startServer(
            faults: settings.faults,
            repeats: settings.repeats,
            listLag: settings.listLag
        )
        let started = try plan(settings, folder, server: server, bus: simulators.busAddress)
        let supervisor = HubSupervisor(started)
        let result: Result<Void, any Error>
        do {
            try await supervisor.start([.site])
            try await HubConnection.with(try HubRun.target(started), patience: .seconds(15)) { connection in
                let tally = Tally()
                await tally.start(connection)
                try await LineSetup.startSession(connection, started)
                if settings.hasDevices {
                    let cuffs = LineScenario.devices(isOnce: !settings.measuresOn, count: settings.readings)
                    try await simulators.startDevices(scenario: settings.scenario ?? cuffs)
                    try await supervisor.start()
                    try await LineSetup.setPassive(connection)
                }
                let line = try RunningLine(
                    folder,
                    started,
                    server,
                    connection,
                    tally,
                    settings.readings * 2,
                    simulators
                )
                try await body(line)
                await tally.stop()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        await supervisor.stop()
        try result.get()
    }

    /// The server's sums.
    package func summary() async throws -> ServerSummary {
        try await ServerSummary.ask(server, client)
    }

    /// What the devices did so far.
    package var truth: GroundTruth { GroundTruth(folder.truth) }

    /// Measured frames whose values the server does not have.
    package var lost: Int {
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        return Triple.lost(measured: truth.measured, journal: journal)
    }

    /// Waits until the server has accepted a number of records.
    package func waitForAccepted(_ count: Int) async throws {
        try await wait("\(count) accepted records") { try await self.summary().accepted >= count }
    }

    /// Waits until the devices have had a number of readings confirmed.
    package func waitForConfirmed(_ count: Int) async throws {
        try await wait("\(count) confirmed readings") { await self.truth.confirmed >= count }
    }

    /// Waits until so many links that brought readings have ended.
    package func waitForLinks(_ count: Int) async throws {
        try await wait("\(count) ended links") { await self.truth.linksWithReadings >= count }
    }

    /// Waits until every reading is at the server and was told as submitted.
    ///
    /// - Parameter expectsEvents: False where a broker's death may have cost the subscriber an event.
    package func waitForEnd(told expectsEvents: Bool = true) async throws {
        try await wait("the end of the line") {
            let truth = await self.truth
            let told = await self.tally.submitted.count
            let accepted = try await self.summary().accepted
            return truth.isFinished && accepted >= self.wanted && (told >= self.wanted || !expectsEvents)
        }
    }

    /// Kills a process of the hub (SIGKILL) by its name, `broker` for the broker.
    ///
    /// - Throws: ``Failure`` when its process id is not known.
    package func kill(_ child: String) throws { try send(SIGKILL, to: child) }

    /// Ends a process of the hub in order (SIGTERM); the hub starts it again.
    ///
    /// - Throws: ``Failure`` when its process id is not known.
    package func end(_ child: String) throws { try send(SIGTERM, to: child) }

    /// Holds a process of the hub (SIGSTOP), as a machine does that has too much to do.
    ///
    /// - Throws: ``Failure`` when its process id is not known.
    package func hold(_ child: String) throws { try send(SIGSTOP, to: child) }

    /// Lets a held process go on (SIGCONT).
    ///
    /// - Throws: ``Failure`` when its process id is not known.
    package func letGo(_ child: String) throws { try send(SIGCONT, to: child) }

    private func send(_ signal: Int32, to child: String) throws {
        let path = child == "broker" ? "\(plan.layout.broker)/mosquitto.pid" : plan.layout.processID(child)
        let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
        guard let processID = text.flatMap({ Int32($0.prefix { $0.isNumber }) }), processID > 1 else {
            throw Failure(description: "\(path) names no process")
        }
        signalProcess(processID, signal)
    }

    /// Waits until something holds, 60 s at most.
    ///
    /// - Throws: ``Failure`` naming what did not come, or what the condition throws.
    package func wait(_ what: String, _ isDone: @Sendable () async throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while ContinuousClock.now < end {
            if try await isDone() { return }
            try await Task.sleep(for: .milliseconds(20))
        }
        let accepted = (try? await summary().accepted) ?? -1
        throw Failure(
            description:
                "\(what) did not come in 60 s: measured \(truth.measured.count), confirmed \(truth.confirmed), "
                + "accepted \(accepted), told \(await tally.submitted.count)"
        )
    }
}

/// `kill(2)`, whose name the method above hides.
private func signalProcess(_ processID: Int32, _ signal: Int32) {
    _ = kill(processID, signal)
}
