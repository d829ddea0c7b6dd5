import Foundation
import LoadFacts
import SimulatedHub

/// What the processes of a site's server have used, by name.
struct SystemFacts: Sendable {
    /// One kind of process.
    struct Use: Sendable {
        var processorSeconds = 0.0
        var peak = 0.0
    }

    /// By name: `broker`, `session-manager`, `uploaders`, `others` (registrar and `vitalbus up`), `cloud`.
    private(set) var uses: [String: Use] = [:]

    /// Looks at the processes of a server and at the cloud.
    ///
    /// - Throws: What ``ProcessFacts`` throws for a process that is gone.
    init(server: String, up: Int32?, cloud: Int32?) throws {
        var processes: [(String, Int32?)] = [("others", up), ("cloud", cloud)]
        processes.append(("broker", Self.processID("\(server)/broker/mosquitto.pid")))
        for name in try FileManager.default.contentsOfDirectory(atPath: "\(server)/run") where name.hasSuffix(".pid") {
            let kind =
                name.hasPrefix("uploader")
                ? "uploaders" : name.hasPrefix("session-manager") ? "session-manager" : "others"
            processes.append((kind, Self.processID("\(server)/run/\(name)")))
        }
        for (kind, processID) in processes {
            guard let processID else { continue }
            let facts = try ProcessFacts(processID)
            uses[kind, default: Use()].processorSeconds += facts.processorSeconds
            uses[kind, default: Use()].peak += facts.peak
        }
    }

    /// The broker's process id.
    static func broker(of server: String) -> Int32? { processID("\(server)/broker/mosquitto.pid") }

    /// What was used since an earlier look; the peaks are those of this one.
    ///
    /// - Parameter ended: What a broker that was killed meanwhile had used.
    func since(_ earlier: SystemFacts, ended: Double = 0) -> [String: Use] {
        uses.reduce(into: [:]) { all, use in
            let before = earlier.uses[use.key]?.processorSeconds ?? 0
            let more = use.key == "broker" ? ended : 0
            all[use.key] = Use(processorSeconds: use.value.processorSeconds + more - before, peak: use.value.peak)
        }
    }

    private static func processID(_ path: String) -> Int32? {
        // Absent is nil: what has no process id file does not run.
        let text = try? String(contentsOfFile: path, encoding: .utf8)
        return text.flatMap { Int32($0.prefix { $0.isNumber }) }
    }
}

/// How many messages crossed the broker, where the recorder counts them (`MESSAGE_COUNTS`).
struct MessageCount: Encodable, Sendable {
    /// Messages that processes wrote.
    let written: Double
    /// Messages that they were handed.
    let handed: Double

    /// What was counted so far; nil where nothing counts.
    static var now: MessageCount? {
        guard let path = ProcessInfo.processInfo.environment["MESSAGE_COUNTS"],
            // Absent is nil: no broker has begun to count.
            let bytes = try? Data(contentsOf: URL(filePath: path)), bytes.count == 16
        else { return nil }
        let numbers = stride(from: 0, to: 16, by: 8).map { place in
            bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        return MessageCount(written: Double(numbers[0]), handed: Double(numbers[1]))
    }

    /// What was counted since, for each reading.
    func since(_ earlier: MessageCount, readings: Int) -> MessageCount {
        let count = Double(max(1, readings))
        return MessageCount(
            written: ((written - earlier.written) / count).shortened,
            handed: ((handed - earlier.handed) / count).shortened
        )
    }
}
