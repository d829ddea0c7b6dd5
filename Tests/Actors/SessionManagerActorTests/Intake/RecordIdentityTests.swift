import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing
import VitalRecords

@testable import SessionManagerActor

/// One measurement is one record of one person, whoever sends it and however often.
@Suite("Record identity") struct RecordIdentityTests {
    @Test func oneKeyFromTwoHubsIsOneRecord() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            let first = try Samples.reading(1, hub: "room-1")
            let second = try Samples.reading(1, hub: "room-2", received: 400)
            let answers = try await manager.submit([first, second])
            #expect(answers.map(\.outcome) == ["accepted", "repeat"])
            #expect(Set(answers.map(\.logID)).count == 1)
            #expect(try await manager.submit(second, first) == ["repeat", "repeat"])
            #expect(try await manager.queued().count == 1)
        }
    }

    @Test func twoPeoplesReadingsOfOneScaleAreTwoRecords() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            try await manager.start("bed-2", user: "bob")
            try await manager.assign(user: 1, to: "bed-1")
            try await manager.assign(user: 2, to: "bed-2")
            let answers = try await manager.submit([
                try Samples.reading(1, user: 1), try Samples.reading(2, user: 2),
            ])
            #expect(answers.map(\.outcome) == ["accepted", "accepted"])
            #expect(Set(answers.map(\.logID)).count == 2)
            #expect(Set(try await manager.queued().map(\.record.seat.rawValue)) == ["bed-1", "bed-2"])
        }
    }

    /// The log id depends on the person, not the session: after a new login the same reading is the same record.
    @Test func theLogIDIsThatOfThePerson() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start("bed-1", user: "ann")
            let first = try await manager.submit([try Samples.reading(1, seat: "bed-1", kind: .manual)])
            let expected = LogID.derive(sessionUser: "ann", organization: "org", readingKey: Samples.key(1))
            #expect(first.map(\.logID) == [expected])
            #expect(expected != LogID.derive(sessionUser: "bob", organization: "org", readingKey: Samples.key(1)))
        }
    }

    @Test func whatNoLivingPersonHasIsFlaggedWhoeverSentIt() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let typed = try Samples.reading(
                seat: "bed-1",
                kind: .manual,
                measurements: [Measurement(metric: .pulse, value: 310, unit: "/min", origin: .manual)]
            )
            let body = SubmitRecords(records: [typed], unusual: true)
            let answer = try await manager.call(SessionOperations.submitRecords, body)
            #expect(answer.results.map(\.outcome) == ["accepted"])
            #expect(try await manager.queued().map(\.record.context?.implausible) == [[.pulse]])
        }
    }

    @Test func aMetersWordWithoutANumberIsARecord() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign()
            var reading = try Samples.reading(measurements: [])
            reading.type = .diabetes
            reading.context = ReadingContext(outOfBounds: [OutOfBounds(metric: .bloodGlucose, direction: .high)])
            #expect(try await manager.submit(reading) == ["accepted"])
            #expect(try await manager.queued().map(\.record.context) == [reading.context])
        }
    }

    @Test func detailsReachTheQueue() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.assign()
            var reading = try Samples.reading(measurements: [])
            reading.type = .intraday
            let points = [SeriesPoint(time: TestTime.start, value: 12)]
            reading.details = RecordDetails(
                granularity: Granularity(interval: 15, unit: "minute"),
                series: [MeasurementSeries(metric: .steps, unit: "1", points: points)]
            )
            #expect(try await manager.submit(reading) == ["accepted"])
            #expect(try await manager.queued().map(\.record.details) == [reading.details])
        }
    }
}
