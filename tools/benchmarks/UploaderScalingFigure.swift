import LoadFacts

/// The line's rate with one, two, four and eight uploaders against a server that takes 50 ms for each answer.
///
/// With one request at a time each uploader is slower than the line, so the figure shows how work is shared out; with
/// the usual four, four uploaders ask for more than the line gives on a small machine, and the figure shows that too.
struct UploaderScalingFigure {
    private static let latency = #"[{"kind":"latency","milliseconds":50}]"#
    private static let numbers = [1, 2, 4, 8]
    private let effort: Effort

    init(_ effort: Effort) {
        self.effort = effort
    }

    /// Measures each number of uploaders once a round.
    func measure() async throws -> [FigureLine] {
        try await lines(".serial", concurrency: 1) + lines("", concurrency: 4)
    }

    private func lines(_ suffix: String, concurrency: Int) async throws -> [FigureLine] {
        var rates: [Int: [Double]] = [:]
        for _ in 0..<effort.pick(5, quick: 1) {
            for uploaders in Self.numbers {
                rates[uploaders, default: []].append(try await rate(uploaders, concurrency))
            }
        }
        return Self.numbers.dropFirst().map { line("\($0)\(suffix)", $0, rates, concurrency) }
    }

    private func rate(_ uploaders: Int, _ concurrency: Int) async throws -> Double {
        let count = effort.pick(100, quick: 15) * uploaders * concurrency
        let settings = LineRun.Settings(uploaders: uploaders, concurrency: concurrency, faults: Self.latency)
        return try await LineRun.with(settings) { SteadyRate.of(try await $0.carry(count)) }
    }

    private func line(_ name: String, _ uploaders: Int, _ rates: [Int: [Double]], _ concurrency: Int) -> FigureLine {
        let single = rates[1] ?? []
        return FigureLine(
            "uploader-scaling.\(name)",
            unit: "records/s",
            values: rates[uploaders] ?? [],
            limits: single.map { $0 * Double(uploaders) },
            limitIs: "peer: \(uploaders) times the rate of one uploader",
            goal: .atLeast(0.95),
            details: [
                "rateOfOne": Statistics.median(single), "latencyMilliseconds": 50,
                "requestsAtATime": Double(concurrency),
            ]
        )
    }
}
