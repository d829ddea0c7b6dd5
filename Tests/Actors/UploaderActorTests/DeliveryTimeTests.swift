import DeliveryRules
import Foundation
import Testing

@testable import UploaderActor

/// The time in which a live record reaches a failing destination, by the product's rules in simulated time.
@Suite("The time to delivery when a destination fails")
struct DeliveryTimeTests {
    private static let policies: [RepeatPolicy] = [.upsert, .refuses, .lookup, .versions]

    /// The most seconds that 99 of 100 live records may take; for an outage, counted from its end.
    private static func most(_ trouble: DeliverySimulation.Trouble, _ repeats: RepeatPolicy) -> Double {
        switch trouble {
        case .one503: 2
        case .tenMinutes503: 45
        case .oneCut, .one502: repeats == .lookup ? 33 : repeats == .versions ? 22 : 2
        }
    }

    @Test("is seconds, and nothing is doubled", arguments: DeliverySimulation.Trouble.allCases, policies)
    func time(_ trouble: DeliverySimulation.Trouble, _ repeats: RepeatPolicy) throws {
        let template = try Samples.record()
        var times: [Double] = []
        for seed in 1...(trouble == .tenMinutes503 ? 20 : 400) {
            var world = DeliverySimulation(trouble, repeats, seed: UInt64(seed), template: template)
            world.run()
            for record in world.records {
                let delivered = try #require(record.delivered, "a record never got there")
                #expect(record.made.count == 1, "\(record.made)")
                let from = trouble == .tenMinutes503 ? max(record.born, DeliverySimulation.outage) : record.born
                times.append(Double(delivered - from) / 1_000)
            }
        }
        times.sort()
        let (half, most) = (times[times.count / 2], times[times.count * 99 / 100])
        let line = "delivery time: \(trouble.rawValue), \(repeats.rawValue): p50 \(half) s, p99 \(most) s\n"
        FileHandle.standardOutput.write(Data(line.utf8))
        #expect(most <= Self.most(trouble, repeats))
    }
}
