internal import Processes

/// Children of a killed hub; until they end they hold the locks that the next hub's children need.
///
/// They end by themselves soon (``ParentWatch``), but a hung one does not. They are found by their command lines,
/// because a hub may be killed before it recorded a process id.
struct Orphans: Sendable {
    private let marks: (environment: String, argument: String)

    /// Those of a state directory.
    init(_ layout: HubLayout) {
        marks = ("\(ParentWatch.variable)=", "state.directory=\(layout.state)")
    }

    /// Ends them; call it only while no other process may start children here.
    ///
    /// - Returns: The processes that it ended.
    func stop() async -> [RunningProcess] {
        let found = RunningProcess.others.filter(isOne)
        await withDiscardingTaskGroup { group in
            // They get the same time for an orderly end as a hub's children.
            for orphan in found { group.addTask { _ = await orphan.stop(within: .seconds(9), while: isOne) } }
        }
        return found
    }

    private func isOne(_ process: RunningProcess) -> Bool {
        process.arguments.contains(marks.argument)
            && process.environment.contains { $0.hasPrefix(marks.environment) }
    }
}
