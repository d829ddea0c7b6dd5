import Foundation
import Testing

/// Runs a configuration, prints one line about it, and returns the report.
struct Walk {
    /// Whether the longer run is requested: `VITALBUS_MODEL=deep`.
    static let isDeep = ProcessInfo.processInfo.environment["VITALBUS_MODEL"] == "deep"

    let configuration: ModelConfiguration
    /// The most states; a walk that reaches the limit is bounded, not exhaustive.
    var stateLimit = 6_000
    /// Every how many states one is followed through a calm period; 0 for none.
    var calmEvery = Walk.isDeep ? 4 : 64

    /// Explores, checks the calm future of some states too, and prints.
    func run() -> Explorer<ProtocolWorld, ProtocolStep>.Report {
        let began = ContinuousClock.now
        var count = 0
        let explorer = Explorer<ProtocolWorld, ProtocolStep>(
            stateLimit: Self.isDeep ? max(200_000, stateLimit) : stateLimit,
            steps: { $0.steps(configuration) },
            take: { $0.take($1, configuration) },
            fault: { world in
                if let fault = world.fault() { return fault }
                count += 1
                guard calmEvery > 0, count.isMultiple(of: calmEvery) else { return nil }
                return world.faultAfterCalm(configuration)
            }
        )
        let report = explorer.explore(from: ProtocolWorld(configuration))
        let line = line(report, seconds: began.duration(to: .now) / .seconds(1))
        // Written without a buffer, because the longer run takes minutes.
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
        return report
    }

    private func line(_ report: Explorer<ProtocolWorld, ProtocolStep>.Report, seconds: Double) -> String {
        let end =
            if let violation = report.violation {
                "fault after \(violation.trace.count) steps: \(violation.fault)"
            } else if report.isExhausted {
                "exhausted, every promise kept"
            } else {
                "bounded, every promise kept so far"
            }
        let rounded = (seconds * 10).rounded() / 10
        return "model: \(configuration.name): \(report.states) states, \(report.transitions) transitions, depth "
            + "\(report.depth), \(rounded) s; \(end)"
    }
}
