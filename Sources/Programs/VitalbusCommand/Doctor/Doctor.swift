internal import ArgumentParser
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import SiteHealth

/// The command `vitalbus doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Find what is wrong with this hub, and how to fix it.",
        discussion: "Exit code 0 if there are at most warnings, 1 if there is a fault."
    )

    @OptionGroup var place: HubOptions
    @Flag(help: "Print the findings as JSON.") var json = false

    private struct Report: Encodable {
        let healthy: Bool
        let findings: [Finding]
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let findings = await findings(environment)
        let isHealthy = !findings.contains { $0.status == .wrong }
        if json {
            try environment.json(Report(healthy: isHealthy, findings: findings))
        } else {
            for line in findings.grouped.flatMap(\.lines) { environment.out(line) }
            environment.out(findings.verdict)
        }
        guard isHealthy else { throw ExitCode(1) }
    }

    /// How often and after which pause an unhealthy hub is checked again: its broker restarts for a new account, and
    /// its processes reconnect a second later.
    private static let again = (times: 2, pause: Duration.seconds(2))

    private func findings(_ environment: CommandEnvironment) async -> [Finding] {
        let found: HubPlace
        do {
            found = try place.place(environment)
        } catch {
            let words = CommandFailure(error)?.message ?? error.plainWords
            return [Finding("hub", status: .wrong, words: words, wayOut: "vitalbus up")]
        }
        let machine = MachineFacts(place: found, variables: environment.variables)
        let radio = found.hasRadio ? await RadioFacts.collect(environment.variables).findings : []
        return machine.findings(now: Date()) + radio + (await patientLook(found))
    }

    /// The problems on the bus that persist after a moment.
    private func patientLook(_ found: HubPlace) async -> [Finding] {
        var findings = await bus(found)
        // The check has already waited for a broker that does not answer.
        for _ in 0..<Self.again.times
        where findings.contains(where: { $0.status == .wrong })
            && !findings.contains(where: { $0.check == "broker" && $0.status == .wrong })
        {
            // Absent is nil: cancelled, so the findings so far remain.
            guard (try? await Task.sleep(for: Self.again.pause)) != nil else { break }
            findings = await bus(found)
        }
        return findings
    }

    private func bus(_ found: HubPlace) async -> [Finding] {
        do {
            let (site, answers) = try await place.connect(patience: HubOptions.glance) { connection, _ in
                let site = SiteFacts(try await KeptMessages.all(BusFacts.topics, over: connection.client))
                return (site, await HubClocks.ask(site, over: connection.requests, now: Date()))
            }
            return try site.findings(found, answers: answers, knowsDisk: true, now: Date())
        } catch {
            var facts = BusFacts()
            facts.failure = CommandFailure(error)?.message ?? error.plainWords
            return facts.findings(now: Date())
        }
    }
}

extension Finding {
    /// The finding as lines for people.
    var lines: [String] {
        let mark =
            switch status {
            case .ok: "ok      "
            case .warning: "warning "
            case .wrong: "wrong   "
            }
        return ["\(mark)\(check): \(EventLine.plain(words))"] + (wayOut.map { ["          -> \($0)"] } ?? [])
    }
}
