internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A broker that outlived the process which started it, for example after `kill -9`.
struct StaleBroker: Sendable {
    let processID: Int32

    /// Finds it by its pid file; nil when it is gone or the number belongs to another program by now.
    static func find(_ files: BrokerFiles) -> StaleBroker? {
        guard let text = try? String(contentsOf: URL(filePath: files.pid), encoding: .utf8),
            let processID = Int32(text.prefix { $0.isNumber }), processID > 1
        else { return nil }
        let stale = StaleBroker(processID: processID)
        return stale.runs(files.configuration) ? stale : nil
    }

    /// Stops it: SIGTERM, after 5 s SIGKILL.
    func stop(_ files: BrokerFiles) async throws {
        for (signal, tries) in [(SIGTERM, 100), (SIGKILL, 40)] {
            kill(processID, signal)
            for _ in 0..<tries where runs(files.configuration) { try await Task.sleep(for: .milliseconds(50)) }
            guard runs(files.configuration) else { return }
        }
        throw LocalBrokerError(.directory, "an earlier broker (pid \(processID)) does not end: stop it by hand")
    }

    /// Whether the process runs with this configuration file among its arguments.
    private func runs(_ configuration: String) -> Bool {
        guard let arguments = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/cmdline")) else { return false }
        return arguments.split(separator: 0).contains { Array($0) == Array(configuration.utf8) }
    }
}
