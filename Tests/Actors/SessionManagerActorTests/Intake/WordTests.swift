import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A person's request for one reading, at a site with two seats.
@Suite struct WordTests {
    @Test func whoAsksForAReadingGetsItBookedAndTold() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            let result = try #require(try await manager.submit([try Samples.reading(seat: "bed-2", askedAt: 5)]).first)
            #expect(result.outcome == "accepted")
            #expect(result.seat == "bed-2")
            #expect(try await manager.queued().map(\.record.seat.rawValue) == ["bed-2"])
            let told = try #require(try await manager.told("readingQueued").first)
            let data = try WireJSON.decode(ReadingQueued.self, from: Array(told.data.utf8))
            #expect(data.seat == "bed-2" && data.record.logID == result.logID && data.outcome == "accepted")
            #expect(data.record.measurements.isEmpty, "bed-2 does not share its values")
            #expect(data.record.valuesWithheld == true, "and says that there are some")
        }
    }

    /// The reading is requested right after the session's start, from a device whose clock has whole seconds.
    @Test func aReadingOfTheSecondInWhichTheSessionBeganIsThePersons() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-2")
            let began = try #require(try await manager.told("sessionStarted").first).time
            var reading = try Samples.reading(seat: "bed-2", askedAt: 0)
            reading.askedAt = began
            reading.timestamp = began.addingTimeInterval(-0.5)
            #expect(try await manager.submit([reading]).first?.outcome == "accepted")
            reading = try Samples.reading(2, seat: "bed-2", askedAt: 0)
            reading.askedAt = began.addingTimeInterval(-0.25)
            reading.timestamp = began.addingTimeInterval(-0.5)
            let early = try await manager.submit([reading]).first
            #expect(early?.outcome == "held" && early?.reason == "noSession", "nobody was there when it was asked for")
        }
    }

    /// The device's whole seconds, or its clock, may put the next person's measurement into the former one's time.
    @Test func aReadingOfTheSecondInWhichThePersonChangedIsHeld() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-2", user: "ann")
            manager.pass(60)
            let bob = try await manager.start("bed-2", user: "bob")
            let device = Samples.device(2)
            let results = try await manager.submit([
                try Samples.reading(1, device: device, at: 59, seat: "bed-2", received: 61, askedAt: 60.25),
                // Without a word for the next person, and of the same person, the time decides.
                try Samples.reading(2, at: 59, seat: "bed-2", received: 61, askedAt: 58),
                try Samples.reading(3, at: 60, seat: "bed-2", received: 61, askedAt: 60.25),
            ])
            #expect(results.map(\.outcome) == ["held", "unsynced", "accepted"])
            #expect(results.first?.reason == "clockUnknown")
            // An assignment shows no more than the request.
            try await manager.assign(device, to: "bed-2", from: 0)
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            await manager.expect(.invalidArgument) { _ = try await manager.confirm(1, for: "bed-2") }
            _ = try await manager.confirm(1, for: "bed-2", session: bob.sessionID)
            #expect(try await manager.held().isEmpty)
        }
    }

    /// A later assignment, or a confirmation without a session, must not give it to the former person.
    @Test func aHeldReadingOfTheSecondInWhichThePersonChangedStaysHeld() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.assign(to: "bed-1", from: 0)
            try await manager.start("bed-2", user: "ann")
            manager.pass(60)
            try await manager.start("bed-2", user: "bob")
            let reading = try Samples.reading(at: 59, seat: "bed-2", received: 61, askedAt: 60.25)
            #expect(try await manager.submit([reading]).first?.reason == "assignedToAnother")
            try await manager.assign(to: "bed-2", from: 0)
            #expect(try await manager.held().map(\.reason) == ["clockUnknown"])
            await manager.expect(.invalidArgument) { _ = try await manager.confirm(1, for: "bed-2") }
        }
    }

    /// The default user's readings are not stored, but this one may be the next person's.
    @Test func aReadingOfTheSecondInWhichTheDefaultUserLeftIsNotLost() async throws {
        try await SessionSite().running { manager in
            _ = try await manager.call(SessionOperations.startSession, StartSession(seat: "bed-2", defaultUser: true))
            manager.pass(60)
            try await manager.start("bed-2", user: "bob")
            let reading = try Samples.reading(at: 59, seat: "bed-2", received: 61, askedAt: 60.25)
            #expect(try await manager.submit(reading) == ["held"])
        }
    }

    @Test func aWordAgainstAnAssignmentIsHeldAndNamesBoth() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1")
            let result = try #require(try await manager.submit([try Samples.reading(seat: "bed-2", askedAt: 5)]).first)
            #expect(result.outcome == "held")
            #expect(result.reason == "assignedToAnother" && result.assignedSeat == "bed-1")
            let held = try #require(try await manager.held().first)
            #expect(held.reason == "assignedToAnother" && held.assignedSeat == "bed-1")
            let told = try #require(try await manager.told("readingHeld").first)
            let data = try WireJSON.decode(ReadingHeld.self, from: Array(told.data.utf8))
            #expect(data.forSeat == "bed-2" && data.assignedSeat == "bed-1")
            #expect(try await manager.queued().isEmpty)
        }
    }

    /// The reading was made on the page for one seat and waits there for confirmation, which shows both names.
    @Test func aWordThatAwaitsItsConfirmationNamesTheAssignmentToo() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1")
            var reading = try Samples.reading(seat: "bed-2", askedAt: 5)
            reading.awaitsConfirmation = true
            let result = try #require(try await manager.submit([reading]).first)
            #expect(result.reason == "awaitsConfirmation" && result.assignedSeat == "bed-1")
            let held = try #require(try await manager.held().first)
            #expect(held.reason == "awaitsConfirmation" && held.assignedSeat == "bed-1")
            // The device then sends it without the request, as in passive reading: this decides nothing that waits for
            // a person.
            reading.seat = nil
            reading.askedAt = nil
            reading.awaitsConfirmation = nil
            #expect(try await manager.submit([reading]).first?.outcome == "repeat")
            #expect(try await manager.queued().isEmpty)
        }
    }

    /// Readings from the meter's memory follow its assignment, or are held.
    @Test func theWordIsForTheNewMeasurementOnly() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-2")
            let memory = try Samples.reading(1, at: 1, seat: "bed-2", history: true, askedAt: 9)
            let new = try Samples.reading(2, at: 10, seat: "bed-2", askedAt: 9)
            let results = try await manager.submit([memory, new])
            #expect(results.map(\.outcome) == ["held", "accepted"])
            #expect(results.first?.reason == "olderThanRequest")
        }
    }

    @Test func whatIsNobodysStaysSoAtASiteOfOneSeat() async throws {
        try await SessionSite().running(["seats": "bed-1"]) { manager in
            try await manager.start("bed-1")
            #expect(try await manager.submit(try Samples.reading()) == ["held"])
        }
        try await SessionSite().running(["seats": "bed-1", "seat.solo": "true"]) { manager in
            try await manager.start("bed-1")
            #expect(try await manager.submit(try Samples.reading()) == ["accepted"])
        }
        await #expect(throws: (any Error).self) { try await SessionSite().running(["seat.solo": "true"]) { _ in } }
    }

    /// This applies even if the device's person, the time or the plausibility is undecided.
    @Test(arguments: [SourceKind.bluetooth, .manual, .ocr]) func nothingOfTheDefaultUserIsKept(kind: SourceKind)
        async throws
    {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            _ = try await manager.call(
                SessionOperations.startSession,
                StartSession(seat: "bed-2", defaultUser: true)
            )
            try await manager.assign(Samples.device(2), to: "bed-1")
            let device = kind == .bluetooth ? Samples.device() : nil
            let other = kind == .bluetooth ? Samples.device(2) : nil
            let readings = try [
                Samples.reading(1, device: device, seat: "bed-2", kind: kind, askedAt: 5),
                Samples.reading(2, device: other, seat: "bed-2", kind: kind, askedAt: 5),
                Samples.reading(3, device: device, quality: .unknown, seat: "bed-2", kind: kind, askedAt: 5),
                Samples.reading(4, device: device, at: 90_000, seat: "bed-2", kind: kind, received: 10, askedAt: 5),
                Samples.reading(5, device: device, at: -5_000, seat: "bed-2", kind: kind, received: 10, askedAt: 5),
                Samples.reading(6, device: device, seat: "bed-2", kind: kind, measurements: [], askedAt: 5),
            ]
            #expect(try await manager.submit(readings).map(\.outcome) == Array(repeating: "notStored", count: 6))
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.told("readingHeld").isEmpty)
        }
    }

    @Test func whatTheDefaultUsersReadBringsOfAnothersMemoryIsTheOthers() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            _ = try await manager.call(
                SessionOperations.startSession,
                StartSession(seat: "bed-2", defaultUser: true)
            )
            try await manager.assign(to: "bed-1")
            let memory = try Samples.reading(1, at: 2, seat: "bed-2", askedAt: 9)
            #expect(try await manager.submit([memory]).map(\.seat) == ["bed-1"])
        }
    }

    /// An operator's decision also covers measurements from before the session.
    @Test func aTypedValueOfBeforeTheSessionIsBooked() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            let typed = try Samples.reading(1, device: nil, at: -86_400, seat: "bed-1", kind: .manual)
            #expect(try await manager.submit([typed]).map(\.seat) == ["bed-1"])
        }
    }

    @Test func aTypedValueGoesToTheEndedSessionThatItNames() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", user: "ann")
            manager.pass(60)
            try await manager.start("bed-1", user: "bob")
            let typed = try Samples.reading(1, device: nil, seat: "bed-1", kind: .manual, session: first.sessionID)
            #expect(try await manager.submit(typed) == ["unsynced"])
            let told = try #require(try await manager.told("readingQueued").first)
            #expect(try WireJSON.decode(ReadingQueued.self, from: Array(told.data.utf8)).outcome == "unsynced")
            let other = try Samples.reading(2, device: nil, seat: "bed-2", kind: .manual, session: first.sessionID)
            await #expect { _ = try await manager.submit([other]) } throws: { ($0 as? BusError)?.code == .notFound }
        }
    }

    @Test func theEndNamesTheFirstUnsyncedRecordsAndIntegrationsListTheRestWhereValuesAreShared() async throws {
        try await SessionSite().running(["shared-seats": "bed-1"]) { manager in
            for seat in ["bed-1", "bed-2"] {
                let session = try await manager.start(seat)
                try await manager.assign(Samples.device(seat == "bed-1" ? 1 : 2), to: seat)
                let first = seat == "bed-1" ? 1 : 101
                let device = Samples.device(seat == "bed-1" ? 1 : 2)
                for number in first..<first + 40 {
                    _ = try await manager.submit(try Samples.reading(number, device: device))
                }
                let ended = try await manager.call(SessionOperations.endSession, SeatReference(seat: seat))
                let list = try await manager.unsynced(session.sessionID)
                #expect(ended.unsyncedRecords == 40)
                #expect(ended.records?.map(\.logID) == list.map(\.record.logID))
                #expect(ended.records?.count == 32)
                let told = try await manager.told("sessionEnded").last
                let data = try WireJSON.decode(SessionEnded.self, from: Array(try #require(told).data.utf8))
                #expect(data.records == ended.records)
                let listed = try await manager.site.asIntegration {
                    try await $0.call(
                        SessionOperations.unsyncedRecords,
                        hub: "site",
                        body: PageRequest(sessionID: session.sessionID)
                    )
                }
                switch (seat, listed) {
                case ("bed-1", .success(let page)): #expect(page.records.count == 32)
                case ("bed-2", .failure(let error as BusError)): #expect(error.code == .notAuthorized)
                default: Issue.record("\(seat): \(listed)")
                }
            }
        }
    }
}

extension WordTests {
    /// Values are shared with programs; people with the right to the list see all seats.
    @Test(arguments: ["operator", "caregiver", "page"])
    func peopleListUnsyncedRecordsOfEverySeat(role: String) async throws {
        try await SessionSite().running { manager in
            let session = try await manager.start("bed-1")
            try await manager.assign()
            _ = try await manager.submit(try Samples.reading(1))
            _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
            let page = try await manager.site.calling(as: "site.\(role).anna") {
                let body = PageRequest(sessionID: session.sessionID)
                return try await $0.call(SessionOperations.unsyncedRecords, hub: "site", body: body)
            }
            #expect(page.records.map(\.record.readingKey) == [Samples.key(1)])
        }
    }
}

extension SessionSite {
    /// Makes calls as an integration does.
    fileprivate func asIntegration<Reply: Sendable>(
        _ body: @Sendable (RequestClient) async throws -> Reply
    ) async throws -> Result<Reply, any Error> {
        let address = try BusAddress(site: "home", hub: "site", actor: "integration", instance: "test")
        let requests = RequestClient(client(address))
        let running = Task { try await requests.run() }
        defer { running.cancel() }
        do { return .success(try await body(requests)) } catch { return .failure(error) }
    }
}
