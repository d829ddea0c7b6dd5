internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A process of this machine, as shown by `/proc` (proc(5)).
public struct RunningProcess: Sendable, Hashable {
    /// The process ID.
    public let processID: Int32

    /// Refers to a process, running or not.
    public init(processID: Int32) {
        self.processID = processID
    }

    /// All processes except this one.
    public static var others: [RunningProcess] {
        // Absent is nil: without `/proc` there are no processes to list.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > 1 && $0 != getpid() }.map(RunningProcess.init)
    }

    /// Its command line; empty if it has ended or is a kernel thread.
    public var arguments: [String] { texts("cmdline") }

    /// Its initial environment as `NAME=value`; empty if it belongs to another user.
    public var environment: [String] { texts("environ") }

    /// Asks the process to end, and kills it if it does not end in time.
    ///
    /// - Parameters:
    ///   - limit: The time between SIGTERM and SIGKILL; after SIGKILL it waits for 2 s more.
    ///   - isThisOne: Whether the ID still belongs to this process, since IDs are reused.
    /// - Returns: Whether the process has ended.
    public func stop(within limit: Duration, while isThisOne: @Sendable (RunningProcess) -> Bool) async -> Bool {
        for (signal, patience) in [(SIGTERM, limit), (SIGKILL, .seconds(2))] where isThisOne(self) {
            kill(processID, signal)
            let end = ContinuousClock.now + patience
            // It is polled, because it is not a child of this process.
            while isThisOne(self), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        }
        return !isThisOne(self)
    }

    private func texts(_ name: String) -> [String] {
        // Absent is nil: a process that has ended has no such file.
        let data = (try? Data(contentsOf: URL(filePath: "/proc/\(processID)/\(name)"))) ?? Data()
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Splits a byte stream into lines; splits lines longer than the limit into pieces.
struct LineSplitter {
    static let limit = 65_536
    private var held: [UInt8] = []

    /// Adds bytes and returns the lines that they complete.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || held.count == Self.limit { lines.append(cut()) }
            if byte != UInt8(ascii: "\n") { held.append(byte) }
        }
        return lines
    }

    /// The text after the last line end; nil if there is none.
    mutating func finish() -> String? {
        held.isEmpty ? nil : cut()
    }

    private mutating func cut() -> String {
        defer { held.removeAll(keepingCapacity: true) }
        return String(decoding: held, as: UTF8.self)
    }
}
