internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#else
internal import Musl
#endif

/// A child that outlived a killed hub, and would hold the lock that its successor needs.
struct StaleChild: Sendable {
    let processID: Int32
    private let stateArgument: String

    /// Finds the child of a process id file, if it still runs as this hub's child.
    static func find(_ spec: ChildSpec, layout: HubLayout) -> StaleChild? {
        // Absent is nil: without a file there is no child.
        guard let text = try? String(contentsOf: URL(filePath: layout.processID(spec.name)), encoding: .utf8),
            let processID = Int32(text.prefix { $0.isNumber }), processID > 1
        else { return nil }
        let stale = StaleChild(processID: processID, stateArgument: "state.directory=\(layout.state)")
        return stale.isRunning ? stale : nil
    }

    /// Records a child's process id.
    static func note(_ processID: Int32, spec: ChildSpec, layout: HubLayout) {
        let path = URL(filePath: layout.processID(spec.name))
        // Absent is nil: without the file, the child's lock still names it.
        try? Data("\(processID)\n".utf8).write(to: path, options: .atomic)
    }

    /// Terminates it, and kills it after 10 s.
    func stop() async {
        for (signal, tries) in [(SIGTERM, 200), (SIGKILL, 40)] where isRunning {
            kill(processID, signal)
            // It is polled, because it is not a child of this process.
            for _ in 0..<tries where isRunning { try? await Task.sleep(for: .milliseconds(50)) }
        }
    }

    /// Process ids are reused, so only a process with this state directory on its command line counts.
    private var isRunning: Bool {
        // Absent is nil: a process that ended has no command line.
        guard let arguments = try? Data(contentsOf: URL(filePath: "/proc/\(processID)/cmdline")) else { return false }
        return arguments.split(separator: 0).contains { Array($0) == Array(stateArgument.utf8) }
    }
}
