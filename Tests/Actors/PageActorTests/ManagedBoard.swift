import BusContract
import Foundation
import Logging
import MessageBus
import Synchronization
import TestSupport

@testable import PageActor

/// A board whose session manager is this test's: it counts its requests and answers with one bed.
final class ManagedBoard: Sendable {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)
    static let nurse = Rights(role: .caregiver, seat: nil)

    let board: LiveBoard
    private let counts = Mutex<[String: Int]>([:])

    /// The requests so far, by operation.
    var asked: [String: Int] { counts.withLock { $0 } }

    private init(_ board: LiveBoard) { self.board = board }

    /// Runs the board and its session manager while the body runs.
    static func running(_ body: @Sendable (ManagedBoard) async throws -> Void) async throws {
        let broker = InMemoryBroker()
        func client(_ actor: String) throws -> BusClient {
            let address = try BusAddress(site: "home", hub: "site", actor: actor, instance: "main")
            let environment = BusEnvironment(now: { now }, newID: { UUID().uuidString }, clock: ContinuousClock())
            return BusClient(bus: broker.connect(), address: address, epoch: 1, environment: environment)
        }
        let requests = RequestClient(try client("page"))
        let folder = try TemporaryFolder()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let files = PageFiles(folder: folder.url, now: now, logger: logger)
        let board = LiveBoard(
            bus: PageBus(requests: requests),
            usual: try UsualValues([]),
            files: files,
            stale: 86_400
        )
        let managed = ManagedBoard(board)
        let manager = try client("session-manager")
        let server = try RequestServer(manager, handlers: managed.handlers, logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await requests.run() }
            group.addTask { try await server.run() }
            defer { group.cancelAll() }
            let probe = BusMessage(topic: manager.address.topic("request/session-manager/probe"), payload: [])
            while try await broker.connect().publish(probe) == .noSubscribers { await Task.yield() }
            try await body(managed)
        }
    }

    /// The tile of a changed seat.
    func changed(_ seat: String, number: Int = 0, for rights: Rights) async throws -> SeatTile? {
        try await board.changed(seat, number: number, for: rights, now: Self.now)
    }

    private var handlers: [RequestHandler] {
        [
            RequestHandler(SessionOperations.seats) { [self] _, _ in
                count(SessionOperations.seats.name)
                let entry = SeatPage.Entry(
                    seat: "bed-a",
                    configured: true,
                    session: nil,
                    waiting: 0,
                    unsynced: 0,
                    rejected: 0,
                    held: 0,
                    devices: 0
                )
                return SeatPage(page: 1, pages: 1, seats: [entry])
            },
            RequestHandler(SessionOperations.recordHistory) { [self] body, _ in
                count(SessionOperations.recordHistory.name)
                return RecordHistory(seat: body.seat, page: 1, pages: 1, total: 0, records: [])
            },
        ]
    }

    private func count(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }
}

/// A count that several tasks share.
final class Counter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
