import Foundation
import HubRunner
import Processes
import SimulatedHub

/// How many readings move together at each step of the line.
struct LineGroups: Sendable {
    /// Readings of a commit to the outbox, and of a request to the session manager.
    var outbox: Double
    var request: Double
    /// Readings of a grant, of a commit to the ledger before the POSTs, and of an answer with outcomes.
    var grant: Double
    var attempts: Double
    var answer: Double
    /// Readings of a notification.
    var events: Double

    /// As counted in the line of this figure; NOTES.md says how.
    static let measured = LineGroups(outbox: 5.6, request: 5.6, grant: 11, attempts: 1.3, answer: 7, events: 1)
    /// Fifty everywhere.
    static let fifty = LineGroups(outbox: 50, request: 50, grant: 50, attempts: 50, answer: 50, events: 50)

    fileprivate var words: [String] { [outbox, request, grant, attempts, answer, events].map { "\($0)" } }
}

/// What a run of the C line cost (`c-line/`).
struct LineFloor: Decodable, Sendable {
    /// Readings that went all the way.
    let readings: Double
    /// From the first commit to the last notification.
    let wallSeconds: Double
    /// Processor time of the three processes, and of the broker.
    let selfSeconds: Double
    let brokerSeconds: Double
    let producerSeconds: Double
    let ownerSeconds: Double
    let uploaderSeconds: Double

    /// Readings a second of processor time, the server's not counted.
    var rate: Double { readings / (selfSeconds + brokerSeconds) }

    /// Brings new readings through the C line.
    ///
    /// - Throws: ``BenchError`` where one was lost or doubled; the message has the last line that it wrote.
    static func run(_ count: Int, _ groups: LineGroups, parallel: Int, to server: String) async throws -> LineFloor {
        let folder = try LineFolder(nil)
        defer { folder.remove() }
        let readings = try folder.write("readings", text: LinePosts.lines(count, to: server))
        let state = "\(folder.path)/c"
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: false)
        let child = try await ChildProcess.start(
            ChildCommand(
                "\(ProgramFolder.path)/vitalbus-bench-c-line",
                arguments: [state, server, readings, "\(parallel)"] + groups.words,
                output: .lines
            )
        )
        let lines = await child.lines.reduce(into: [String]()) { $0.append($1) }
        guard await child.waitUntilExit() == .code(0),
            let floor = lines.last.flatMap({ try? JSONDecoder().decode(LineFloor.self, from: Data($0.utf8)) })
        else { throw BenchError("the C line failed: \(lines.suffix(2).joined(separator: " | "))") }
        return floor
    }
}
