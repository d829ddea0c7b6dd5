internal import Processes

/// Children of a killed hub, which hold the locks that the next ones need until they have ended.
///
/// They end by themselves soon after (``ParentWatch``), except for one that hangs. They are found by their arguments,
/// because a hub may be killed before it has recorded a process id.
struct Orphans: Sendable {
    private let marks: (environment: String, argument: String)

    /// Finds the orphans of a state directory.
    init(_ layout: HubLayout) {
        marks = ("\(ParentWatch.variable)=", "state.directory=\(layout.state)")
    }

    /// Ends them; it may only be called while no other process can start children here.
    ///
    /// - Returns: The orphans found.
    func stop() async -> [RunningProcess] {
        let found = RunningProcess.others.filter(isOne)
        await withDiscardingTaskGroup { group in
            // Each gets the same time to end as a hub's children.
            for orphan in found { group.addTask { _ = await orphan.stop(within: .seconds(9), while: isOne) } }
        }
        return found
    }

    private func isOne(_ process: RunningProcess) -> Bool {
        process.arguments.contains(marks.argument)
            && process.environment.contains { $0.hasPrefix(marks.environment) }
    }
}
