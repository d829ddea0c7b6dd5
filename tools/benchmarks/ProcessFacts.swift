import Foundation

/// What the kernel tells of a running process (proc(5)).
struct ProcessFacts: Sendable {
    /// Its share of the memory, shared pages counted in parts, in bytes (`Pss` of smaps_rollup).
    let share: Double
    /// The processor time that it has used, user and system, in seconds.
    let processorSeconds: Double

    /// Reads them.
    init(_ processID: Int32) throws {
        let rollup = try String(contentsOfFile: "/proc/\(processID)/smaps_rollup", encoding: .utf8)
        let line = rollup.split(separator: "\n").first { $0.hasPrefix("Pss:") } ?? ""
        guard let kilobytes = line.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchError("process \(processID) tells no Pss")
        }
        let stat = try String(contentsOfFile: "/proc/\(processID)/stat", encoding: .utf8)
        // The name may hold blanks and brackets; fields count from behind it: utime is the 12th, stime the 13th.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw BenchError("process \(processID) tells no times")
        }
        share = kilobytes * 1_024
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }
}
