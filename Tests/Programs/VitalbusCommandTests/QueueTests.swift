import ActorRuntime
import BusContract
import ContractLiterals
import MessageBus
import Synchronization
import Testing

@Suite struct QueueTests {
    /// Runs the command against a queue of three pages, and returns the requested pages.
    private func run(_ arguments: String..., expires: Bool = false) async throws -> (Shell.Outcome, [PageRequest]) {
        let broker = InMemoryBroker()
        let seen = Mutex<[PageRequest]>([])
        let handler = RequestHandler(SessionOperations.queuedRecords) { body, _ in
            seen.withLock { $0.append(body) }
            if expires, body.page == 3 {
                throw BusError(.snapshotExpired, message: "the snapshot of the list has expired; request page 1 again")
            }
            return RecordPage(page: body.page ?? 1, pages: 3, records: [], snapshot: "s-1")
        }
        let outcome = try await Shell.serving("session-manager", hub: "site", [handler], on: broker) {
            await Shell(broker).run(["session", "queue"] + arguments)
        }
        return (outcome, seen.withLock(\.self))
    }

    @Test func allPagesAreOfTheFirstOnesSnapshot() async throws {
        let (outcome, asked) = try await run("--all", "--seat", "bed-a")
        #expect(outcome.code == 0)
        #expect(asked.map(\.page) == [1, 2, 3])
        #expect(asked.map(\.snapshot) == [nil, "s-1", "s-1"])
        #expect(asked.allSatisfy { $0.seat == "bed-a" })
        #expect(outcome.out.last == "page 3 of 3, 0 records")
    }

    @Test func onePageSaysHowToAskForTheNext() async throws {
        let (outcome, asked) = try await run("--page", "2", "--snapshot", "s-1")
        #expect(asked.map(\.page) == [2] && asked.map(\.snapshot) == ["s-1"])
        #expect(outcome.out == ["page 2 of 3, 0 records, next: --page 3 --snapshot s-1"])
    }

    @Test func anExpiredSnapshotIsSaidInPlainWords() async throws {
        let (outcome, _) = try await run("--all", expires: true)
        #expect(outcome.code != 0)
        #expect(outcome.err.joined().contains("request page 1 again"))
    }

    @Test func allFromTheMiddleNeedsASnapshot() async throws {
        let (outcome, asked) = try await run("--all", "--page", "2")
        #expect(outcome.code == 64 && asked.isEmpty)
    }
}
