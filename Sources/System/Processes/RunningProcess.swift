internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A process of this machine, as `/proc` tells of it (proc(5)).
public struct RunningProcess: Sendable, Hashable {
    /// Its id.
    public let processID: Int32

    /// Names one, running or not.
    public init(processID: Int32) {
        self.processID = processID
    }

    /// Every process but this one.
    public static var others: [RunningProcess] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > 1 && $0 != getpid() }.map(RunningProcess.init)
    }

    /// Its command line; empty for one that has ended or is another user's kernel thread.
    public var arguments: [String] { texts("cmdline") }

    /// Its environment at its start, one `NAME=value` each; empty where it belongs to another user.
    public var environment: [String] { texts("environ") }

    /// Asks it to end, and kills it when it has not in time.
    ///
    /// - Parameters:
    ///   - limit: How long it has between SIGTERM and SIGKILL; it is waited for 2 s more.
    ///   - isThisOne: Whether the number is this process's still: ids are used again.
    /// - Returns: Whether it is gone.
    public func stop(within limit: Duration, while isThisOne: @Sendable (RunningProcess) -> Bool) async -> Bool {
        for (signal, patience) in [(SIGTERM, limit), (SIGKILL, .seconds(2))] where isThisOne(self) {
            kill(processID, signal)
            let end = ContinuousClock.now + patience
            while isThisOne(self), ContinuousClock.now < end { try? await Task.sleep(for: .milliseconds(20)) }
        }
        return !isThisOne(self)
    }

    private func texts(_ name: String) -> [String] {
        let data = (try? Data(contentsOf: URL(filePath: "/proc/\(processID)/\(name)"))) ?? Data()
        return data.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// Cuts a byte stream into lines; a line over the limit is cut into pieces.
struct LineSplitter {
    static let limit = 65_536
    private var held: [UInt8] = []

    /// Takes bytes and returns the lines that they end.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") || held.count == Self.limit { lines.append(cut()) }
            if byte != UInt8(ascii: "\n") { held.append(byte) }
        }
        return lines
    }

    /// What stands after the last line end; nil when there is nothing.
    mutating func finish() -> String? {
        held.isEmpty ? nil : cut()
    }

    private mutating func cut() -> String {
        defer { held.removeAll(keepingCapacity: true) }
        return String(decoding: held, as: UTF8.self)
    }
}
