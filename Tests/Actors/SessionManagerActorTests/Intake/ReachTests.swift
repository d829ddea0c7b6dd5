import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A member's statements about others are checked against its own hub before anything is done.
///
/// Two hubs have joined: `room-1` measures bed-1, `room-2` bed-2. The forger belongs to room-2.
@Suite struct ReachTests {
    private func running(_ body: (RunningManager) async throws -> Void) async throws {
        try await SessionSite.withTwoHubs(body)
    }

    /// A forged field, and the call that contains it.
    struct Forgery: Sendable, CustomTestStringConvertible {
        let role: String
        let field: String
        let call: @Sendable (RequestClient) async throws -> Void

        var testDescription: String { "\(role) \(field)" }
    }

    private static let key = ReadingKey.hashed(scheme: "bt1", fields: [1: [1]])

    private static func submit(_ role: String, _ field: String, _ reading: @escaping @Sendable () throws -> Reading)
        -> Forgery
    {
        Forgery(role: role, field: "submitRecords records[].\(field)") { requests in
            let body = SubmitRecords(records: [try reading()])
            _ = try await requests.call(SessionOperations.submitRecords, hub: "site", body: body)
        }
    }

    static let refused: [Forgery] =
        [
            submit("device-reader", "hub") { try Samples.reading(hub: "room-1") },
            submit("device-reader", "source.kind") { try Samples.reading(hub: "room-2", seat: "bed-1", kind: .manual) },
            submit("device-reader", "source.kind") { try Samples.reading(hub: "room-2", kind: .ocr) },
            submit("health-importer", "hub") { try Samples.reading(hub: "room-1", kind: .healthImport) },
            submit("health-importer", "source.kind") { try Samples.reading(hub: "room-2", kind: .manual) },
            submit("ocr-worker", "source.kind") { try Samples.reading(hub: "room-2", kind: .bluetooth) },
            submit("ocr-worker", "source.kind") { try Samples.reading(hub: "room-2", seat: "bed-1", kind: .manual) },
        ] + [
            Forgery(role: "device-reader", field: "assignDevice seat") { requests in
                let body = AssignDevice(device: Samples.device(7), seat: "bed-1")
                _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
            },
            // The cuff of bed-1, for the forger's own seat.
            Forgery(role: "device-reader", field: "assignDevice device") { requests in
                let body = AssignDevice(device: Samples.device(), seat: "bed-2")
                _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
            },
            Forgery(role: "health-importer", field: "subscriptions seat") { requests in
                let body = SeatReference(seat: "bed-1")
                _ = try await requests.call(SessionOperations.subscriptions, hub: "site", body: body)
            },
            Forgery(role: "ocr-worker", field: "putHeldPicture readingKey") { requests in
                let body = PutPicture(readingKey: key, sha256: String(repeating: "a", count: 64), size: 10)
                _ = try await requests.call(SessionOperations.putHeldPicture, hub: "site", body: body)
            },
            Forgery(role: "ocr-worker", field: "heldPicturePart readingKey") { requests in
                let body = PicturePart(readingKey: key, sha256: String(repeating: "a", count: 64), index: 0, data: "")
                _ = try await requests.call(SessionOperations.heldPicturePart, hub: "site", body: body)
            },
        ]

    @Test(arguments: refused) func whatIsForgedIsRefusedAndChangesNothing(_ forgery: Forgery) async throws {
        try await running { manager in
            try await manager.assign(to: "bed-1")
            let before = try await manager.told().map(\.id)
            let error = await #expect(throws: BusError.self) {
                try await manager.site.calling(as: "room-2.\(forgery.role).main", forgery.call)
            }
            #expect(error?.code == .notAuthorized && error?.isRetriable == false, "\(String(describing: error))")
            let field = forgery.field.split(separator: " ").last.map(String.init) ?? ""
            #expect(error?.message.contains("'\(field)'") == true, "it names the field: \(error?.message ?? "")")
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.told().map(\.id) == before, "no event")
            let devices = try await manager.call(SessionOperations.devices, PageRequest()).assignments
            #expect(devices.map(\.seat) == ["bed-1"])
        }
    }

    @Test func imagesGoToRecordsOfTheHubAlone() async throws {
        try await running { manager in
            try await manager.assign(to: "bed-1")
            let mine = try await manager.submit([try Samples.reading(hub: "room-1", seat: "bed-1", askedAt: 0)])
            let logID = try #require(mine.first?.logID)
            let put = PutImage(logID: logID, sha256: String(repeating: "a", count: 64), size: 10)
            let part = ImagePart(logID: logID, sha256: put.sha256, index: 0, data: "")
            try await manager.site.calling(as: "room-2.device-reader.main") { requests in
                await manager.expect(.notAuthorized) {
                    _ = try await requests.call(SessionOperations.putImage, hub: "site", body: put)
                }
                await manager.expect(.notAuthorized) {
                    _ = try await requests.call(SessionOperations.imagePart, hub: "site", body: part)
                }
            }
            try await manager.site.calling(as: "room-1.device-reader.main") { requests in
                let wanted = try await requests.call(SessionOperations.putImage, hub: "site", body: put)
                #expect(wanted.missing == [0])
            }
        }
    }

    /// A hub's reading is not lost because of the seat it names: a person decides.
    @Test(arguments: ["device-reader", "health-importer"])
    func aReadingForAnotherHubsSeatIsHeld(role: String) async throws {
        try await running { manager in
            let kind: SourceKind = role == "device-reader" ? .bluetooth : .healthImport
            let reading = try Samples.reading(hub: "room-2", seat: "bed-1", kind: kind, askedAt: 10)
            let results = try await submit(reading, as: "room-2.\(role).main", to: manager)
            #expect(results.map(\.outcome) == [.held] && results.map(\.reason) == [.anotherHubsSeat])
            #expect(try await manager.queued().isEmpty)
            // Even a later assignment gives it to no person, because it is unknown who asked for it.
            if kind == .bluetooth { try await manager.assign(to: "bed-1") }
            #expect(try await manager.queued().isEmpty)
            let decided = try await manager.call(
                SessionOperations.confirmReading,
                ConfirmReading(readingKey: reading.readingKey, seat: "bed-1")
            )
            #expect(decided.outcome == .accepted, "a person may say that it is right")
        }
    }

    @Test func whoAsksAnotherHubSaysSoFirst() async throws {
        try await running { manager in
            let expected = try await manager.call(
                SessionOperations.expectReadings,
                ExpectReadings(hub: "room-2", seat: "bed-1")
            )
            #expect(expected.until == manager.at(AskedHubs.window))
            let asked = try Samples.reading(hub: "room-2", seat: "bed-1", askedAt: 5)
            #expect(try await submit(asked, as: "room-2.device-reader.main", to: manager).map(\.outcome) == [.accepted])
            // The permission covers no other seat, hub or time.
            let late = try Samples.reading(2, hub: "room-2", at: 2_000, seat: "bed-1", askedAt: 1_990)
            manager.site.time.pass(2_000)
            #expect(try await submit(late, as: "room-2.device-reader.main", to: manager).map(\.outcome) == [.held])
            // Pairing there needs a person's permission too, and is announced.
            _ = try await manager.call(SessionOperations.expectReadings, ExpectReadings(hub: "room-2", seat: "bed-1"))
            try await manager.site.calling(as: "room-2.device-reader.main") { requests in
                let body = AssignDevice(device: Samples.device(9), seat: "bed-1")
                _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
            }
            let told = try #require(try await manager.told("deviceAssigned").last)
            let event = try WireJSON.decode(DeviceAssigned.self, from: Array(told.data.utf8))
            #expect(event.seat == "bed-1" && event.hub == "room-2" && event.by == "room-2.device-reader.main")
            // A cuff of another hub is reassigned with a person's permission, and the event names its previous seat.
            try await manager.assign(to: "bed-1")
            _ = try await manager.call(SessionOperations.expectReadings, ExpectReadings(hub: "room-2", seat: "bed-2"))
            try await manager.site.calling(as: "room-2.device-reader.main") { requests in
                let body = AssignDevice(device: Samples.device(), seat: "bed-2")
                _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
            }
            let last = try #require(try await manager.told("deviceAssigned").last)
            #expect(try WireJSON.decode(DeviceAssigned.self, from: Array(last.data.utf8)).before == ["bed-1"])
        }
    }

    @Test func whatIsAHubsOwnNeedsNoWord() async throws {
        try await running { manager in
            let own = try await manager.call(
                SessionOperations.expectReadings,
                ExpectReadings(hub: "room-1", seat: "bed-1")
            )
            #expect(own.until == manager.at(AskedHubs.window))
            let atServer = ExpectReadings(hub: "hub-1", seat: "bed-1")
            #expect(try await manager.call(SessionOperations.expectReadings, atServer).until == nil)
            let reading = try Samples.reading(hub: "room-1", seat: "bed-1", askedAt: 5)
            #expect(
                try await submit(reading, as: "room-1.device-reader.main", to: manager).map(\.outcome) == [.accepted]
            )
            // An assigned device is accepted wherever its person goes.
            try await manager.assign(Samples.device(2), to: "bed-1")
            let heard = try Samples.reading(2, hub: "room-2", device: Samples.device(2))
            #expect(try await submit(heard, as: "room-2.device-reader.main", to: manager).map(\.outcome) == [.accepted])
            // If the assignment agrees, no permission is needed.
            let named = try Samples.reading(
                3,
                hub: "room-2",
                device: Samples.device(2),
                at: 20,
                seat: "bed-1",
                askedAt: 5
            )
            #expect(try await submit(named, as: "room-2.device-reader.main", to: manager).map(\.outcome) == [.accepted])
            try await manager.site.calling(as: "room-2.device-reader.main") { requests in
                let body = AssignDevice(device: Samples.device(3), seat: "bed-2")
                _ = try await requests.call(SessionOperations.assignDevice, hub: "site", body: body)
            }
            // The server's own hub may act for the whole site.
            let server = try Samples.reading(4, hub: "hub-1", device: nil, seat: "bed-1", askedAt: 5)
            #expect(try await submit(server, as: "hub-1.device-reader.main", to: manager).map(\.outcome) == [.accepted])
        }
    }

    /// Every role that may name a person or a device in a request has a rule for that field, or a reason here.
    @Test func everyFieldThatNamesSomebodyIsBounded() {
        let roles: [BusRole] = [.bleScanner, .deviceReader, .healthImporter, .ocrWorker, .vitalbus]
        let open: [String: String] = [
            "ble-scanner": "each hub's processes ask their own scanner: the broker's topics say so",
            "ocr-worker.pictureBytes": "a worker reads under its lease, whose seal it shows",
            "session-manager.sampleTypes": "it names nobody",
        ]
        let bounded = Set(Reach.table.map { "\($0.role).\($0.server).\($0.operation)" })
        for topic in Contract.topics {
            guard let operation = topic.operation, let server = topic.server else { continue }
            for grant in topic.writers where roles.contains(grant.role) {
                // The broker's topics limit which other hubs' processes a box may ask.
                guard grant.role != .vitalbus || server.runsAtSite else { continue }
                guard open["\(server)"] == nil, open["\(server).\(operation)"] == nil else { continue }
                #expect(bounded.contains("\(grant.role).\(server).\(operation)"), "\(grant.role) asks \(operation)")
            }
        }
    }

    private func submit(_ reading: Reading, as principal: String, to manager: RunningManager) async throws
        -> [SubmittedRecords.Result]
    {
        try await manager.site.calling(as: principal) { requests in
            try await requests.call(
                SessionOperations.submitRecords,
                hub: "site",
                body: SubmitRecords(records: [reading])
            ).results
        }
    }
}
