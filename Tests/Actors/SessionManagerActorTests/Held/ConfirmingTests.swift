import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// A person's decisions about held readings.
@Suite struct ConfirmingTests {
    private let right = [Measurement(metric: .systolic, value: 131, unit: "mm[Hg]")]

    @Test func aConfirmationIsRepeatedWithoutHarm() async throws {
        try await SessionSite().running { manager in
            let session = try await manager.start(user: "ann")
            let reading = try Samples.reading(1)
            #expect(try await manager.submit(reading) == ["held"])
            let first = try await manager.confirm(1, for: "bed-1")
            #expect(first.outcome == "accepted")
            #expect(first.sessionID == session.sessionID)
            #expect(
                first.logID
                    == LogID.derive(sessionUser: "ann", organization: "org", readingKey: reading.readingKey)
            )
            let again = try await manager.confirm(1, for: "bed-1")
            #expect(again.outcome == "repeat")
            #expect(again.logID == first.logID)
            #expect(try await manager.submit(reading) == ["repeat"])
            #expect(try await manager.queued().map(\.record.measurements) == [Samples.pressure])
            await manager.expect(.conflict) { try await manager.discard(1) }
            await manager.expect(.conflict) { try await manager.confirm(1, for: "bed-2") }
            await manager.expect(.notFound) { try await manager.confirm(2, for: "bed-1") }
            await manager.expect(.notFound) { try await manager.confirm(1, for: "bed-9") }
        }
    }

    /// The contract's `readingQueued`: the reading now belongs to a person, whoever decided it.
    @Test func aConfirmationIsToldOnceAndADiscardedReadingIsNobodys() async throws {
        try await SessionSite().running { manager in
            try await manager.start(user: "ann")
            _ = try await manager.submit(try Samples.reading(1))
            _ = try await manager.submit(try Samples.reading(2, at: 20))
            #expect(try await manager.told("readingQueued").isEmpty)
            let decided = try await manager.confirm(1, for: "bed-1")
            _ = try await manager.confirm(1, for: "bed-1")
            _ = try await manager.discard(2)
            let told = try await manager.told("readingQueued")
            #expect(told.count == 1)
            let data = try WireJSON.decode(ReadingQueued.self, from: Array(try #require(told.first).data.utf8))
            #expect(data.seat == "bed-1" && data.record.logID == decided.logID && data.outcome == "accepted")
            #expect(data.sessionID == decided.sessionID)
        }
    }

    @Test func aDiscardedReadingDoesNotComeBack() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            _ = try await manager.submit(try Samples.reading(1))
            #expect(try await manager.discard(1) == "discarded")
            #expect(try await manager.discard(1) == "repeat")
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(try Samples.reading(1)) == ["repeat"])
            #expect(try await manager.submit(try Samples.reading(1, revision: 2)) == ["repeat"])
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.queued().isEmpty)
            await manager.expect(.conflict) { try await manager.confirm(1, for: "bed-1") }
            await manager.expect(.notFound) { try await manager.discard(2) }
        }
    }

    @Test func whoLookedAtAnOlderRevisionLooksAgain() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            _ = try await manager.submit(try Samples.reading(1))
            _ = try await manager.submit(try Samples.reading(1, revision: 2))
            await manager.expect(.conflict) { try await manager.confirm(1, for: "bed-1", revision: 1) }
            await manager.expect(.conflict) { try await manager.discard(1, revision: 1) }
            #expect(try await manager.confirm(1, for: "bed-1", revision: 2).outcome == "accepted")
            #expect(try await manager.queued().map(\.record.revision) == [2])
        }
    }

    @Test func correctedValuesAreByHandAndNoDecoderOverwritesThem() async throws {
        let site = try SessionSite()
        try await site.running { manager in
            try await manager.start()
            _ = try await manager.submit(try Samples.reading(1))
            #expect(try await manager.confirm(1, for: "bed-1", right).outcome == "accepted")
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(try Samples.reading(1)) == ["repeat"])
            #expect(try await manager.submit(try Samples.reading(1, revision: 2)) == ["held"])
            #expect(try await manager.submit(try Samples.reading(1, revision: 2)) == ["repeat"])
            #expect(try await manager.submit(try Samples.reading(1, revision: 3, quality: .unknown)) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["changedByHand"])
            #expect(try await manager.assign(to: "bed-1", from: -1).owned == 0, "no assignment decides about it")
            #expect(try await manager.discard(1) == "discarded")
        }
        try await site.running { manager in
            #expect(try await manager.submit(try Samples.reading(1, revision: 3)) == ["repeat"])
            let values = try #require(try await manager.queued().first).record.measurements
            #expect(values.map(\.value) == [131, 73])
            #expect(values.map(\.origin) == [.manual, .device])
            #expect(try await manager.held().isEmpty)
        }
    }

    @Test func whatWasConfirmedAsItIsStillGetsABetterDecoder() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            _ = try await manager.submit(try Samples.reading(1))
            let pressure = Samples.pressure.map {
                Measurement(metric: $0.metric, value: $0.value, unit: $0.unit, origin: .manual)
            }
            // The same values again are not a correction.
            _ = try await manager.confirm(1, for: "bed-1", pressure)
            #expect(try await manager.queued().first?.record.measurements == Samples.pressure)
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(try Samples.reading(1, revision: 2)) == ["accepted"])
        }
    }

    @Test func anInvalidReadingIsConfirmedOnceItIsRight() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(
                try Samples.reading(1, measurements: []),
                try Samples.reading(2, at: 9 * 86_400, received: 10)
            )
            await manager.expect(.invalidArgument) { try await manager.confirm(1, for: "bed-1") }
            await manager.expect(.invalidArgument) { try await manager.confirm(2, for: "bed-1", right) }
            #expect(try await manager.held().count == 2)
            #expect(try await manager.assign(to: "bed-1", from: -10).owned == 0)
            #expect(try await manager.confirm(1, for: "bed-1", Samples.pressure).outcome == "accepted")
            #expect(try await manager.confirm(2, for: "bed-1", at: 5).outcome == "accepted")
        }
    }

    @Test func aKeyOnceGivenGoesToNoOtherByAConfirmation() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2")
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(try Samples.reading(1)) == ["accepted"])
            // A newer revision without a known person is held, although a person has its key.
            #expect(try await manager.submit(try Samples.reading(1, revision: 2, quality: .unknown)) == ["held"])
            await manager.expect(.conflict) { try await manager.confirm(1, for: "bed-2", at: 10) }
            #expect(try await manager.held().count == 1)
            #expect(try await manager.confirm(1, for: "bed-1", at: 12).outcome == "accepted")
            let queued = try await manager.queued()
            #expect(queued.map(\.record.seat.rawValue) == ["bed-1"])
            #expect(queued.map(\.record.revision) == [2])
            #expect(queued.map(\.record.timestamp) == [manager.at(12)])
            #expect(try await manager.held().isEmpty)
        }
    }

    @Test func aDiscardedRevisionLeavesTheRecordAsItWas() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            _ = try await manager.submit(try Samples.reading(1))
            let newer = try Samples.reading(1, revision: 2, quality: .unknown)
            #expect(try await manager.submit(newer) == ["held"])
            #expect(try await manager.discard(1) == "discarded")
            #expect(try await manager.submit(newer) == ["repeat"])
            #expect(try await manager.held().isEmpty)
            #expect(try await manager.queued().map(\.record.revision) == [1])
        }
    }

    @Test func aReadingThatAwaitsItsConfirmationWaitsForNothingElse() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            try await manager.assign(to: "bed-1", from: 0)
            var asked = try Samples.reading(1, seat: "bed-1")
            asked.awaitsConfirmation = true
            #expect(try await manager.submit(asked) == ["held"])
            #expect(try await manager.held().map(\.reason) == ["awaitsConfirmation"])
            // Neither an assignment nor the same measurement from the device's memory books it.
            #expect(try await manager.assign(to: "bed-1", from: -1).owned == 0)
            #expect(try await manager.submit(try Samples.reading(1, history: true)) == ["repeat"])
            #expect(try await manager.queued().isEmpty)
            #expect(try await manager.confirm(1, for: "bed-1").outcome == "accepted")
            #expect(try await manager.submit(asked) == ["repeat"])
            #expect(try await manager.queued().count == 1)
        }
    }

    @Test func theDefaultUsersReadingIsNotKeptForAConfirmation() async throws {
        try await SessionSite().running { manager in
            _ = try await manager.call(
                SessionOperations.startSession,
                StartSession(seat: "bed-1", defaultUser: true)
            )
            var asked = try Samples.reading(1, seat: "bed-1")
            asked.awaitsConfirmation = true
            #expect(try await manager.submit(asked) == ["notStored"])
            try await manager.assign(to: "bed-1", from: 0)
            #expect(try await manager.submit(asked) == ["notStored"])
            #expect(try await manager.held().isEmpty)
            // A reading that was already held is not dropped, and cannot become the default user's either.
            #expect(try await manager.submit(try Samples.reading(2, device: Samples.device(2))) == ["held"])
            #expect(try await manager.assign(Samples.device(2), to: "bed-1", from: 0).owned == 0)
            await manager.expect(.conflict) { try await manager.confirm(2, for: "bed-1") }
            #expect(try await manager.held().count == 1)
        }
    }

    @Test func longListsComeInPagesThatFitAMessage() async throws {
        try await SessionSite().running { manager in
            try await manager.start()
            let many = (0..<40).map {
                Measurement(metric: MetricName(rawValue: "metric_\($0)_of_a_talkative_device"), value: 1, unit: "1")
            }
            for start in stride(from: 0, to: 66, by: 6) {
                let part = try (start..<start + 6).map { try Samples.reading($0, measurements: many) }
                #expect(try await manager.submit(part).allSatisfy { $0.outcome == "held" })
            }
            #expect(
                try await keys(manager, SessionOperations.heldReadings) { $0.readings.map(\.reading.readingKey) } == 66
            )
            #expect(try await manager.assign(to: "bed-1", from: 0).owned == 66)
            #expect(
                try await keys(manager, SessionOperations.queuedRecords) { $0.records.map(\.record.readingKey) } == 66
            )
            try await manager.end("bed-1")
            let seat = PageRequest(seat: "bed-1")
            #expect(try await manager.call(SessionOperations.unsyncedRecords, seat).pages > 2)
        }
    }

    /// Counts the keys on all pages, none of which may occur twice.
    private func keys<Page>(
        _ manager: RunningManager,
        _ operation: Operation<PageRequest, Page>,
        _ keys: (Page) -> [ReadingKey]
    ) async throws -> Int where Page: Paged {
        var found: [ReadingKey] = []
        var (page, pages) = (1, 1)
        while page <= pages {
            let reply = try await manager.call(operation, PageRequest(page: page))
            pages = reply.pages
            found += keys(reply)
            page += 1
        }
        #expect(Set(found).count == found.count)
        return found.count
    }
}

private protocol Paged: Codable, Sendable {
    var pages: Int { get }
}

extension HeldPage: Paged {}
extension RecordPage: Paged {}
