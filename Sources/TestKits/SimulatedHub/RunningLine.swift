internal import BusContract
internal import Curl
internal import Foundation
package import HubRunner
internal import MessageBus
package import OperatorConnection
internal import Processes
internal import TestSupport

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A complete line in a temporary folder: simulated devices, a real hub and a simulated server.
package actor RunningLine {
    /// The error that something did not happen in time.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The behaviour of devices, server and hub.
    package struct Settings: Sendable {
        /// The number of readings of each of the two devices, at most 5.
        package var readings = 2
        /// Whether the devices measure endlessly every few seconds, instead of ``readings`` times.
        package var measuresOn = false
        /// The server's `--repeats`.
        package var repeats = "upsert"
        /// The uploader's `destination.inform.repeats`.
        package var policy = "upsert"
        /// How many seconds the lists of the server lag behind accepted records.
        package var listLag = 0.0
        /// The faults of the server as JSON.
        package var faults = "[]"
        /// The scenario of the simulated devices as JSON; nil for the two cuffs of a fixed run.
        package var scenario: String?
        /// Whether there are simulated devices; without them, use ``RunningLine/submit(_:)``.
        package var hasDevices = true
        /// The number of uploaders.
        package var uploaders = 1
        /// The number of photos read concurrently; 0 for no OCR worker.
        package var ocrWorkers = 0
        /// The lease of an uploader on a record, in whole seconds.
        package var leaseSeconds = 10
        /// The timeout of an uploader's request.
        package var requestTimeout = "3s"
        /// Whether credentials are checked at the server when a session starts, which counts as one more request.
        package var checksCredentials = false
        /// Whether the hub also delivers to the server's legacy API.
        package var hasLegacy = false
        /// The name of a second hub with its own radio on the same broker; see
        /// ``RunningLine/startSecondHub(scenario:)``.
        package var secondHub: String?
        /// The name of a Home Assistant account, which also starts the process of that name; nil for neither.
        package var homeAssistant: String?
        /// The page's address, `HOST:PORT`; nil for no page.
        package var page: String?
        /// Whether the seat's session starts at the beginning.
        package var startsSession = true
        /// The name of an operator's account, as created by `vitalbus user add`; nil for none.
        package var operatorName: String?
        /// Additional configuration by actor and key.
        package var configuration: [String: [String: String]] = [:]
        /// Whether the broker keeps retained values on disk.
        package var isBrokerPersistent = false
        /// Called with the files of the run before anything starts.
        package var prepare: @Sendable (LineFolder) throws -> Void = { _ in }
        /// Called with the files of the run after everything has ended.
        package var cleanUp: @Sendable (LineFolder) -> Void = { _ in }

        package init() {}
    }

    /// How many limits a wait lasts at most, for lines that measure endlessly.
    private static let limits = 4

    /// The files of the run.
    package nonisolated let folder: LineFolder
    /// The plan of the hub.
    package nonisolated let plan: HubPlan
    /// The base URL of the server.
    package nonisolated let server: String
    /// A connection to the hub's bus with a person's account.
    package nonisolated let connection: HubConnection
    /// The count of notifications on the bus.
    package nonisolated let tally: Tally
    private let wanted: Int
    let simulators: Simulators
    let client: CurlClient

    private init(
        _ folder: LineFolder,
        plan: HubPlan,
        server: String,
        connection: HubConnection,
        tally: Tally,
        wanted: Int,
        simulators: Simulators
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

    /// Starts everything, runs an operation, then stops and removes everything, even after an error.
    ///
    /// - Throws: ``Failure``, or whatever the start or the operation throws.
    package static func with(
        _ settings: Settings = Settings(),
        _ body: @Sendable @escaping (RunningLine) async throws -> Void
    ) async throws {
        try await Simulators.with(cleanUp: settings.cleanUp) { folder, simulators in
            try await run(settings, in: folder, simulators: simulators, body)
        }
    }

    private static func plan(_ settings: Settings, in folder: LineFolder, server: String, bus: String) throws -> HubPlan
    {
        var plan = try LineSetup.plan(folder, server: server, bus: bus, uploaders: settings.uploaders)
        plan.ocrWorkers = settings.ocrWorkers
        plan.page = settings.page
        plan.isBrokerPersistent = settings.isBrokerPersistent
        plan.settings["uploader"]?["destination.inform.repeats"] = settings.policy
        // A lease left by a killed uploader must not delay the test.
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
                plan.guests.append(Roster.Member(address, role: role))
            }
        }
        if let name = settings.homeAssistant {
            plan.homeAssistant = true
            plan.guests.append(try LineSetup.homeAssistant(name, site: plan.site))
        }
        if let name = settings.operatorName {
            plan.guests.append(Roster.Member(try LineSetup.person(name, site: plan.site), role: .operator))
        }
        plan.settings.merge(settings.configuration) { $0.merging($1) { $1 } }
        // Several seats belong to several people.
        if settings.configuration["session-manager"]?["seats"]?.contains(",") == true {
            plan.settings["session-manager"]?["seat.solo"] = nil
        }
        return plan
    }

    private static func run(
        _ settings: Settings,
        in folder: LineFolder,
        simulators: Simulators,
        _ body: @Sendable @escaping (RunningLine) async throws -> Void
    ) async throws {
        try settings.prepare(folder)
        let server = try await simulators.startServer(
            faults: settings.faults,
            repeats: settings.repeats,
            listLag: settings.listLag
        )
        let started = try plan(settings, in: folder, server: server, bus: simulators.busAddress)
        let supervisor = HubSupervisor(started)
        let result: Result<Void, any Error>
        do {
            try await supervisor.start([.site])
            try await HubConnection.with(try HubRun.target(started), patience: Patience.answer) { connection in
                let tally = Tally()
                await tally.start(connection)
                if settings.startsSession { try await LineSetup.startSession(connection, plan: started) }
                if settings.hasDevices {
                    let cuffs = LineScenario.devices(isOnce: !settings.measuresOn, count: settings.readings)
                    try await simulators.startDevices(scenario: settings.scenario ?? cuffs)
                    try await supervisor.start()
                    try await LineSetup.setPassive(connection)
                }
                let line = try RunningLine(
                    folder,
                    plan: started,
                    server: server,
                    connection: connection,
                    tally: tally,
                    wanted: settings.readings * 2,
                    simulators: simulators
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

    /// The radio and the devices around it.
    package nonisolated var radio: LineRadio { LineRadio(line: self) }
    /// The simulated server.
    package nonisolated var cloud: LineCloud { LineCloud(line: self) }
    /// The records and their queue.
    package nonisolated var records: LineRecords { LineRecords(line: self) }
    /// The images of records.
    package nonisolated var images: LineImages { LineImages(line: self) }
    /// The retained states of processes at the broker.
    package nonisolated var states: LineStates { LineStates(line: self) }

    /// The totals of the server.
    package func summary() async throws -> ServerSummary {
        try await ServerSummary.ask(server, client: client)
    }

    /// The events at the devices so far.
    package var truth: GroundTruth { GroundTruth(folder.truth) }

    /// The number of measured frames whose values are missing at the server.
    package var lost: Int {
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        return Triple.lost(measured: truth.measured, journal: journal)
    }

    /// Waits until the server has accepted a number of records.
    package func waitForAccepted(_ count: Int) async throws {
        try await wait("\(count) accepted records") { try await self.summary().accepted >= count }
    }

    /// Waits until a number of links that delivered readings has ended.
    package func waitForLinks(_ count: Int) async throws {
        try await wait("\(count) ended links") { await self.truth.linksWithReadings >= count }
    }

    /// Waits until every reading is at the server and notified as submitted.
    ///
    /// - Parameter expectsEvents: False if the death of a broker may have lost an event.
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
    /// - Throws: ``Failure`` if its process ID is unknown.
    package func kill(_ child: String) async throws { try await send(SIGKILL, to: child) }

    /// Stops a process of the hub in order (SIGTERM); the hub restarts it.
    ///
    /// - Throws: ``Failure`` if its process ID is unknown.
    package func end(_ child: String) async throws { try await send(SIGTERM, to: child) }

    /// Halts a process of the hub (SIGSTOP), as if the machine were overloaded.
    ///
    /// - Throws: ``Failure`` if its process ID is unknown.
    package func hold(_ child: String) async throws { try await halt(try await processID(of: child)) }

    /// Resumes a halted process (SIGCONT).
    ///
    /// - Throws: ``Failure`` if its process ID is unknown.
    package func letGo(_ child: String) async throws { try await send(SIGCONT, to: child) }

    private func send(_ signal: Int32, to child: String) async throws {
        signalProcess(try await processID(of: child), signal: signal)
    }

    /// The process id of a child, which the hub notes a moment after it has started it.
    private nonisolated func processID(of child: String) async throws -> Int32 {
        let path = child == "broker" ? "\(plan.layout.broker)/mosquitto.pid" : plan.layout.processID(child)
        _ = await eventually { Self.processID(in: path) != nil }
        guard let processID = Self.processID(in: path) else { throw Failure(description: "\(path) names no process") }
        return processID
    }

    private static func processID(in path: String) -> Int32? {
        let text = try? String(contentsOf: URL(filePath: path), encoding: .utf8)
        return text.flatMap { Int32($0.prefix { $0.isNumber }) }.flatMap { $0 > 1 ? $0 : nil }
    }

    /// Waits until a condition holds, up to the limit of ``Patience`` after the last reading that moved.
    ///
    /// - Throws: ``Failure`` naming the condition, or whatever the condition throws.
    package func wait(_ what: String, _ isDone: @Sendable () async throws -> Bool) async throws {
        var last = await progress()
        for _ in 0..<Self.limits {
            if try await eventually(isDone) { return }
            try Task.checkCancellation()
            let now = await progress()
            guard now != last else { break }
            last = now
        }
        throw Failure(description: "\(NeverHappened(what: what)): \(last)")
    }

    /// How far the readings are: a line that moves on a slow machine is not late.
    private func progress() async -> String {
        let truth = truth
        let accepted = (try? await summary().accepted) ?? -1
        return "measured \(truth.measured.count), confirmed \(truth.confirmed), "
            + "accepted \(accepted), told \(await tally.submitted.count)"
    }
}

/// `kill(2)`, whose name the method above shadows.
private func signalProcess(_ processID: Int32, signal: Int32) {
    _ = kill(processID, signal)
}
