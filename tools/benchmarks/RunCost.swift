import HubRunner
import Processes

/// What a run of a program cost, as the kernel tells it at its end.
struct RunCost: Sendable {
    /// Seconds of processor time, the kernel's part included.
    let processorSeconds: Double
    /// Seconds by the clock.
    let wallSeconds: Double
    /// The most memory that was resident at once, in MB.
    let peakMegabytes: Double

    /// Runs a program to its end.
    ///
    /// - Throws: ``BenchError`` where it fails; the message has the last line that it wrote.
    static func of(_ program: String, _ arguments: [String]) async throws -> RunCost {
        let meter = "\(ProgramFolder.path)/vitalbus-bench-cost"
        let child = try await ChildProcess.start(ChildCommand(meter, arguments: [program] + arguments, output: .lines))
        let lines = await child.lines.reduce(into: [String]()) { $0.append($1) }
        let numbers = lines.last.map { $0.split(separator: " ").compactMap { Double($0) } } ?? []
        guard numbers.count == 5, numbers[4] == 0 else {
            throw BenchError("\(program) failed: \(lines.suffix(2).joined(separator: " | "))")
        }
        return RunCost(
            processorSeconds: numbers[0] + numbers[1],
            wallSeconds: numbers[2],
            peakMegabytes: numbers[3] / 1_024
        )
    }
}
