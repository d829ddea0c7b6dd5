import ActorRuntime
import Foundation
import HubRunner
import LoadFacts
import Processes
import SimulatedHub

/// One site: its server, the cloud and its hubs, from the making to the count.
struct SimulatedRun: Sendable {
    /// The most hubs of one process: each has some fifteen descriptors.
    private static let crowd = 1_000

    let options: SimulationOptions
    let fleet: Fleet
    /// The place of hubs' own files: in memory, because a thousand hubs have a thousand disks.
    private let stores: String

    init(_ options: SimulationOptions, hubs: Int) {
        self.options = options
        fleet = Fleet(hubs: hubs, seatsPerHub: options.seatsPerHub)
        let place = FileManager.default.fileExists(atPath: "/dev/shm") ? "/dev/shm" : "/tmp"
        stores = "\(place)/vitalbus-simulate-\(getpid())-\(hubs)"
    }

    /// Makes everything, measures, and removes it.
    func run() async throws -> Verdict {
        let folder = try LineFolder(nil)
        let simulators = Simulators(folder, cores: options.loadCores)
        let site = SimulatedSite(folder, simulators: simulators, cores: options.systemCores)
        let result: Result<Verdict, any Error>
        do {
            result = .success(try await run(folder, simulators, site))
        } catch {
            result = .failure(error)
        }
        await site.stop()
        await simulators.stop()
        try? FileManager.default.removeItem(atPath: stores)
        if case .success(let verdict) = result, verdict.isGood {
            folder.remove()
        } else {
            options.say("what happened is kept in \(folder.path)")
        }
        return try result.get()
    }

    private func run(_ folder: LineFolder, _ simulators: Simulators, _ site: SimulatedSite) async throws -> Verdict {
        options.say("\(fleet.hubs) hubs: a site, its hubs' certificates")
        let cloud = try await simulators.startServer(faults: "[]", people: fleet.people)
        try await site.makeServer()
        try Enrolment(fleet: fleet, server: site.server, stores: stores).run()
        let begin = ContinuousClock.now
        let uploaders = ["--uploaders", "\(options.uploaders)"]
        try await site.runServer(cloud: cloud, arguments: uploaders)
        let startSeconds = (ContinuousClock.now - begin).inSeconds
        options.say("the server runs after \(startSeconds.shortened) s; sessions of \(fleet.people.count) people")
        try await Admission(fleet: fleet, server: site.server).run()
        options.say("the hubs connect")
        let readers = try await startReaders(folder, site)
        try await Task.sleep(for: options.settling)
        options.say("measuring for \(options.minutes) minutes")
        let crowd: Measured
        do {
            crowd = try await measure(readers, folder, simulators, site)
        } catch {
            for reader in readers { await reader.stop() }
            throw error
        }
        let end = try FarEnd(journal: folder.journal, readings: crowd.facts.readings)
        return verdict(crowd, end: end, startSeconds: startSeconds)
    }

    /// What a run's measurement gave.
    private struct Measured {
        var facts = CrowdFacts()
        let uses: [String: SystemFacts.Use]
        var statusSeconds: Double?
        let messages: (before: MessageCount, after: MessageCount)?
    }

    private func startReaders(_ folder: LineFolder, _ site: SimulatedSite) async throws -> [ChildProcess] {
        var readers: [ChildProcess] = []
        for first in stride(from: 0, to: fleet.hubs, by: Self.crowd) {
            let count = min(Self.crowd, fleet.hubs - first)
            let command = ChildCommand(
                "\(ProgramFolder.path)/vitalbus-simulate",
                arguments: [
                    "readers", "--site", SimulatedSite.name, "--server", site.server, "--stores", stores, "--first",
                    "\(first)", "--count", "\(count)", "--hubs", "\(fleet.hubs)", "--seats-per-hub",
                    "\(fleet.seatsPerHub)", "--per-second", "\(options.perSecond)", "--seconds",
                    "\(options.minutes * 60)", "--seed", "\(options.seed + UInt64(first))", "--begin",
                    "\(folder.path)/begin", "--end", "\(folder.path)/end", "--out",
                    "\(folder.path)/readers-\(first).json",
                ] + (options.storm ? ["--storm"] : []),
                output: .lines
            ).pinned(to: options.loadCores)
            let child = try await ChildProcess.start(command)
            readers.append(child)
            // One after the other: a site's hubs are not switched on in one moment, but for a storm.
            try await word("connected", of: child)
        }
        return readers
    }

    private func word(_ word: String, of child: ChildProcess) async throws {
        var last = ""
        for await line in child.lines {
            if line == word { return }
            last = line
        }
        throw SimulationError("the readers ended before '\(word)': \(last)")
    }

    private func measure(
        _ readers: [ChildProcess],
        _ folder: LineFolder,
        _ simulators: Simulators,
        _ site: SimulatedSite
    ) async throws -> Measured {
        let look = { () async throws -> SystemFacts in
            try SystemFacts(
                server: site.server,
                up: await site.processID(of: "site"),
                cloud: await simulators.cloudProcessID
            )
        }
        let (before, counted) = (try await look(), MessageCount.now)
        _ = try folder.write("begin", text: "")
        let seconds = options.minutes * 60
        var ended = 0.0
        if options.storm {
            try await Task.sleep(for: .seconds(seconds / 2))
            ended = try killBroker(site)
            try await Task.sleep(for: .seconds(seconds / 2))
        } else {
            try await Task.sleep(for: .seconds(seconds))
        }
        var measured = Measured(
            uses: try await look().since(before, ended: ended),
            messages: counted.flatMap { before in MessageCount.now.map { (before, $0) } }
        )
        for (number, reader) in readers.enumerated() {
            try await word("done", of: reader)
            let path = URL(filePath: "\(folder.path)/readers-\(number * Self.crowd).json")
            let facts = try JSONDecoder().decode(CrowdFacts.self, from: Data(contentsOf: path))
            measured.facts.add(facts)
        }
        measured.statusSeconds = await statusSeconds(site)
        _ = try folder.write("end", text: "")
        for reader in readers { _ = await reader.waitUntilExit() }
        return measured
    }

    /// How long a person waits for the site's status while all hubs are there.
    private func statusSeconds(_ site: SimulatedSite) async -> Double? {
        let start = ContinuousClock.now
        do {
            try await site.command(["status", "--state", site.server])
            return (ContinuousClock.now - start).inSeconds
        } catch {
            options.say("vitalbus status fails: \(error)")
            return nil
        }
    }

    /// Kills the broker and returns the processor seconds that it had used.
    private func killBroker(_ site: SimulatedSite) throws -> Double {
        guard let broker = SystemFacts.broker(of: site.server) else { throw SimulationError("the broker does not run") }
        let facts = try ProcessFacts(broker)
        options.say("the broker is killed")
        kill(broker, SIGKILL)
        return facts.processorSeconds
    }

    private func verdict(
        _ measured: Measured,
        end: FarEnd,
        startSeconds: Double
    ) -> Verdict {
        let (crowd, uses) = (measured.facts, measured.uses)
        var (seconds, peaks) = (uses.mapValues(\.processorSeconds), uses.mapValues { $0.peak / 1_048_576 })
        (seconds["hubs"], peaks["hubs"]) = (crowd.processorSeconds, crowd.peak / 1_048_576)
        let steady = crowd.readings.filter { !$0.isOfStorm }
        let server = Verdict.server(seconds)
        let storm = Verdict.Storm(
            allBackSeconds: (crowd.returns.max() ?? 0).shortened,
            back: crowd.returns.count,
            delays: Verdict.Delays(crowd.readings.filter(\.isOfStorm).compactMap(\.told))
        )
        return Verdict(
            hubs: fleet.hubs,
            rate: options.rate,
            minutes: options.minutes,
            seed: options.seed,
            readings: crowd.readings.count,
            delays: Verdict.Delays(steady.compactMap(\.told)),
            commitP99: Statistics.quantile(steady.compactMap(\.commit), at: 0.99).shortened,
            unseen: crowd.readings.count { $0.told == nil },
            lost: end.lost,
            doubled: end.doubled,
            wrongPerson: end.wrongPerson,
            processorSeconds: seconds.mapValues(\.shortened),
            processorMsPerReading: (server * 1_000 / Double(max(1, crowd.readings.count))).shortened,
            serverCorePercent: (server / (options.minutes * 60) * 100).shortened,
            peakMB: peaks.mapValues(\.shortened),
            messagesPerReading: measured.messages.map { $1.since($0, readings: crowd.readings.count) },
            startSeconds: startSeconds.shortened,
            statusSeconds: measured.statusSeconds?.shortened,
            storm: options.storm ? storm : nil
        )
    }
}
