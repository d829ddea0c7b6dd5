import Foundation
import Processes

/// Where figures were measured: what others need to compare theirs.
struct MachineFacts: Codable, Sendable, Equatable {
    var processor: String
    var cores: Int
    var memoryMB: Int
    var kernel: String
    var system: String
    var fileSystem: String
    var swift: String
    var mosquitto: String
    var date: String
    var commit: String

    /// Asks the machine.
    static func read() async -> MachineFacts {
        let processor = field("model name", in: file("/proc/cpuinfo"))
        let memory = field("MemTotal", in: file("/proc/meminfo")).split(separator: " ").first.flatMap { Int($0) }
        let folder = FileManager.default.temporaryDirectory.path
        let isDirty = await !tell("git", ["status", "--porcelain", "--untracked-files=no", "Sources"]).isEmpty
        return MachineFacts(
            processor: processor,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            memoryMB: (memory ?? 0) / 1024,
            kernel: file("/proc/sys/kernel/osrelease").trimmed,
            system: field("PRETTY_NAME", in: file("/etc/os-release"), mark: "=").trimmingCharacters(in: ["\""]),
            fileSystem: await lastLine(tell("df", ["--output=fstype", folder])),
            swift: await firstLine(tell("swift", ["--version"])),
            mosquitto: await lastLine(tell("dpkg-query", ["-W", "-f=${Version}", "mosquitto"])),
            date: Date.now.formatted(.iso8601),
            commit: await tell("git", ["rev-parse", "--short", "HEAD"]).trimmed + (isDirty ? " with changes" : "")
        )
    }

    /// The facts as rows of a table.
    var rows: [(String, String)] {
        [
            ("processor", "\(processor), \(cores) cores"), ("memory", "\(memoryMB) MB"),
            ("system", "\(system), kernel \(kernel)"), ("file system of the stores", fileSystem), ("Swift", swift),
            ("Mosquitto", mosquitto), ("date", date), ("commit", commit),
        ]
    }

    private static func file(_ path: String) -> String {
        (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }

    private static func field(_ name: String, in text: String, mark: Character = ":") -> String {
        let line = text.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return String(line.split(separator: mark, maxSplits: 1).last ?? "").trimmed
    }

    private static func firstLine(_ text: String) -> String { String(text.split(separator: "\n").first ?? "").trimmed }
    private static func lastLine(_ text: String) -> String { String(text.split(separator: "\n").last ?? "").trimmed }

    private static func tell(_ program: String, _ arguments: [String]) async -> String {
        guard let child = try? await ChildProcess.start(ChildCommand(program, arguments: arguments, output: .lines))
        else {
            return ""
        }
        return await child.lines.reduce(into: "") { $0 += $1 + "\n" }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
