import Testing
import TortureGround
import VitalRecords

@testable import vitalbus_torture

/// A reading's possible persons depend only on its time and on the observed changes of sessions.
@Suite struct StayTests {
    /// "a" until some moment from 1,000 to 1,200, then no person, and "b" from some moment from 5,000 to 5,300.
    private static let stays: [Stay] = [
        Stay(user: "a", earliestStart: .min, surelyFrom: .min, surelyUntil: 1_000, latestEnd: 1_200),
        Stay(user: "b", earliestStart: 5_000, surelyFrom: 5_300, surelyUntil: nil, latestEnd: nil),
    ]

    private func commitment(_ time: Int64, isCoarse: Bool = false) -> Commitment {
        let key = ReadingKey.hashed(scheme: "test", fields: [:])
        let entry = TruthTable.Entry(readingKey: key.rawValue, device: "d", at: 9_000, measuredAt: time)
        return RoundCount.commitment(entry, key, of: isCoarse ? Ward.count : 0, Self.stays)
    }

    @Test(arguments: [
        (500, ["a"], false), (1_100, ["a"], true), (3_000, [], true), (5_100, ["b"], true), (6_000, ["b"], false),
    ])
    func aTimeSaysWhoMayHaveIt(time: Int64, users: [String], mayBeHeld: Bool) {
        let commitment = commitment(time)
        #expect(commitment.names.map(\.user) == users)
        #expect(commitment.mayBeHeld == mayBeHeld)
        #expect(commitment.ended.map(\.user) == users.filter { $0 == "a" })
    }

    @Test func aCoarseTimeLeavesMoreOpen() {
        #expect(commitment(3_000, isCoarse: true).names.map(\.user) == ["a", "b"])
    }

    @Test func aDeviceThatIsHandedOnIsEithersUntilThatIsAnswered() async {
        let book = StayBook([1: "a", 2: "c"])
        await book.handed(1, to: "b", from: 5_000, answered: 4_000)
        await book.handed(2, to: "d", from: 5_000, answered: 7_000)
        func people(_ device: Int, _ time: Int64) async -> [String] {
            await (book.stays[device] ?? []).filter { $0.mayHold(time, leeway: 0) }.map(\.user)
        }
        #expect(await people(1, 4_999) == ["a"])
        #expect(await people(1, 5_001) == ["b"])
        #expect(await people(2, 4_999) == ["c"])
        #expect(await people(2, 6_999) == ["c", "d"])
        #expect(await people(2, 7_001) == ["d"])
        let near = await (book.stays[1] ?? []).filter { $0.mayHold(5_500, leeway: 600) }
        #expect(near.map(\.user) == ["a", "b"])
    }

    @Test func theBookFollowsTheChanges() async {
        let book = StayBook([1: "a"])
        await book.ending(1)
        await book.ended(1)
        await book.starting(1, "b")
        await book.started(1)
        let stays = await book.stays[1] ?? []
        #expect(stays.map(\.user) == ["a", "b"])
        #expect(stays[0].latestEnd != nil && stays[1].surelyFrom != nil && stays[1].latestEnd == nil)
        #expect(await book.changes == 2)
    }
}
