import Curl
import Foundation
import SimulatedHub

/// A site's server and its hubs, made by the commands that an operator enters; each hub's cuff takes five readings.
struct SiteDemo: Sendable {
    private static let limit = Duration.seconds(120)

    let folder: LineFolder
    let hubs: Int

    /// What became of the readings.
    struct Verdict: Sendable {
        let wanted: Int
        var records: [String: Int] = [:]
        var duplicates = 0
        var seconds = 0.0

        /// Whether each reading of each hub is at the cloud once.
        var isGood: Bool { duplicates == 0 && records.values.allSatisfy { $0 == wanted } }

        /// One line of JSON.
        var json: String {
            let parts = records.sorted { $0.key < $1.key }.map { #""\#($0.key)":\#($0.value)"# }
            let lost = records.values.reduce(0) { $0 + max(0, wanted - $1) }
            let time = (seconds * 100).rounded() / 100
            return
                #"{"hubs":{\#(parts.joined(separator: ","))},"lost":\#(lost),"duplicates":\#(duplicates),"seconds":\#(time)}"#
        }

        /// What is wrong.
        var words: String { "of \(wanted) readings a hub \(records) are at the cloud, \(duplicates) doubled" }
    }

    /// Runs everything and stops it again.
    func run() async throws -> Verdict {
        let simulators = Simulators(folder)
        let site = SimulatedSite(folder, simulators: simulators)
        let result: Result<Verdict, any Error>
        do {
            result = .success(try await run(site, simulators: simulators))
        } catch {
            result = .failure(error)
        }
        await site.stop()
        await simulators.stop()
        return try result.get()
    }

    private func run(_ site: SimulatedSite, simulators: Simulators) async throws -> Verdict {
        let start = ContinuousClock.now
        let names = (1...hubs).map { "room-\($0)" }
        let cloud = try await simulators.startServer(faults: "[]", people: names.map { SimulatedSite.person(of: $0) })
        say("a cloud at \(cloud); making the site")
        try await site.startServer(cloud: cloud)
        for name in names {
            say("\(name): hub add, join, up")
            try await site.addHub(name)
            try await site.startHub(name)
        }
        for (number, name) in names.enumerated() { try await site.startPerson(of: name, number: number + 1) }
        say("\(hubs) hubs measure; what is going on: .build/debug/vitalbus status --state \(site.server)")
        var verdict = Verdict(wanted: SimulatedSite.readingsOfAHub)
        let end = ContinuousClock.now + Self.limit
        repeat {
            try await Task.sleep(for: .milliseconds(300))
            let found = site.recordsAtCloud()
            verdict.records = Dictionary(
                uniqueKeysWithValues: names.map { ($0, found[SimulatedSite.person(of: $0).user] ?? 0) }
            )
        } while !verdict.isGood && ContinuousClock.now < end
        verdict.duplicates = try await ServerSummary.ask(cloud, client: try CurlClient()).duplicates
        verdict.seconds = Double((ContinuousClock.now - start).components.seconds)
        return verdict
    }

    private func say(_ line: String) { Demo.write(line, to: .standardError) }
}
