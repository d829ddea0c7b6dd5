import Foundation
import LoadFacts

/// What a run showed, as it is printed.
struct Verdict: Encodable, Sendable {
    /// Times from when a reading was due to when the bus said that it was submitted, in ms.
    struct Delays: Encodable, Sendable {
        let count: Int
        let p50: Double
        let p90: Double
        let p99: Double
        let max: Double

        init(_ values: [Double]) {
            count = values.count
            p50 = Statistics.quantile(values, at: 0.5).shortened
            p90 = Statistics.quantile(values, at: 0.9).shortened
            p99 = Statistics.quantile(values, at: 0.99).shortened
            max = (values.max() ?? 0).shortened
        }
    }

    /// What happened after the broker was killed.
    struct Storm: Encodable, Sendable {
        /// When the last hub was connected again, in seconds after the first lost its connection.
        let allBackSeconds: Double
        /// How many came back.
        let back: Int
        /// The readings that each hub made when its connection was lost: until they were announced.
        let delays: Delays
    }

    let hubs: Int
    let rate: String
    let minutes: Double
    let seed: UInt64
    let readings: Int
    let delays: Delays
    /// How late readings were committed that were due, in ms: the load's own lag.
    let commitP99: Double
    /// Readings whose notification was not seen: with a storm, what came while the watcher itself was away.
    let unseen: Int
    let lost: Int
    let doubled: Int
    let wrongPerson: Int
    /// Seconds of a processor core while it was measured, by process.
    let processorSeconds: [String: Double]
    /// Of the server's processes together, in ms for each reading.
    let processorMsPerReading: Double
    /// Of the server's processes together, in % of one core.
    let serverCorePercent: Double
    /// The most memory, in MB, by process.
    let peakMB: [String: Double]
    /// Messages that crossed the broker while it was measured, for each reading; nil if they are not counted.
    let messagesPerReading: MessageCount?
    /// From the server's start until it served, with all hubs' accounts.
    let startSeconds: Double
    /// How long `vitalbus status` takes at the end; nil where it fails.
    let statusSeconds: Double?
    let storm: Storm?

    /// Whether every reading is at the cloud once, for its person.
    var isGood: Bool { lost == 0 && doubled == 0 && wrongPerson == 0 && (unseen == 0 || storm != nil) && readings > 0 }

    /// One line of JSON.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension Verdict {
    private static let heads = [
        "hubs", "readings", "p50 ms", "p90 ms", "p99 ms", "max ms", "lost", "doubled", "wrong", "core %",
        "CPU ms/reading",
        "broker MB", "manager MB", "uploaders MB",
    ]

    private var cells: [String] {
        let memory = ["broker", "session-manager", "uploaders"].map { "\((peakMB[$0] ?? 0).shortened)" }
        return [
            "\(hubs)", "\(readings)", "\(delays.p50)", "\(delays.p90)", "\(delays.p99)", "\(delays.max)", "\(lost)",
            "\(doubled)", "\(wrongPerson)", "\(serverCorePercent)", "\(processorMsPerReading)",
        ] + memory
    }

    /// A table for people.
    static func table(_ verdicts: [Verdict]) -> String {
        let rows = [heads] + verdicts.map(\.cells)
        let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// Whether processor and memory grow no faster than the hubs from one run to the next, but for a tenth.
    static func isLinear(_ verdicts: [Verdict]) -> Bool {
        zip(verdicts, verdicts.dropFirst()).allSatisfy { small, large in
            let growth = Double(large.hubs) / Double(small.hubs) * 1.1
            return large.serverSeconds / large.minutes <= small.serverSeconds / small.minutes * growth
                && large.serverMB <= small.serverMB * growth
        }
    }

    private static let serverProcesses = ["broker", "session-manager", "uploaders", "others"]
    private var serverSeconds: Double { Self.server(processorSeconds) }
    private var serverMB: Double { Self.server(peakMB) }

    /// What the server's processes have together.
    static func server(_ values: [String: Double]) -> Double { serverProcesses.reduce(0) { $0 + (values[$1] ?? 0) } }
}
