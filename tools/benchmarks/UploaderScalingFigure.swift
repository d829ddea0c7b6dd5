/// The line's rate with one, two and four uploaders against a server that takes 50 ms for each answer.
struct UploaderScalingFigure {
    private static let latency = #"[{"kind":"latency","milliseconds":50}]"#
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures each number of uploaders once a round.
    func measure() async throws -> [FigureLine] {
        var rates: [Int: [Double]] = [:]
        let rounds = effort.pick(5, quick: 1)
        for _ in 0..<rounds {
            for uploaders in [1, 2, 4] { rates[uploaders, default: []].append(try await rate(uploaders)) }
        }
        return [line(2, rates, .atLeast(0.95)), line(4, rates, .atLeast(0.95))]
    }

    private func rate(_ uploaders: Int) async throws -> Double {
        let count = effort.pick(400, quick: 60) * uploaders
        let settings = LineRun.Settings(uploaders: uploaders, faults: Self.latency)
        return try await LineRun.with(settings) { SteadyRate.of(try await $0.carry(count)) }
    }

    private func line(_ uploaders: Int, _ rates: [Int: [Double]], _ goal: Goal) -> FigureLine {
        let single = rates[1] ?? []
        return FigureLine(
            "uploader-scaling.\(uploaders)",
            unit: "records/s",
            values: rates[uploaders] ?? [],
            limits: single.map { $0 * Double(uploaders) },
            limitIs: "peer: \(uploaders) times the rate of one uploader",
            goal: goal,
            details: ["rateOfOne": Statistics.median(single), "latencyMilliseconds": 50]
        )
    }
}
