import Testing

@Suite("The outbox's window, proved by a model")
struct OutboxModelTests {
    private func walk(trustsPuback: Bool) -> Explorer<OutboxWorld, OutboxWorld.Step>.Report {
        Explorer<OutboxWorld, OutboxWorld.Step>(
            steps: { $0.steps() },
            take: { world, step in
                world.take(step, trustsPuback: trustsPuback)
                return nil
            },
            fault: { $0.fault() }
        ).explore(from: OutboxWorld())
    }

    @Test("a row leaves only after a reply that names it")
    func kept() {
        let report = walk(trustsPuback: false)
        if let violation = report.violation { Issue.record("\(violation.text)") }
        #expect(report.isExhausted)
        print("model: outbox: \(report.states) states, \(report.transitions) transitions, depth \(report.depth)")
    }

    @Test("a row that is deleted once its batch is sent gets lost")
    func lost() {
        #expect(walk(trustsPuback: true).violation?.fault.hasPrefix("(1)") == true)
    }
}
