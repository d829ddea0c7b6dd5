import GRDB
import SeededRandom
import TortureGround

/// Puts a captive portal before the server now and then, while processes are struck.
///
/// Each spell lasts until the destination pauses, which is what it is judged by; the session manager's own probes end the
/// pause.
struct PortalSpells: Sendable {
    /// How many spells there were, and how many of them paused nothing.
    struct Outcome: Sendable {
        var spells = 0
        var unpaused = 0
    }

    /// Readings come many times a second; every process may be away for some seconds of it.
    private static let patience = Duration.seconds(60)

    let count: Int
    let seed: UInt64
    /// The server's base URL.
    let server: String
    /// The session manager's store.
    let queue: String
    let tell: @Sendable (String) -> Void

    /// Carries all spells out.
    ///
    /// - Throws: `ServerFaults.Refused`, `DatabaseError`.
    func run() async throws -> Outcome {
        var random = SplitMix64(seed: seed, stream: 3)
        var outcome = Outcome()
        while outcome.spells < count {
            try await Task.sleep(for: .milliseconds(Int.random(in: 500...3_000, using: &random)))
            // A pause of the spell before would be taken for this one's.
            _ = try await wait { try !isPaused() }
            let portal = ServerFaults.Portal.allCases[outcome.spells % ServerFaults.Portal.allCases.count]
            try await ServerFaults.set(ServerFaults.json(seed: seed, behind: portal), at: server)
            let isNoticed = try await wait { try isPaused() }
            outcome.spells += 1
            try await ServerFaults.set(ServerFaults.json(seed: seed &+ UInt64(outcome.spells)), at: server)
            guard !isNoticed else { continue }
            tell("a captive portal paused nothing in \(Self.patience)")
            outcome.unpaused += 1
        }
        return outcome
    }

    private func wait(_ condition: () throws -> Bool) async throws -> Bool {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end {
            if try condition() { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }

    private func isPaused() throws -> Bool {
        try ReadOnly.database(queue).read { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM destinations") ?? 0
        } > 0
    }
}
