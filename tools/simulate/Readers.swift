import ArgumentParser
import BusContract
import Foundation
import HubRunner
import LoadFacts
import MessageBus
import OperatorConnection
import SimulatedHub
import SystemCalls
import VitalRecords

/// The process of many hubs' readers, which `vitalbus-simulate` starts.
struct Readers: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "readers", shouldDisplay: false)

    @Option var site: String
    @Option var server: String
    @Option var stores: String
    @Option var first: Int
    @Option var count: Int
    @Option var hubs: Int
    @Option var seatsPerHub: Int
    @Option var perSecond: Double
    @Option var seconds: Double
    @Option var seed: UInt64
    @Flag var storm = false
    /// The files that say begin and end, and the one for what was seen.
    @Option var begin: String
    @Option var end: String
    @Option var out: String

    func run() async throws {
        OpenFiles.raiseLimit()
        let settings = ReaderCrowd.Settings(
            fleet: Fleet(hubs: hubs, seatsPerHub: seatsPerHub),
            hubs: first..<first + count,
            perSecond: perSecond,
            seconds: seconds,
            seed: seed,
            isStorm: storm
        )
        let watch = ReaderWatch()
        let crowd = try await ReaderCrowd(settings, folder: stores, watch: watch)
        let plan = try HubPlan(site: site, hub: "", part: .site, stateDirectory: server, executables: "")
        let target = try HubRun.target(plan)
        try await crowd.run {
            try await HubConnection.with(target, patience: .seconds(30)) { connection in
                let following = try await follow(connection, watch)
                defer { following.cancel() }
                try await wait("all hubs' connections", seconds: 300) { await watch.connectedCount == count }
                say("connected")
                try await wait("the word to begin", seconds: 600) { FileManager.default.fileExists(atPath: begin) }
                try await measure(crowd, watch)
                try await wait("the word to end", seconds: 120) { FileManager.default.fileExists(atPath: end) }
            }
        }
    }

    private func measure(_ crowd: ReaderCrowd, _ watch: ReaderWatch) async throws {
        let before = try ProcessFacts(getpid())
        try await crowd.measure()
        let after = try ProcessFacts(getpid())
        // What is not told by then is looked for at the cloud.
        let end = ContinuousClock.now + .seconds(60)
        while await watch.openCount > 0, ContinuousClock.now < end { try await Task.sleep(for: .milliseconds(100)) }
        var facts = await watch.crowd
        facts.processorSeconds = after.processorSeconds - before.processorSeconds
        facts.peak = after.peak
        try JSONEncoder().encode(facts).write(to: URL(filePath: out), options: .atomic)
        say("done")
    }

    private func follow(_ connection: HubConnection, _ watch: ReaderWatch) async throws -> Task<Void, Never> {
        let fleet = Fleet(hubs: hubs, seatsPerHub: seatsPerHub)
        let topic = SessionEvents.recordSubmitted.descriptor
        let subscription = try await connection.client.subscribe(
            to: [topic],
            hubs: (first..<first + count).map(fleet.name),
            capacity: 65_536
        )
        return Task {
            for await message in subscription {
                let now = ContinuousClock.now
                // Absent is nil: what cannot be read is not told, which the end shows.
                guard let event = try? Envelope<RecordSubmitted>.decode(message.payload).data else { continue }
                await watch.told(event.record.readingKey, at: now)
            }
        }
    }

    private func wait(_ what: String, seconds: Int, _ isDone: () async -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while await !isDone() {
            guard ContinuousClock.now < end else { throw SimulationError("\(what) did not come in \(seconds) s") }
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private func say(_ word: String) {
        // Absent is nil: who started this reads it or is gone.
        try? FileHandle.standardOutput.write(contentsOf: Data("\(word)\n".utf8))
    }
}
