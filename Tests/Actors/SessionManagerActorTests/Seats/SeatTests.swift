import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Existing seats, and refusals of unknown ones.
@Suite struct SeatTests {
    /// Expects that a seat is refused by name, together with the list of existing ones.
    private func expectUnknown(
        _ named: String = "bed-1",
        _ body: () async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        do {
            try await body()
            Issue.record("it was not refused", sourceLocation: sourceLocation)
        } catch {
            let error = error as? BusError
            #expect(error?.code == .notFound, sourceLocation: sourceLocation)
            #expect(error?.message.contains("'bed-9'") == true, sourceLocation: sourceLocation)
            #expect(error?.message.contains(named) == true, "\(error?.message ?? "")", sourceLocation: sourceLocation)
        }
    }

    @Test func aSeatThatDoesNotExistIsRefusedWithThoseThatDo() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            let page = PageRequest(seat: "bed-9")
            await expectUnknown { try await manager.start("bed-9") }
            await expectUnknown { try await manager.end("bed-9") }
            await expectUnknown { try await manager.end("bed-9", session: "any") }
            await expectUnknown { try await manager.assign(to: "bed-9", from: 0) }
            await expectUnknown { try await manager.confirm(1, for: "bed-9") }
            await expectUnknown { _ = try await manager.erase("bed-9") }
            await expectUnknown { _ = try await manager.call(SessionOperations.queuedRecords, page) }
            await expectUnknown { _ = try await manager.call(SessionOperations.rejectedRecords, page) }
            await expectUnknown { _ = try await manager.call(SessionOperations.unsyncedRecords, page) }
            await expectUnknown { _ = try await manager.call(SessionOperations.heldReadings, page) }
            await expectUnknown { _ = try await manager.call(SessionOperations.devices, page) }
            await expectUnknown { _ = try await manager.call(SessionOperations.sessions, page) }
            await expectUnknown {
                _ = try await manager.call(SessionOperations.recordHistory, RecordHistoryRequest(seat: "bed-9"))
            }
            await expectUnknown {
                _ = try await manager.call(SessionOperations.subscriptions, SeatReference(seat: "bed-9"))
            }
            await manager.expect(.notFound) {
                _ = try await manager.call(SessionOperations.unsyncedRecords, PageRequest(sessionID: "no-session"))
            }
        }
    }

    @Test func whatIsTypedForASeatThatDoesNotExistIsRefusedAndKeptNowhere() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            let results = try await manager.submit([
                try Samples.reading(1, device: nil, seat: "bed-9", kind: .manual),
                try Samples.reading(2, device: nil, seat: "bed-1", kind: .manual),
                try Samples.reading(3, seat: "bed-9"),
            ])
            #expect(results.map(\.outcome) == ["refused", "accepted", "held"], "a producer's reading is never refused")
            #expect(results.first?.error?.message.contains("there are bed-1, bed-2") == true)
            #expect(try await manager.held().map(\.reading.readingKey) == [Samples.key(3)])
        }
    }

    /// If the configuration lists no seat, a session creates one.
    @Test func anUnlistedSeatExistsOnceItHadASession() async throws {
        let site = try SessionSite()
        try await site.running(["seats": ""]) { manager in
            await expectUnknown("start a session") { try await manager.assign(to: "bed-9", from: 0) }
            try await manager.start("bed-1")
            await expectUnknown { try await manager.assign(to: "bed-9", from: 0) }
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(Samples.reading(1)) == ["accepted"])
            try await manager.end("bed-1")
            #expect(try await manager.erase("bed-1").records == 1)
            #expect(try await manager.erase("bed-1").records == 0, "its last pages may have to be asked for again")
        }
        try await site.running(["seats": ""]) { manager in
            await manager.expect(.notFound) { _ = try await manager.erase("bed-1") }
        }
    }

    /// Held readings of a seat that never existed can be viewed and erased.
    @Test func heldReadingsOfASeatThatNeverWasCanBeErased() async throws {
        try await SessionSite().running { manager in
            _ = try await manager.submit(Samples.reading(1, seat: "bed-9"))
            let page = try await manager.call(SessionOperations.heldReadings, PageRequest(seat: "bed-9"))
            #expect(page.readings.count == 1)
            #expect(try await manager.call(SessionOperations.seats, SeatsRequest()).seats.map(\.seat).contains("bed-9"))
            #expect(try await manager.erase("bed-9").heldReadings == 1)
        }
    }

    @Test func seatsAndSessionsAreListed() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(
                Samples.reading(1),
                Samples.reading(2, device: Samples.device(2), seat: "bed-2")
            )
            let seats = try await manager.call(SessionOperations.seats, SeatsRequest())
            #expect(seats.seats.map(\.seat) == ["bed-1", "bed-2"] && seats.seats.allSatisfy(\.configured))
            #expect(seats.seats[0].session?.userID == "ann" && seats.seats[0].waiting == 1)
            #expect(seats.seats[0].lastMeasuredAt == manager.at(10) && seats.seats[0].devices == 1)
            #expect(seats.seats[1].session == nil && seats.seats[1].held == 1)
            try await manager.end("bed-1")
            try await manager.start("bed-2")
            let all = try await manager.call(SessionOperations.sessions, PageRequest()).sessions
            #expect(Set(all.map(\.session.seat)) == ["bed-1", "bed-2"])
            let ended = try #require(all.first { $0.session.seat == "bed-1" })
            #expect(ended.endedAt != nil && ended.reason == "requested" && ended.open == 1)
            #expect(all.first { $0.session.seat == "bed-2" }?.endedAt == nil)
            let one = try await manager.call(SessionOperations.sessions, PageRequest(seat: "bed-1")).sessions
            #expect(one.map(\.session.seat) == ["bed-1"])
        }
    }
}
