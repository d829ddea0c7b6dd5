internal import Foundation

/// The kernel's statistics of a running process (proc(5)).
package struct ProcessFacts: Sendable {
    /// The error that a process's statistics cannot be read.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Its memory with shared pages counted proportionally, in bytes (`Pss` of smaps_rollup).
    package let share: Double
    /// The peak resident memory, in bytes (`VmHWM` of status).
    package let peak: Double
    /// The processor time that it has used, user and system, in seconds.
    package let processorSeconds: Double

    /// Reads the statistics.
    ///
    /// - Throws: ``Failure`` if there is no such process, or the error of reading its files.
    package init(_ processID: Int32) throws {
        let folder = "/proc/\(processID)"
        share = try Self.kilobytes("Pss:", in: "\(folder)/smaps_rollup") * 1_024
        peak = try Self.kilobytes("VmHWM:", in: "\(folder)/status") * 1_024
        let stat = try String(contentsOfFile: "\(folder)/stat", encoding: .utf8)
        // The name may contain blanks and brackets, so count the fields after it: utime is the 12th, stime the 13th.
        let fields = stat.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 12, let user = Double(fields[11]), let system = Double(fields[12]) else {
            throw Failure(description: "process \(processID) tells no times")
        }
        processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private static func kilobytes(_ name: String, in path: String) throws -> Double {
        let line = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").first { $0.hasPrefix(name) }
        guard let number = line?.split(whereSeparator: { " \t".contains($0) }).dropFirst().first.flatMap({ Double($0) })
        else { throw Failure(description: "\(path) tells no \(name.dropLast())") }
        return number
    }
}
