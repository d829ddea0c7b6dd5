import Foundation
import SimulatedHub

/// Strikes the processes of a system, several at a time, each only while it runs.
actor StrikeRun {
    private let system: TortureSystem
    private let victims: [any Victim]
    private let tell: @Sendable (String) -> Void
    private var down: Set<Int> = []
    private var returns: [Int64] = []

    init(_ system: TortureSystem, _ victims: [any Victim], _ tell: @escaping @Sendable (String) -> Void) {
        self.system = system
        self.victims = victims
        self.tell = tell
    }

    /// Carries all strikes out and waits until every process runs again.
    ///
    /// - Returns: When each process came back, in milliseconds since 1970.
    func run(_ round: RoundPlan, pace: Int) async throws -> [Int64] {
        var plan = StrikePlan(seed: round.seed, victims: victims.count, pace: pace)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...max(1, round.kills) where number <= round.kills {
                let entry = plan.next()
                try await Task.sleep(for: .milliseconds(entry.pauseMilliseconds))
                let place = try await free(from: entry.victim)
                down.insert(place)
                group.addTask { try await self.strike(place, entry.strike) }
                if number % 10 == 0 || number == round.kills { progress(number, round) }
            }
            try await group.waitForAll()
        }
        return returns
    }

    private func strike(_ place: Int, _ strike: Strike) async throws {
        let victim = victims[place]
        do {
            try await victim.suffer(strike)
        } catch {
            tell("\(victim.name), \(strike): \(error)")
            throw error
        }
        returns.append(Int64(Date().timeIntervalSince1970 * 1_000))
        down.remove(place)
    }

    /// The wanted victim, or the next one in order that runs.
    private func free(from wanted: Int) async throws -> Int {
        while true {
            let order = victims.indices.map { (wanted + $0) % victims.count }
            if let place = order.first(where: { !down.contains($0) }) { return place }
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    private func progress(_ number: Int, _ round: RoundPlan) {
        let committed = RoundCount.committedCount(system.outboxes)
        let journal = (try? Data(contentsOf: URL(filePath: system.folder.journal))) ?? Data()
        let there = ServerJournal(journal).accepted.count
        tell("\(round.server) \(number)/\(round.kills) strikes, committed \(committed), at the server \(there)")
    }
}
