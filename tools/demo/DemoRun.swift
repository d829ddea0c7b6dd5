import BusContract
import Curl
import Foundation
import HubRunner
import SimulatedHub

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

    private func plan(server: String, bus: String) throws -> HubPlan {
        var plan = try LineSetup.plan(
            folder,
            server: server,
            bus: bus,
            uploaders: uploaders,
            seats: [LineSetup.seat, "room-2"]
        )
        .readingDisplays()
        // Any free port: a hub of this machine may have the usual one.
        plan.page = "127.0.0.1:0"
        return plan
    }

    private func run(_ simulators: Simulators) async throws -> Verdict {
        let start = ContinuousClock.now
        let server = try await simulators.startServer(faults: isOnce ? LineScenario.faults : "[]")
        let plan = try plan(server: server, bus: simulators.busAddress)
        let entry = try PageEntry(plan.layout, site: plan.site)
        entry.forget()
        let screen = LiveScreen(toStandardError: true, mayRedraw: mayRedraw)
        let tally = Tally()
        let ends = Ends()
        let export = try DemoImport(folder)
        let photo = try DemoPhoto()
        var hub = LiveHub(plan)
        // As it was called, which is shorter than the folder's own path.
        let program = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().relativePath
        hub.program = "\(program)/vitalbus"
        hub.options = "--state \(plan.layout.state)"
        let words = "in a second terminal: \(hub.command("doctor"))"
        try await HubRun(plan, screen: screen, hub: hub).run(try HubRun.target(plan)) { [plan] connection in
            guard let address = try await entry.wait() else {
                throw DemoFailure(description: "no process serves the page")
            }
            Demo.write("the page (this address works once): \(address)", to: .standardError)
            Demo.write(words, to: .standardError)
            await tally.start(connection)
            try await LineSetup.startSession(connection, plan: plan)
            for cuff in try LineSetup.cuffs(plan) {
                try await LineSetup.assign(cuff, to: LineSetup.seat, over: connection)
            }
            try await simulators.startDevices(scenario: LineScenario.devices(isOnce: isOnce))
        } until: { connection in
            try await LineSetup.setPassive(connection)
            let id = try await export.begin(connection)
            try await photo.begin(connection)
            let state = try await wait(server, tally) {
                let isPhotoOver = try await photo.isOver(connection)
                let state = try await export.end(id, connection)
                return isPhotoOver ? state : nil
            }
            await ends.set(End(duration: ContinuousClock.now - start, state: state))
            await tally.stop()
        }
        var verdict = try await verdict(server, tally, await ends.value)
        verdict.photos = try await ServerSummary.ask(server, client: try CurlClient()).images
        // The record of the photo is no cuff's.
        verdict.accepted -= verdict.photos
        verdict.submitted -= verdict.photos
        return verdict
    }

    /// Waits for the scenario's end; without one, for Ctrl-C, which the hub's run handles.
    private func wait(
        _ server: String,
        _ tally: Tally,
        _ end: @Sendable () async throws -> ImportState?
    ) async throws -> ImportState? {
        guard isOnce else {
            try await Forever.wait()
            return nil
        }
        return try await waitUntilAccepted(server, tally, end)
    }

    /// - Returns: What came of the import.
    private func waitUntilAccepted(
        _ server: String,
        _ tally: Tally,
        _ ended: @Sendable () async throws -> ImportState?
    ) async throws -> ImportState? {
        let client = try CurlClient()
        let end = ContinuousClock.now + Self.limit
        var state: ImportState?
        while ContinuousClock.now < end {
            let truth = GroundTruth(folder.truth)
            let told = await tally.submitted.count + tally.failed.count
            if state == nil { state = try await ended() }
            if truth.isFinished, let state, let summary = try? await ServerSummary.ask(server, client: client),
                summary.accepted >= truth.confirmed + state.created + 1, told >= summary.accepted, summary.images > 0
            {
                return state
            }
            try await Task.sleep(for: .milliseconds(200))
        }
        return state
    }

    private func verdict(_ server: String, _ tally: Tally, _ end: End) async throws -> Verdict {
        let summary = try await ServerSummary.ask(server, client: try CurlClient())
        let truth = GroundTruth(folder.truth)
        let journal = (try? String(contentsOf: URL(filePath: folder.journal), encoding: .utf8)) ?? ""
        var verdict = Verdict()
        verdict.imported = ImportedRecords.count(journal: journal)
        verdict.importedTold = await tally.imported.count
        verdict.importWanted = end.state.map { $0.created + $0.updated + $0.unchanged } ?? 0
        verdict.importNew = end.state.map { $0.created + $0.updated } ?? 0
        verdict.accepted = summary.accepted - verdict.imported
        verdict.submitted = await tally.submitted.count - verdict.importedTold
        verdict.failed = await tally.failed.count
        verdict.lost = Triple.lost(measured: truth.measured, journal: journal)
        verdict.duplicates = summary.duplicates
        verdict.measured = truth.measured.count
        verdict.wanted = LineScenario.readingCount
        verdict.seconds = end.duration / .seconds(1)
        return verdict
    }
}

/// How the run ended.
private struct End {
    /// How long it took.
    var duration = Duration.zero
    /// What came of the import.
    var state: ImportState?
}

private actor Ends {
    private(set) var value = End()

    func set(_ value: End) { self.value = value }
}
