import DeliveryRules
import Foundation
import MessageBus
import Outbox
import QueueStore
import SimulatedHub
import StoreEngine
import VitalRecords

/// Commits of the line's stores, in files of their own.
enum StoreWork {
    private static let at = Date(timeIntervalSince1970: 1_800_000_000)
    private static let waiting = 100
    private static let grantedAtATime = 4

    /// One reading's commit to an outbox.
    static func outbox(_ times: Int) async throws {
        try await inFolder { folder in
            let store = try await OutboxStore.open(StoreConfiguration(path: "\(folder)/outbox.sqlite"))
            for number in 0..<times {
                let row = try OutboxReading(try reading(number))
                let changed = try await store.commitReadings(frames: [], readings: [row], at: at)
                guard changed == 1 else { throw BenchError("a reading is not committed") }
            }
            try await store.close()
        }
    }

    /// One grant of some records, out of a queue that is as long at the start whatever is granted.
    static func grant(_ times: Int) async throws {
        try await inFolder { folder in
            let store = try await QueueStore.open(
                StoreConfiguration(path: "\(folder)/queue.sqlite"),
                notifications: QueueSeed.Silent()
            )
            _ = try await store.sessions.start(session, endingPresentFor: "replaced", at: at)
            _ = try await store.records.accept(try (0..<waiting).map(decision), at: at)
            let request = GrantRequest(worker: "worker", free: grantedAtATime, term: .seconds(30))
            for _ in 0..<times {
                let granted = try await store.delivery.grant(request, now: BootInstant(milliseconds: 1_000), at: at)
                guard granted.count == grantedAtATime else { throw BenchError("\(granted.count) records are granted") }
            }
            try await store.close()
        }
    }

    private static func inFolder(_ operation: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "counted-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await operation(folder)
    }

    private static func reading(_ number: Int) throws -> Reading {
        guard let hub = HubID(rawValue: LineSetup.hub),
            let id = UUID(uuidString: "6f1b6c86-0000-4000-8000-000000000001")
        else { throw BenchError("no hub") }
        var reading = LineUsers.reading(number, hub: hub)
        let device = DeviceID(uuid: id)
        reading.device = device
        reading.readingKey = .bluetooth(
            device: device,
            deviceTime: "2026-01-01T\(1_000 + number)",
            sequence: nil,
            measurement: [1, 2, 3, 4],
            episode: at
        )
        (reading.timestamp, reading.receivedAt) = (at, at)
        return reading
    }

    private static func decision(_ number: Int) throws -> ReadingDecision {
        let reading = try reading(number)
        let logID = "00000000-0000-5000-8000-\(100_000_000_000 + number)"
        guard let id = LogID(rawValue: logID), let seat = SeatID(rawValue: "bed") else { throw BenchError("no seat") }
        return ReadingDecision(
            readingKey: reading.readingKey.rawValue,
            revision: 1,
            hub: reading.hub.rawValue,
            seenAt: at,
            outcome: .queue(
                NewRecord(
                    logID: logID,
                    sessionID: session.id,
                    seat: session.seat,
                    record: Data(try WireJSON.encode(VitalRecord(reading: reading, logID: id, seat: seat))),
                    isHistory: false
                )
            )
        )
    }

    private static let session = StoredSession(
        id: "session",
        seat: "bed",
        userID: "user",
        organizationID: "organization",
        api: "inform",
        apiVersion: "v2",
        sealedToken: Data("sealed".utf8),
        startedAt: at
    )
}
