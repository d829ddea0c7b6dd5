import Foundation
import Testing

@testable import vitalbus_torture

/// The count detects every way in which a system can fail, so that a clean line is meaningful.
@Suite struct RoundCountTests {
    private static let committed = [
        Commitment(
            readingKey: "k1",
            device: 1,
            at: 1_000,
            names: [.init(user: "a", logID: "1")],
            ended: [],
            mayBeHeld: false
        ),
        Commitment(
            readingKey: "k2",
            device: 2,
            at: 2_000,
            names: [.init(user: "b", logID: "2"), .init(user: "c", logID: "3")],
            ended: [.init(user: "b", logID: "2")],
            mayBeHeld: true
        ),
    ]

    private func count(
        _ journal: [String],
        told: [String: Int] = ["1": 1, "2": 1],
        kept: Kept = Kept()
    ) -> RoundResult {
        round(journal, told: told, kept: kept).result()
    }

    private func round(_ journal: [String], told: [String: Int] = [:], kept: Kept = Kept()) -> RoundCount {
        let text = journal.joined(separator: "\n")
        return RoundCount(
            committed: Self.committed,
            journal: ServerJournal(Data(text.utf8)),
            told: told,
            kept: kept,
            returns: [1_500, 5_000]
        )
    }

    private func line(_ act: String, _ user: String, _ logID: String, at: Int64 = 3_000) -> String {
        #"{"act":"\#(act)","record":{"user":"\#(user)","logID":"\#(logID)"},"at":\#(at)}"#
    }

    private var whole: [String] { [line("create", "a", "1"), line("create", "b", "2", at: 9_000)] }

    @Test func aWholeRoundIsGood() {
        let result = count(whole + [line("repeat", "a", "1"), line("update", "b", "2")])
        #expect(result.isGood(at: .upsert))
        #expect(result.committed == 2 && result.atServer == 2)
        #expect(result.recoveries == [1.5, 4])
    }

    @Test func aPortalThatPausesNothingIsSeen() {
        var result = count(whole)
        result.portals = 2
        #expect(result.isGood(at: .upsert))
        result.unpaused = 1
        #expect(!result.isGood(at: .blind))
        let sum = result.adding(result)
        #expect(sum.portals == 4 && sum.unpaused == 2)
        #expect(sum.json(isBlind: false).contains(#""portals":4,"unpaused":2"#))
    }

    @Test func aMissingRecordIsLost() {
        let result = count([whole[0]], told: ["1": 1])
        #expect(result.lost == 1 && !result.isGood(at: .blind))
    }

    @Test func aSecondRecordOfALogIDIsADuplicate() {
        let result = count(whole + [line("create", "a", "1")])
        #expect(result.duplicates == 1)
        #expect(ServerKind.guaranteed.allSatisfy { !result.isGood(at: $0) })
        #expect(result.isGood(at: .blind))
        #expect(result.json(isBlind: true).hasSuffix(#""unavoidable":1}"#))
    }

    @Test func aRecordOfAnotherPersonIsMisbooked() {
        let result = count(whole + [line("create", "b", "1")])
        #expect(result.misbooked == 1 && !result.isGood(at: .blind))
    }

    @Test(arguments: [["1": 1], ["1": 2, "2": 1]])
    func aRecordThatIsToldTwiceOrNeverIsSeen(told: [String: Int]) {
        #expect(count(whole, told: told).mistold == 1)
    }

    @Test func theNextPersonMayHaveItButNotBoth() {
        let next = [whole[0], line("create", "c", "3")]
        #expect(count(next, told: ["1": 1, "3": 1]).isGood(at: .upsert))
        let both = count(whole + [line("create", "c", "3")], told: ["1": 1, "2": 1, "3": 1])
        #expect(both.misbooked == 1)
    }

    @Test func whatItsSessionCouldNotSendIsUnsynced() {
        let result = count([whole[0]], told: ["1": 1], kept: Kept(unsynced: ["2": false]))
        #expect(result.isGood(at: .upsert) && result.unsynced == 1)
        #expect(count(whole, kept: Kept(unsynced: ["2": false])).mistold == 1, "it says that the server has it not")
    }

    @Test func whatASessionThatRunsDoesNotSendIsLost() {
        let result = count([whole[1]], told: ["2": 1], kept: Kept(unsynced: ["1": false]))
        #expect(result.lost == 1 && result.unsynced == 0)
    }

    @Test func aLossSaysWhereTheReadingIsInstead() {
        let at = "committed from 00:00:01.000 to 00:00:01.000"
        let traces: [(Kept, String)] = [
            (Kept(unsynced: ["1": false]), "listed as not sent by a session that nobody ended"),
            (Kept(held: ["k1"]), "held although a session ran"), (Kept(), "nowhere"),
        ]
        for (kept, trace) in traces {
            #expect(round([whole[1]], kept: kept).losses == ["lost: 1 of device 1, \(trace), \(at)"])
        }
        #expect(round(whole).losses.isEmpty)
    }

    @Test func anUnknownOutcomeMayBeEither() {
        let kept = Kept(unsynced: ["2": true])
        #expect(count(whole, told: ["1": 1], kept: kept).isGood(at: .upsert))
        #expect(count([whole[0]], told: ["1": 1], kept: kept).isGood(at: .upsert))
    }

    @Test func onlyWhatNobodyHadASessionForIsHeld() {
        let kept = Kept(held: ["k1", "k2"])
        #expect(count([whole[0]], told: ["1": 1], kept: kept).held == 1)
        #expect(count([whole[1]], told: ["2": 1], kept: kept).lost == 1)
    }

    @Test func anEndThatIsNotToldOnceIsSeen() {
        #expect(count(whole, kept: Kept(untoldEnds: 1)).mistold == 1)
    }

    @Test func anEndOfItsOwnOrSomethingStuckIsNoSuccess() {
        var ended = count(whole)
        ended.ownEnds = ["uploader-u1 ended by itself"]
        #expect(!ended.isGood(at: .upsert))
        var stuck = count(whole)
        stuck.stuck = 1
        #expect(!stuck.isGood(at: .upsert))
    }
}
