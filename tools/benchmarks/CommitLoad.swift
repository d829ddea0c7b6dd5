import Foundation
import LedgerStore
import LoadFacts
import StoreEngine

/// Commits rows to one of the product's stores and does nothing else: the disk's own limit with group commit.
struct CommitLoad: Sendable {
    /// Commits that wait at a time.
    let concurrency: Int

    /// The rows per second, and the commits per second that carried them.
    func rate(_ count: Int, in folder: String) async throws -> (rows: Double, commits: Double) {
        let path = "\(folder)/commit-load-\(UUID().uuidString).sqlite"
        let store = try await LedgerStore.open(StoreConfiguration(path: path))
        let before = await store.health.commits
        let start = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<concurrency {
                group.addTask {
                    for number in stride(from: worker, to: count, by: concurrency) {
                        try await store.beginAttempt(
                            logID: UUID().uuidString,
                            revision: 1,
                            fence: Int64(number),
                            sessionID: "bench",
                            at: .now
                        )
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - start).inSeconds
        let commits = await store.health.commits - before
        try await store.close()
        return (Double(count) / seconds, Double(commits) / seconds)
    }
}
