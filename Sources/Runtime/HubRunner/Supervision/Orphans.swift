internal import Processes

/// Children of a hub that was killed: until they have ended they hold the locks that the next ones need.
///
/// They end by themselves soon after (``ParentWatch``); one that stands still does not. Found by what they were started
/// with, since a hub may be killed before it has noted a process id.
struct Orphans: Sendable {
    private let marks: (environment: String, argument: String)

    /// Those of a state directory.
    init(_ layout: HubLayout) {
        marks = ("\(ParentWatch.variable)=", "state.directory=\(layout.state)")
    }

    /// Ends them; only to be called while nobody else may start children here.
    ///
    /// - Returns: Those that were there.
    func stop() async -> [RunningProcess] {
        let found = RunningProcess.others.filter(isOne)
        await withDiscardingTaskGroup { group in
            // They have what a hub's children have for an end in order.
            for orphan in found { group.addTask { _ = await orphan.stop(within: .seconds(9), while: isOne) } }
        }
        return found
    }

    private func isOne(_ process: RunningProcess) -> Bool {
        process.arguments.contains(marks.argument)
            && process.environment.contains { $0.hasPrefix(marks.environment) }
    }
}
