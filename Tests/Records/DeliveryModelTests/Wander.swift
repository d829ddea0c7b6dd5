import DeliveryRules
import Foundation
import SeededRandom

/// Takes random paths through a model, far deeper than a walk of all states: for worlds that are too large for one.
///
/// The same seed takes the same paths.
struct Wander {
    /// The result of the paths.
    struct Report {
        /// The number of steps taken.
        var steps = 0
        /// The number of paths on which every delivery was reported as submitted.
        var delivered = 0
        /// The first fault, with the path to it.
        var violation: String?
    }

    let configuration: ModelConfiguration
    /// The number of paths.
    var ways = Walk.isDeep ? 1_000 : 120
    /// The number of steps on each.
    var length = 80
    /// Every how many states one is followed through a calm period.
    var calmEvery = 16
    /// A further check of each state; returns a fault.
    var asks: (ProtocolWorld) -> String? = { _ in nil }

    /// Takes the paths, and prints a line.
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
            // Successful steps get more weight, because otherwise hardly a path would reach the end.
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
    /// Whether every delivery is reported as submitted.
    fileprivate var isDelivered: Bool {
        entries.allSatisfy { entry in
            guard let entry else { return true }
            return if case .submitted = entry.state { true } else { false }
        }
    }
}

extension ProtocolStep {
    /// Whether this step occurs when nothing fails.
    fileprivate var goesWell: Bool {
        switch self {
        case .grant(_, _, pullIsOld: false), .take(_, .truth), .post, .arrive(_, .taken), .answer(_, .truth),
            .settle(_, _, isConfirmed: true):
            true
        default: false
        }
    }
}
