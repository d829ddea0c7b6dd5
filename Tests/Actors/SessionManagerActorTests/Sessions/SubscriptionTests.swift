import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import QueueStore
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

@Suite struct SubscriptionTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let glucose = "HKQuantityTypeIdentifierBloodGlucose"
    private static let flow = "HKCategoryTypeIdentifierMenstrualFlow"

    @Test(arguments: [
        "routine", "diabetes", "weight", "fitness", "sleep", "basicNutrition", "reproductiveHealth", "biometrics",
    ])
    func everySetListsItsTypes(set: String) async throws {
        try await SessionSite().running { manager in
            let types = try await manager.call(
                SessionOperations.sampleTypes,
                SampleTypesRequest(set: .init(rawValue: set))
            )
            #expect(!types.sampleTypes.isEmpty)
            #expect(Set(types.sampleTypes).count == types.sampleTypes.count)
            try await manager.start("bed-1")
            let set = try await manager.call(
                SessionOperations.setSubscriptions,
                SetSubscriptions(seat: "bed-1", sampleTypes: types.sampleTypes)
            )
            #expect(set.sampleTypes == types.sampleTypes)
        }
    }

    @Test func subscriptionsAreReplacedKeptAndEndWithTheSession() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1", user: "ann")
            func subscribe(_ types: [String]?, _ intraday: Bool? = nil) async throws -> Subscriptions {
                let body = SetSubscriptions(seat: "bed-1", sampleTypes: types, processIntraday: intraday)
                return try await manager.call(SessionOperations.setSubscriptions, body)
            }
            #expect(try await subscribe([Self.steps]).processIntraday == false)
            let twice = try await subscribe([Self.glucose, Self.steps, Self.glucose])
            #expect(twice.sampleTypes == [Self.glucose, Self.steps])
            let both = try await subscribe(nil, true)
            #expect(both.sampleTypes.count == 2 && both.processIntraday)
            #expect(try await manager.call(SessionOperations.subscriptions, SeatReference(seat: "bed-1")) == both)
            #expect(try await subscribe([]).sampleTypes.isEmpty)
            _ = try await subscribe([Self.steps])
            let second = try await manager.start("bed-1", user: "ann", token: "renewed")
            let fresh = try await manager.call(SessionOperations.subscriptions, SeatReference(seat: "bed-1"))
            #expect(fresh.sessionID == second.sessionID)
            #expect(fresh.sampleTypes.isEmpty && !fresh.processIntraday)
            #expect(fresh.person == both.person)
            try await manager.start("bed-1", user: "bob")
            let other = try await manager.call(SessionOperations.subscriptions, SeatReference(seat: "bed-1"))
            #expect(other.person != both.person)
        }
    }

    /// Two programs may each change one part at the same time.
    @Test func changesAtTheSameTimeAreAllKept() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            let bodies = (0..<20).map { number in
                let types = number.isMultiple(of: 2) ? [Self.steps] : nil
                return SetSubscriptions(seat: "bed-1", sampleTypes: types, processIntraday: types == nil ? true : nil)
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for body in bodies {
                    group.addTask { _ = try await manager.call(SessionOperations.setSubscriptions, body) }
                }
                try await group.waitForAll()
            }
            let session = try #require(try await manager.actor.store.sessions.session(seat: "bed-1"))
            let stored = StoredSubscriptions(session.subscriptions)
            #expect(stored.revision == bodies.count && stored.sampleTypes == [Self.steps] && stored.processIntraday)
        }
    }

    @Test func reproductiveHealthIsAWarningInAnInformSession() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2", api: "legacy")
            for (seat, count) in [("bed-1", 1), ("bed-2", 0)] {
                let set = try await manager.call(
                    SessionOperations.setSubscriptions,
                    SetSubscriptions(seat: seat, sampleTypes: [Self.flow])
                )
                #expect(set.warnings.count == count)
            }
        }
    }

    @Test func whatTheDestinationDoesNotTakeIsAWarning() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            try await manager.start("bed-2", api: "legacy")
            let mindful = "HKCategoryTypeIdentifierMindfulSession"
            for (seat, words) in [
                ("bed-1", ["destination.inform.paths.intraday"]),
                ("bed-2", ["no field for \(mindful)", "does not accept intraday"]),
            ] {
                let set = try await manager.call(
                    SessionOperations.setSubscriptions,
                    SetSubscriptions(seat: seat, sampleTypes: [Self.steps, mindful], processIntraday: true)
                )
                #expect(set.warnings.count == words.count, "\(set.warnings)")
                for (warning, word) in zip(set.warnings, words) { #expect(warning.contains(word)) }
            }
        }
    }

    @Test func unknownTypesAndSeatsWithoutSessionAreRefused() async throws {
        try await SessionSite().running { manager in
            try await manager.start("bed-1")
            for (body, code) in [
                (SetSubscriptions(seat: "bed-1", sampleTypes: ["HKNothing"]), BusError.Code.invalidArgument),
                (SetSubscriptions(seat: "bed-2", sampleTypes: []), .notFound),
            ] {
                let error = await #expect(throws: BusError.self) {
                    _ = try await manager.call(SessionOperations.setSubscriptions, body)
                }
                #expect(error?.code == code)
            }
        }
    }

    /// An export contains years from before the session: they belong to the session it was made for, and to no other.
    @Test func anImportIsBookedOnTheSessionThatItNames() async throws {
        try await SessionSite().running { manager in
            let first = try await manager.start("bed-1", user: "ann")
            var old = try Self.imported(first.sessionID, 1)
            #expect(try await manager.submit(old) == ["accepted"])
            let second = try await manager.start("bed-1", user: "bob")
            // Late for the ended session; for no session; for another seat's.
            old = try Self.imported(first.sessionID, 2)
            #expect(try await manager.submit(old) == ["unsynced"])
            #expect(try await manager.submit(try Self.imported("no-such-session", 3)) == ["held"])
            #expect(try await manager.submit(try Self.imported(second.sessionID, 4, seat: "bed-2")) == ["held"])
            #expect(try await manager.submit(try Self.imported(second.sessionID, 5)) == ["accepted"])
            #expect(try await manager.queued().count == 1)
        }
    }

    private static func imported(_ session: String, _ number: Int, seat: String = "bed-1") throws -> Reading {
        Reading(
            readingKey: ReadingKey.hashed(scheme: "test", fields: [1: Array("\(number)".utf8)]),
            type: .weight,
            timestamp: TestTime.start.addingTimeInterval(-40_000_000),
            timeQuality: .deviceClock,
            receivedAt: TestTime.start,
            hub: try #require(HubID(rawValue: "room-1")),
            seat: SeatID(rawValue: seat),
            source: RecordSource(kind: .healthImport, platform: "apple_health"),
            measurements: [Measurement(metric: .bodyWeight, value: 70, unit: "kg")],
            history: true,
            sessionID: session
        )
    }
}
