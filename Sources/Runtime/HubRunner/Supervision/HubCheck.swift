internal import Processes

/// Lets every program of a hub check its configuration before the first one starts.
public struct HubCheck: Sendable {
    /// How long a program may take; one that takes longer is started all the same.
    private static let limit = Duration.seconds(10)
    private let plan: HubPlan

    /// Names the hub.
    public init(_ plan: HubPlan) {
        self.plan = plan
    }

    /// Runs the programs, each once and side by side, with `--check-config`.
    ///
    /// - Throws: ``HubRunnerError`` `configuration` with the first program's own words, `invalidPlan`.
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

    /// What a program says of its configuration; nil where it is well, or nobody can tell.
    private static func complaint(_ spec: ChildSpec) async -> String? {
        let command = spec.command(adding: ["--check-config"], output: .lines)
        // Absent is nil: a program that does not start is told of when the hub starts it.
        guard let child = try? await ChildProcess.start(command) else { return nil }
        let timer = Task {
            try await Task.sleep(for: limit)
            await child.kill()
        }
        defer { timer.cancel() }
        var last = ""
        for await line in child.lines where !line.isEmpty { last = line }
        // EX_CONFIG; whatever else is wrong shows at the start itself.
        guard await child.waitUntilExit() == .code(78) else { return nil }
        let head = "vitalbus \(spec.role): configuration: "
        return "\(spec.role): \(last.hasPrefix(head) ? String(last.dropFirst(head.count)) : last)"
    }
}
