import Foundation
import SiteRecords
import Synchronization
import Testing

/// Watching files that other processes change.
@Suite struct FileChangesTests {
    /// A clock on which short pauses end at once and long ones never: only a change ends a wait.
    private struct Standing: Clock {
        /// Runs in each short pause.
        var pause: @Sendable () -> Void = {}
        var now: ContinuousClock.Instant { ContinuousClock.now }
        var minimumResolution: Duration { .nanoseconds(1) }

        func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
            guard now.duration(to: deadline) > .seconds(1) else { return pause() }
            for await _ in AsyncStream<Never>.makeStream().stream {}
            throw CancellationError()
        }
    }

    private func changes(_ body: (URL, FileChanges) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "changes-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder, FileChanges(["\(folder.path)/made/later", "\(folder.path)/file"]))
    }

    /// Waits until the files differ: changes to other files in the folder also end a wait.
    private func change(of changes: FileChanges) async {
        while await !changes.wait(Standing()) {}
    }

    @Test func aChangeIsToldWithoutLookingEachSecond() async throws {
        try await changes { folder, changes in
            let before = changes.ages
            try Data([1]).write(to: folder.appending(path: "file"), options: .atomic)
            await change(of: changes)
            #expect(changes.ages != before)
        }
    }

    /// A file that is written elsewhere and moved into place, with further changes right after it, counts as one
    /// change.
    @Test func changesThatComeTogetherAreToldOnce() async throws {
        try await changes { folder, changes in
            let file = folder.appending(path: "file")
            let left = Mutex(4)
            let clock = Standing {
                let number = left.withLock { left in
                    defer { left = max(left - 1, 0) }
                    return left
                }
                // Each file gets a different time, because two written at once may share one.
                let time = Date(timeIntervalSince1970: Double(number))
                if number > 0 {
                    try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: file.path)
                }
            }
            try Data().write(to: file, options: .atomic)
            while await !changes.wait(clock) {}
            #expect(left.withLock { $0 } == 0, "the pauses went on until nothing came")
            let again = Task { await changes.wait(clock) }
            again.cancel()
            #expect(await !again.value)
        }
    }

    @Test func whatIsMadeLaterIsFollowedFromThenOn() async throws {
        try await changes { folder, changes in
            let made = folder.appending(path: "made/later")
            try FileManager.default.createDirectory(at: made, withIntermediateDirectories: true)
            await change(of: changes)
            for name in ["a", "b"] {
                try Data([1]).write(to: made.appending(path: name), options: .atomic)
                await change(of: changes)
            }
        }
    }

    @Test func whoIsCancelledWaitsNoMore() async throws {
        try await changes { _, changes in
            let waiting = Task { await changes.wait(Standing()) }
            waiting.cancel()
            #expect(await !waiting.value)
        }
    }
}
