/// Walks breadth first through every state that a model can reach, and finds the shortest path to a fault.
struct Explorer<World: Hashable, Step> {
    /// The result of a walk.
    struct Report {
        /// The number of different states.
        var states = 0
        /// The number of steps taken between them, including those to known states.
        var transitions = 0
        /// The number of steps from the start to the farthest state.
        var depth = 0
        /// Whether every reachable state was seen.
        var isExhausted = false
        /// The first fault, with the shortest path to it.
        var violation: Violation?
    }

    /// A broken promise and the steps that led to it.
    struct Violation {
        let fault: String
        let trace: [Step]
        let last: World

        /// The fault and its path, step by step.
        var text: String {
            let steps = trace.enumerated().map { "\($0.offset + 1). \($0.element)" }
            return (["\(fault), after \(trace.count) steps:"] + steps + ["end: \(last)"]).joined(separator: "\n")
        }
    }

    /// The most states to visit; a walk that reaches this limit is bounded.
    var stateLimit = Int.max
    /// The steps that are possible in a state.
    let steps: (World) -> [Step]
    /// Takes a step; returns a fault if the step itself breaks a promise.
    let take: (inout World, Step) -> String?
    /// The fault of a state, if it has one.
    let fault: (World) -> String?

    /// Explores from a start.
    func explore(from start: World) -> Report {
        var report = Report()
        var seen: Set<World> = [start]
        // For each state's number: the previous state and the step from it.
        var origins: [(state: Int, step: Step)?] = [nil]
        var level: [(number: Int, world: World)] = [(0, start)]
        while !level.isEmpty {
            var next: [(number: Int, world: World)] = []
            for (number, world) in level {
                for step in steps(world) {
                    var reached = world
                    let broken = take(&reached, step)
                    report.transitions += 1
                    guard broken != nil || seen.insert(reached).inserted else { continue }
                    origins.append((number, step))
                    if let fault = broken ?? fault(reached) {
                        report.states = seen.count
                        report.depth += 1
                        let way = trace(to: origins.count - 1, origins)
                        report.violation = Violation(fault: fault, trace: way, last: reached)
                        return report
                    }
                    next.append((origins.count - 1, reached))
                    guard seen.count < stateLimit else {
                        report.states = seen.count
                        return report
                    }
                }
            }
            level = next
            if !next.isEmpty { report.depth += 1 }
        }
        report.states = seen.count
        report.isExhausted = true
        return report
    }

    private func trace(to state: Int, _ origins: [(state: Int, step: Step)?]) -> [Step] {
        var steps: [Step] = []
        var state = state
        while let origin = origins[state] {
            steps.append(origin.step)
            state = origin.state
        }
        return steps.reversed()
    }
}
