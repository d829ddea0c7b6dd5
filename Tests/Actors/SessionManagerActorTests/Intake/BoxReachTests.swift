import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// The command line of a joined hub's box reaches only its own hub's seats, because a thief of the box has its account.
///
/// Hub `room-1` measures bed-1 and `room-2` bed-2. The box belongs to room-2.
@Suite struct BoxReachTests {
    private static let box = "room-2.vitalbus.cli"

    /// Items that belong to the other hub.
    struct Others: Sendable {
        /// A record of bed-1.
        let record: LogID
        /// A held reading of room-1.
        let held: ReadingKey
    }

    /// A forged field, and the call that contains it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let operation: String
        let field: String
        let call: @Sendable (RequestClient, Others) async throws -> Void

        var testDescription: String { "\(operation) \(field)" }
    }

    private static func forgery<Body, Reply>(
        _ operation: Operation<Body, Reply>,
        _ field: String,
        _ body: @escaping @Sendable (Others) throws -> Body
    ) -> Forgery {
        Forgery(operation: operation.name, field: field) { requests, others in
            _ = try await requests.call(operation, hub: "site", body: try body(others))
        }
    }

    private static let sha256 = String(repeating: "a", count: 64)

    static let refused: [Forgery] = seats + readings + records + lists

    private static let seats: [Forgery] = [
        forgery(SessionOperations.startSession, "seat") { _ in StartSession(seat: "bed-1", apiVersion: .file) },
        forgery(SessionOperations.endSession, "seat") { _ in SeatReference(seat: "bed-1") },
        forgery(SessionOperations.session, "seat") { _ in SeatReference(seat: "bed-1") },
        forgery(SessionOperations.retrySession, "seat") { _ in SeatReference(seat: "bed-1") },
        forgery(SessionOperations.eraseSeat, "seat") { _ in EraseSeat(seat: "bed-1") },
        forgery(SessionOperations.setSeatLimits, "seat") { _ in SeatLimits(seat: "bed-1", limits: []) },
        forgery(SessionOperations.setSubscriptions, "seat") { _ in SetSubscriptions(seat: "bed-1", sampleTypes: []) },
        forgery(SessionOperations.subscriptions, "seat") { _ in SeatReference(seat: "bed-1") },
        forgery(SessionOperations.recordHistory, "seat") { _ in RecordHistoryRequest(seat: "bed-1") },
        forgery(SessionOperations.setLogging, "enabled") { _ in LoggingState(enabled: true) },
        forgery(SessionOperations.assignDevice, "seat") { _ in AssignDevice(device: Samples.device(7), seat: "bed-1") },
        forgery(SessionOperations.assignDevice, "device") { _ in AssignDevice(device: Samples.device(), seat: "bed-2")
        },
        forgery(SessionOperations.unassignDevice, "device") { _ in UnassignDevice(device: Samples.device()) },
    ]

    private static let readings: [Forgery] = [
        forgery(SessionOperations.submitRecords, "records[].hub") { _ in
            SubmitRecords(records: [try Samples.reading(9, hub: "room-1", seat: "bed-2", kind: .manual)])
        },
        forgery(SessionOperations.submitRecords, "records[].seat") { _ in
            SubmitRecords(records: [try Samples.reading(9, hub: "room-2", seat: "bed-1", kind: .manual)])
        },
        // The assignment of bed-1's cuff would otherwise name the person.
        forgery(SessionOperations.submitRecords, "records[].seat") { _ in
            SubmitRecords(records: [try Samples.reading(9, hub: "room-2", kind: .manual)])
        },
        forgery(SessionOperations.expectReadings, "hub") { _ in ExpectReadings(hub: "room-1", seat: "bed-2") },
        forgery(SessionOperations.expectReadings, "seat") { _ in ExpectReadings(hub: "room-2", seat: "bed-1") },
        forgery(SessionOperations.confirmReading, "readingKey") { ConfirmReading(readingKey: $0.held, seat: "bed-2") },
        forgery(SessionOperations.confirmReading, "seat") { _ in
            ConfirmReading(readingKey: Samples.key(99), seat: "bed-1")
        },
        forgery(SessionOperations.discardReading, "readingKey") { DiscardReading(readingKey: $0.held) },
        forgery(SessionOperations.heldPicture, "readingKey") { HeldPictureRequest(readingKey: $0.held, offset: 0) },
        forgery(SessionOperations.putHeldPicture, "readingKey") {
            PutPicture(readingKey: $0.held, sha256: sha256, size: 10)
        },
        forgery(SessionOperations.heldPicturePart, "readingKey") {
            PicturePart(readingKey: $0.held, sha256: sha256, index: 0, data: "")
        },
    ]

    private static let records: [Forgery] = [
        forgery(SessionOperations.updateRecord, "logID") {
            UpdateRecord(logID: $0.record, baseRevision: 1, measurements: Samples.pressure)
        },
        forgery(SessionOperations.deleteRecord, "logID") { DeleteRecord(logID: $0.record, baseRevision: 1) },
        forgery(SessionOperations.putImage, "logID") { PutImage(logID: $0.record, sha256: sha256, size: 10) },
        forgery(SessionOperations.imagePart, "logID") {
            ImagePart(logID: $0.record, sha256: sha256, index: 0, data: "")
        },
        forgery(SessionOperations.retryRecords, "logID") { RetryRecords(logID: $0.record) },
        forgery(SessionOperations.retryRecords, "seat") { _ in RetryRecords(seat: "bed-1") },
        forgery(SessionOperations.retryRecords, "seat") { _ in RetryRecords() },
    ]

    private static let lists: [Forgery] = [
        forgery(SessionOperations.queuedRecords, "seat") { _ in PageRequest(seat: "bed-1") },
        forgery(SessionOperations.unsyncedRecords, "seat") { _ in PageRequest(seat: "bed-1") },
        forgery(SessionOperations.rejectedRecords, "seat") { _ in PageRequest(seat: "bed-1") },
        forgery(SessionOperations.devices, "seat") { _ in PageRequest(seat: "bed-1") },
        forgery(SessionOperations.heldReadings, "seat") { _ in PageRequest(seat: "bed-1") },
        forgery(SessionOperations.sessions, "seat") { _ in PageRequest(seat: "bed-1") },
    ]

    /// The cuff of bed-1, a record from it, and a reading of room-1 without an owner.
    private func others(_ manager: RunningManager) async throws -> Others {
        try await manager.assign(to: "bed-1")
        let mine = try await manager.submit([try Samples.reading(1, seat: "bed-1", askedAt: 0)])
        let held = try Samples.reading(2, device: Samples.device(5))
        #expect(try await manager.submit(held) == [.held])
        return Others(record: try #require(mine.first?.logID), held: held.readingKey)
    }

    @Test(arguments: refused) func whatIsOfOthersIsRefusedAndChangesNothing(_ forgery: Forgery) async throws {
        try await SessionSite.withTwoHubs { manager in
            let others = try await others(manager)
            let before = try await manager.told().map(\.id)
            let error = await #expect(throws: BusError.self) {
                try await manager.site.calling(as: Self.box) { try await forgery.call($0, others) }
            }
            #expect(error?.code == .notAuthorized && error?.isRetriable == false, "\(String(describing: error))")
            let words = error?.message ?? ""
            #expect(words.contains("'\(forgery.field)'"), "it names the field: \(words)")
            #expect(words.contains("seats bed-2") && words.contains("vitalbus user add"), "the way out: \(words)")
            #expect(try await manager.told().map(\.id) == before, "no event")
            #expect(try await manager.queued().count == 1)
            #expect(try await manager.held().count == 1)
            let session = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
            #expect(session.userID == "user-bed-1")
            let devices = try await manager.call(SessionOperations.devices, PageRequest()).assignments
            #expect(devices.filter { $0.until == nil }.map(\.seat) == ["bed-1"])
        }
    }

    /// Every rule that refuses is tested.
    @Test func everyRuleIsForged() {
        let rules = Reach.table.filter { $0.role == .vitalbus && $0.field != "reply" }.map {
            "\($0.operation) \($0.field)"
        }
        #expect(Set(rules) == Set(Self.refused.map(\.testDescription)))
    }

    @Test func listsHaveWhatIsOfItsOwnSeatsOnly() async throws {
        try await SessionSite.withTwoHubs { manager in
            let others = try await others(manager)
            try await manager.assign(Samples.device(2), to: "bed-2")
            _ = try await manager.submit([try Samples.reading(3, hub: "room-2", device: Samples.device(2))])
            let own = try Samples.reading(4, hub: "room-2", device: Samples.device(6))
            #expect(try await manager.submit(own) == [.held])
            try await manager.site.calling(as: Self.box) { requests in
                func call<Body, Reply>(_ operation: Operation<Body, Reply>, _ body: Body) async throws -> Reply {
                    try await requests.call(operation, hub: "site", body: body)
                }
                #expect(try await call(SessionOperations.seats, SeatsRequest()).seats.map(\.seat) == ["bed-2"])
                let sessions = try await call(SessionOperations.sessions, PageRequest()).sessions
                #expect(sessions.map(\.session.seat) == ["bed-2"])
                let devices = try await call(SessionOperations.devices, PageRequest()).assignments
                #expect(devices.map(\.seat) == ["bed-2"])
                let queued = try await call(SessionOperations.queuedRecords, PageRequest()).records
                #expect(queued.map(\.record.readingKey) == [Samples.key(3)])
                #expect(try await call(SessionOperations.rejectedRecords, PageRequest()).records.isEmpty)
                let held = try await call(SessionOperations.heldReadings, PageRequest()).readings
                #expect(held.map(\.reading.readingKey) == [own.readingKey])
                let waiting = try await call(SessionOperations.processQueue, Empty()).waiting ?? []
                #expect(waiting.allSatisfy { $0.seat == "bed-2" })
                let told = try await call(SessionOperations.notificationsSince, NotificationsSince(cursor: 0))
                #expect(!told.notifications.isEmpty)
                #expect(told.notifications.allSatisfy { !$0.data.contains("bed-1") && $0.hub != "room-1" })
                // Another session's id gives nothing either.
                let session = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
                let named = PageRequest(sessionID: session.sessionID)
                #expect(try await call(SessionOperations.queuedRecords, named).records.isEmpty)
                #expect(try await call(SessionOperations.unsyncedRecords, named).records.isEmpty)
            }
            #expect(try await manager.held().map(\.reading.readingKey).contains(others.held), "a person sees all")
        }
    }

    /// A user's name is no secret: a session of that name takes over what waits, but shows nothing of another hub's seat.
    @Test func aSessionOfAnotherHubsUserShowsNothingOfTheirs() async throws {
        try await SessionSite.withTwoHubs { manager in
            _ = try await others(manager)
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            try await manager.site.calling(as: Self.box) { requests in
                let body = try manager.startOf("bed-2", user: "user-bed-1")
                let session = try await requests.call(SessionOperations.startSession, hub: "site", body: body)
                for request in [PageRequest(), PageRequest(seat: "bed-2"), PageRequest(sessionID: session.sessionID)] {
                    let page = try await requests.call(SessionOperations.queuedRecords, hub: "site", body: request)
                    #expect(page.records.isEmpty, "\(request)")
                }
            }
            #expect(try await manager.queued().map(\.record.readingKey) == [Samples.key(1)], "it goes on for its user")
        }
    }

    @Test func itsOwnSeatsAreServedAsBefore() async throws {
        try await SessionSite.withTwoHubs { manager in
            let held = try Samples.reading(4, hub: "room-2", device: Samples.device(6))
            #expect(try await manager.submit(held) == [.held])
            try await manager.site.calling(as: Self.box) { requests in
                func call<Body, Reply>(_ operation: Operation<Body, Reply>, _ body: Body) async throws -> Reply {
                    try await requests.call(operation, hub: "site", body: body)
                }
                let typed = try Samples.reading(5, hub: "room-2", device: nil, seat: "bed-2", kind: .manual)
                let added = try await call(SessionOperations.submitRecords, SubmitRecords(records: [typed])).results
                #expect(added.map(\.outcome) == [.accepted])
                let history = try await call(SessionOperations.recordHistory, RecordHistoryRequest(seat: "bed-2"))
                #expect(history.records.count == 1)
                let decided = try await call(
                    SessionOperations.confirmReading,
                    ConfirmReading(readingKey: held.readingKey, seat: "bed-2")
                )
                #expect(decided.outcome == .accepted)
                let assigned = try await call(
                    SessionOperations.assignDevice,
                    AssignDevice(device: Samples.device(7), seat: "bed-2")
                )
                #expect(assigned.seat == "bed-2")
                _ = try await call(SessionOperations.unassignDevice, UnassignDevice(device: Samples.device(7)))
                _ = try await call(SessionOperations.endSession, SeatReference(seat: "bed-2"))
                let again = StartSession(seat: "bed-2", userID: "next", apiVersion: .file)
                #expect(try await call(SessionOperations.startSession, again).seat == "bed-2")
            }
        }
    }

    /// A box is not a person: its request must not give its hub's reader another hub's device.
    @Test func itsWordGivesItsReaderNoDeviceOfAnotherHub() async throws {
        try await SessionSite.withTwoHubs { manager in
            try await manager.assign(to: "bed-1")
            try await manager.site.calling(as: Self.box) { requests in
                let body = ExpectReadings(hub: "room-2", seat: "bed-2")
                let expected = try await requests.call(SessionOperations.expectReadings, hub: "site", body: body)
                #expect(expected.until == nil)
            }
            try await manager.site.calling(as: "room-2.device-reader.main") { requests in
                await manager.expect(.notAuthorized) {
                    let body = AssignDevice(device: Samples.device(), seat: "bed-2")
                    _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
                }
            }
        }
    }
}
