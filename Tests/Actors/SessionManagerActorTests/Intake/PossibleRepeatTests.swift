import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Two measurements with equal values and equal displayed times are two readings; a repeated delivery is one.
@Suite struct PossibleRepeatTests {
    /// A reading from a cuff without numbers, with its time calculated on this link.
    private func reading(measured: Double, received: Double) throws -> Reading {
        var reading = try Samples.reading(1, at: measured, received: received)
        reading.deviceTime = "2021-01-01T00:00:30"
        reading.isNumbered = false
        return reading
    }

    @Test func whatWasMeasuredLaterIsHeldBesideTheFirst() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(reading(measured: 10, received: 12)) == ["accepted"])
            manager.pass(600)
            let second = try await manager.submit([try reading(measured: 590, received: 600)])
            #expect(second.map(\.outcome) == ["held"] && second.first?.reason == .possibleRepeat)
            #expect(second.first?.readingKey == Samples.key(1), "its producer knows it by that")
            // Its link broke: it is sent again, with the clock read a second later.
            let third = try await manager.submit([try reading(measured: 591, received: 603)])
            #expect(third.map(\.outcome) == ["repeat"])
            let held = try #require(try await manager.held().first)
            #expect(try await manager.held().count == 1 && held.reason == .possibleRepeat)
            let body = ConfirmReading(readingKey: held.reading.readingKey, seat: "bed-1")
            #expect(try await manager.call(SessionOperations.confirmReading, body).outcome == "accepted")
            #expect(try await manager.queued().count == 2)
        }
    }

    @Test func whatIsSentOnceMoreIsOne() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(reading(measured: 10, received: 12)) == ["accepted"])
            manager.pass(600)
            // The cuff's memory, with a clock that runs.
            #expect(try await manager.submit(reading(measured: 11, received: 600)) == ["repeat"])
            // The repeat after a lost reply, and a clock that is ahead.
            #expect(try await manager.submit(reading(measured: 30, received: 12)) == ["repeat"])
            var numbered = try reading(measured: 590, received: 600)
            numbered.isNumbered = true
            #expect(try await manager.submit(numbered) == ["repeat"])
            #expect(try await manager.held().isEmpty)
        }
    }

    /// A cuff without a readable clock and with an incredible time: only the link shows that it may have measured
    /// again.
    private func unsure(_ received: Double, aloneSince: Double?) throws -> Reading {
        var reading = try Samples.reading(1, at: 0, quality: .unknown, received: received)
        reading.deviceTime = "2021-01-01T00:00:30"
        reading.isNumbered = false
        reading.aloneSince = aloneSince.map { TestTime.start.addingTimeInterval($0) }
        return reading
    }

    @Test func whatCameAloneOnALaterLinkIsHeldBesideTheFirst() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            let first = try await manager.submit([try unsure(12, aloneSince: 5)])
            #expect(first.map(\.reason) == [.clockUnknown])
            manager.pass(600)
            // Its device had a reason to repeat it.
            #expect(try await manager.submit(unsure(500, aloneSince: nil)) == ["repeat"])
            #expect(try await manager.submit(unsure(12, aloneSince: 5)) == ["repeat"], "a lost reply")
            let second = try await manager.submit([try unsure(580, aloneSince: 570)])
            #expect(second.map(\.reason) == [.possibleRepeat])
            #expect(try await manager.submit(unsure(581, aloneSince: 570)) == ["repeat"])
            let third = try await manager.submit([try unsure(600, aloneSince: 590)])
            #expect(third.map(\.reason) == [.possibleRepeat], "seconds later, on a link of its own")
            #expect(try await manager.held().count == 3)
        }
    }
}
