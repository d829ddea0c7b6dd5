import Foundation
import HubRunner
import Processes
import Testing

/// Checks that the simulation of many hubs counts, not how fast anything is.
@Suite struct SimulateTests {
    private struct Line: Decodable {
        struct Delays: Decodable {
            let count: Int
            let p50: Double
            let p99: Double
        }
        let hubs: Int
        let readings: Int
        let delays: Delays
        let unseen: Int
        let lost: Int
        let doubled: Int
        let wrongPerson: Int
        let processorSeconds: [String: Double]
        let peakMB: [String: Double]
    }

    @Test func tenHubsLoseNothing() async throws {
        let child = try await ChildProcess.start(
            ChildCommand("\(ProgramFolder.path)/vitalbus-simulate", arguments: ["--quick"], output: .lines)
        )
        var text: [String] = []
        for await line in child.lines { text.append(line) }
        #expect(await child.waitUntilExit() == .code(0), "\(text.suffix(5))")
        let json = try #require(text.first { $0.hasPrefix("{") })
        let line = try JSONDecoder().decode(Line.self, from: Data(json.utf8))
        #expect(line.hubs == 10 && line.readings > 10 && line.delays.count == line.readings)
        #expect(line.lost == 0 && line.doubled == 0 && line.wrongPerson == 0 && line.unseen == 0)
        #expect(line.delays.p50 > 0 && line.delays.p50 <= line.delays.p99)
        let names: Set = ["broker", "session-manager", "uploaders", "others", "cloud", "hubs"]
        #expect(Set(line.processorSeconds.keys) == names && Set(line.peakMB.keys) == names)
        #expect(line.peakMB.values.allSatisfy { $0 > 1 })
    }
}
