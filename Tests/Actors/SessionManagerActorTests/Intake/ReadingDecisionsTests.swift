import BusContract
import ContractLiterals
import MessageBus
import QueueStore
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite("decisions about readings") struct ReadingDecisionsTests {
    private func decisions(_ site: ServiceSite) -> ReadingDecisions {
        ReadingDecisions(
            events: EventWriter(newID: { "id-1" }, sharedSeats: nil),
            ownership: Ownership(seats: ["bed-1"]),
            wallClock: site.wallClock
        )
    }

    private func reason(_ decision: ReadingDecision) -> String? {
        if case .hold(_, let reason, _, _, _) = decision.outcome { reason } else { nil }
    }

    @Test("a reading that awaits a confirmation is held for that reason, unless it breaks a rule")
    func awaitsConfirmation() async throws {
        let site = try await ServiceSite()
        var reading = try Samples.reading()
        reading.awaitsConfirmation = true
        let decisions = decisions(site)
        let noSession = try decisions.hold(reading, because: .noSession, at: site.time.date)
        #expect(reason(noSession) == "awaitsConfirmation")
        #expect(noSession.notifications.map(\.type) == ["readingHeld"])
        let invalid = try decisions.hold(reading, because: .invalid, at: site.time.date)
        #expect(reason(invalid) == "invalid")
    }

    @Test("a booked reading is announced, an imported one is not")
    func events() async throws {
        let site = try await ServiceSite()
        let session = try await site.start("bed-1")
        let seat = try SeatID("bed-1")
        let decisions = decisions(site)
        let (booked, logID) = try decisions.queue(try Samples.reading(), in: session, seat: seat, at: site.time.date)
        #expect(booked.notifications.map(\.type) == ["readingQueued"])
        #expect(logID == LogID.derive(sessionUser: "ann", organization: "org", readingKey: Samples.key(1)))
        let imported = try Samples.reading(2, device: nil, seat: "bed-1", kind: .healthImport)
        #expect(try decisions.queue(imported, in: session, seat: seat, at: site.time.date).0.notifications.isEmpty)
    }

    @Test("a twin is merged into the earlier reading without an event")
    func twins() async throws {
        let site = try await ServiceSite()
        let merged = decisions(site).merge(try Samples.reading(2), into: Samples.key(1).rawValue)
        #expect(merged.outcome == .merge(into: Samples.key(1).rawValue))
        #expect(merged.notifications.isEmpty)
    }
}
