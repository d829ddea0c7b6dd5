internal import Processes

/// Has every program of a hub check its configuration before the first one starts.
public struct HubCheck: Sendable {
    /// The time limit of a check; a slower program is started nevertheless.
    private static let limit = Duration.seconds(10)
    private let plan: HubPlan

    /// Creates a check for a hub.
    public init(_ plan: HubPlan) {
        self.plan = plan
    }

    /// Runs each program once with `--check-config`, concurrently.
    ///
    /// - Throws: ``HubRunnerError`` `configuration` with the first program's message, `invalidPlan`.
    public func run() async throws {
        var one: [ChildSpec] = []
        for spec in try plan.children() where !one.contains(where: { $0.role == spec.role }) { one.append(spec) }
        let found = await withTaskGroup(of: (Int, String?).self) { group in
            for (place, spec) in one.enumerated() { group.addTask { (place, await Self.complaint(spec)) } }
            return await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
        }
        guard let first = found.keys.min(), let words = found[first] else { return }
        throw HubRunnerError(.configuration, message: words)
    }

    /// A program's message about its configuration; nil if it is valid, or the check failed.
    private static func complaint(_ spec: ChildSpec) async -> String? {
        let command = spec.command(adding: ["--check-config"], output: .lines)
        // Absent is nil: a program that does not start is reported when the hub starts it.
        guard let child = try? await ChildProcess.start(command) else { return nil }
        let timer = Task {
            try await Task.sleep(for: limit)
            await child.kill()
        }
        defer { timer.cancel() }
        var last = ""
        for await line in child.lines where !line.isEmpty { last = line }
        // EX_CONFIG; any other error is reported at the start itself.
        guard await child.waitUntilExit() == .code(78) else { return nil }
        let head = "vitalbus \(spec.role): configuration: "
        return "\(spec.role): \(last.hasPrefix(head) ? String(last.dropFirst(head.count)) : last)"
    }
}
