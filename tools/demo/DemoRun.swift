import ActorRuntime
import BusContract
import Curl
import Foundation
import HubRunner
import MessageBus

/// One run of the demo: simulators, hub, session, table.
struct DemoRun: Sendable {
    static let organization = "demo-org"
    static let user = "demo-user"
    /// Known to the simulated server alone.
    static let token = "demo-token"
    private static let seat = "room-1"
    private static let limit = Duration.seconds(120)

    let folder: DemoFolder
    let isOnce: Bool
    let uploaders: Int
    let mayRedraw: Bool

    /// Runs everything and stops it again.
    func run() async throws -> Verdict {
        let simulators = Simulators(folder)
        do {
            let verdict = try await run(simulators)
            await simulators.stop()
            return verdict
        } catch {
            await simulators.stop()
            throw error
        }
    }

    private func run(_ simulators: Simulators) async throws -> Verdict {
        let start = ContinuousClock.now
        let server = try await simulators.startServer(faults: isOnce ? DemoScenario.faults : "[]")
        let plan = try plan(server: server, bus: simulators.busAddress)
        let screen = LiveScreen(toStandardError: true, mayRedraw: mayRedraw)
        let tally = Tally()
        let seconds = Seconds()
        try await HubRun(plan, screen: screen).run(try HubRun.target(plan)) { connection in
            await tally.start(connection)
            try await startSession(connection, plan)
            try await simulators.startDevices(scenario: DemoScenario.devices(isOnce: isOnce))
        } until: { connection in
            try await setPassive(connection)
            try await wait(server, tally)
            await seconds.set(ContinuousClock.now - start)
            await tally.stop()
        }
        return try await verdict(server, tally, await seconds.value)
    }

    private func plan(server: String, bus: String) throws -> HubPlan {
        var plan = try HubPlan(
            site: "demo",
            hub: "room-1",
            seats: [Self.seat],
            stateDirectory: folder.state,
            executables: ProgramFolder.path
        )
        plan.uploaders = uploaders
        plan.dbusAddress = bus
        plan.informURL = server
        plan.sharesValues = true
        // The simulated devices measure every few seconds, real ones a few times a day.
        plan.settings = [
            "ble-scanner": ["lost-after": "3s"],
            "device-reader": ["passive.rearm": "1s", "passive.rearm-advertising": "3s", "passive.peripherals": ""],
            "session-manager": ["retry.base": "200ms", "retry.cap": "2s", "rate.per-hour": "0"],
            "uploader": ["pull.interval": "1s", "destination.inform.repeats": "upsert"],
        ]
        return plan
    }

    private func startSession(_ connection: HubConnection, _ plan: HubPlan) async throws {
        let key = try SiteKey.load(plan.layout.siteKey, createIfMissing: false)
        let sealed = try key.seal(Array(Self.token.utf8), context: "session-token")
        let body = StartSession(
            seat: Self.seat,
            userID: Self.user,
            organizationID: Self.organization,
            sealedToken: Data(sealed).base64EncodedString(),
            apiVersion: "inform"
        )
        _ = try await patiently {
            try await connection.requests.call(
                SessionOperations.startSession,
                hub: BusAddress.siteHub,
                body,
                timeout: .seconds(5)
            )
        }
    }

    private func setPassive(_ connection: HubConnection) async throws {
        _ = try await patiently {
            try await connection.requests.call(
                ReaderTopics.setPassivePeripherals,
                hub: "room-1",
                PassivePeripherals(peripheralIDs: [3000]),
                timeout: .seconds(5)
            )
        }
    }

    /// Tries again while an actor is not there yet.
    private func patiently<Result: Sendable>(_ call: () async throws -> Result) async throws -> Result {
        let end = ContinuousClock.now + .seconds(30)
        while true {
            do {
                return try await call()
            } catch let error as BusError where error.isRetriable && ContinuousClock.now < end {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
    }

    /// Waits for the scenario's end; without one, for Ctrl-C, which the hub's run handles.
    private func wait(_ server: String, _ tally: Tally) async throws {
        isOnce ? try await waitUntilAccepted(server, tally) : try await Forever.wait()
    }

    private func waitUntilAccepted(_ server: String, _ tally: Tally) async throws {
        let client = try CurlClient()
        let end = ContinuousClock.now + Self.limit
        while ContinuousClock.now < end {
            let truth = GroundTruth(folder.truth)
            let told = await tally.submitted.count + tally.failed.count
            if truth.isFinished, let summary = try? await ServerSummary.ask(server, client),
                summary.accepted >= truth.confirmed, told >= summary.accepted
            {
                return
            }
            try await Task.sleep(for: .milliseconds(200))
        }
    }

    private func verdict(_ server: String, _ tally: Tally, _ duration: Duration) async throws -> Verdict {
        let summary = try await ServerSummary.ask(server, try CurlClient())
        let truth = GroundTruth(folder.truth)
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        var verdict = Verdict()
        verdict.accepted = summary.accepted
        verdict.submitted = await tally.submitted.count
        verdict.failed = await tally.failed.count
        verdict.lost = Verdict.lost(measured: truth.measured, journal: journal)
        verdict.duplicates = summary.duplicates
        verdict.measured = truth.measured.count
        verdict.wanted = DemoScenario.readingCount
        verdict.seconds = duration / .seconds(1)
        return verdict
    }
}

/// How long the run took.
private actor Seconds {
    private(set) var value = Duration.zero

    func set(_ value: Duration) {
        self.value = value
    }
}
