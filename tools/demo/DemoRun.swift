import Curl
import Foundation
import HubRunner
import LineFixture

/// One run of the demo: simulators, hub, session, table.
struct DemoRun: Sendable {
    private static let limit = Duration.seconds(120)

    let folder: LineFolder
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
        let server = try await simulators.startServer(faults: isOnce ? LineScenario.faults : "[]")
        let plan = try LineSetup.plan(
            folder,
            server: server,
            bus: simulators.busAddress,
            uploaders: uploaders
        )
        let screen = LiveScreen(toStandardError: true, mayRedraw: mayRedraw)
        let tally = Tally()
        let seconds = Seconds()
        try await HubRun(plan, screen: screen).run(try HubRun.target(plan)) { connection in
            await tally.start(connection)
            try await LineSetup.startSession(connection, plan)
            try await simulators.startDevices(scenario: LineScenario.devices(isOnce: isOnce))
        } until: { connection in
            try await LineSetup.setPassive(connection)
            try await wait(server, tally)
            await seconds.set(ContinuousClock.now - start)
            await tally.stop()
        }
        return try await verdict(server, tally, await seconds.value)
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
        verdict.lost = Triple.lost(measured: truth.measured, journal: journal)
        verdict.duplicates = summary.duplicates
        verdict.measured = truth.measured.count
        verdict.wanted = LineScenario.readingCount
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
