import DeliveryRules
import Foundation
import SeededRandom

/// Goes through a model by chance, far deeper than a walk of all states comes: for worlds that are too wide for one.
///
/// The same seed takes the same ways.
struct Wander {
    /// What was seen.
    struct Report {
        /// The steps that were taken.
        var steps = 0
        /// On how many ways every delivery was told as submitted once.
        var delivered = 0
        /// The first fault, with the way to it.
        var violation: String?
    }

    let configuration: ModelConfiguration
    /// How many ways are gone.
    var ways = Walk.isDeep ? 1_000 : 120
    /// How many steps each has.
    var length = 80
    /// Each so manieth state is followed into a calm time.
    var calmEvery = 16
    /// What else is asked of each state; returns a fault.
    var asks: (ProtocolWorld) -> String? = { _ in nil }

    /// Goes, and prints a line.
    func run() -> Report {
        let began = ContinuousClock.now
        var (report, random) = (Report(), SplitMix64(seed: 1))
        for _ in 0..<ways where report.violation == nil { go(&random, &report) }
        let seconds = (began.duration(to: .now) / .seconds(1) * 10).rounded() / 10
        let end = report.violation == nil ? "every promise kept" : "fault"
        let counts = "\(ways) ways, \(report.steps) steps, \(report.delivered) delivered, \(seconds) s"
        let line = "model: \(configuration.name): \(counts); \(end)"
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
        return report
    }

    private func go(_ random: inout SplitMix64, _ report: inout Report) {
        var (world, way) = (ProtocolWorld(configuration), [ProtocolStep]())
        var isDelivered = false
        defer { if isDelivered { report.delivered += 1 } }
        for _ in 0..<length {
            let steps = world.steps(configuration)
            // What goes well comes more often, or hardly a way would come to an end.
            let weighed = steps + steps.filter(\.goesWell) + steps.filter(\.goesWell)
            guard let step = weighed.randomElement(using: &random) else { break }
            way.append(step)
            report.steps += 1
            if let fault = world.take(step, configuration) ?? fault(world, report.steps) {
                let steps = way.enumerated().map { "\($0.offset + 1). \($0.element)" }
                report.violation = (["\(fault):"] + steps + ["end: \(world)"]).joined(separator: "\n")
                return
            }
            isDelivered = isDelivered || world.isDelivered
        }
    }

    private func fault(_ world: ProtocolWorld, _ number: Int) -> String? {
        if let fault = world.fault() ?? asks(world) { return fault }
        return number.isMultiple(of: calmEvery) ? world.faultAfterCalm(configuration) : nil
    }
}

extension ProtocolWorld {
    /// Whether every delivery is told as submitted.
    fileprivate var isDelivered: Bool {
        entries.allSatisfy { entry in
            guard let entry else { return true }
            return if case .submitted = entry.state { true } else { false }
        }
    }
}

extension ProtocolStep {
    /// Whether it is what happens where nothing fails.
    fileprivate var goesWell: Bool {
        switch self {
        case .grant(_, _, pullIsOld: false), .take(_, .truth), .post, .arrive(_, .taken), .answer(_, .truth),
            .settle(_, _, isConfirmed: true):
            true
        default: false
        }
    }
}
