import Foundation
import Testing

@testable import vitalbus_torture

/// The count sees every way in which a system can fail, so that a clean line means something.
@Suite struct RoundCountTests {
    private static let committed: [ServerJournal.Name: Int64] = [
        .init(user: "a", logID: "1"): 1_000, .init(user: "b", logID: "2"): 2_000,
    ]

    private func count(_ journal: [String], told: [String: Int] = ["1": 1, "2": 1]) -> RoundResult {
        let text = journal.joined(separator: "\n")
        return RoundCount(
            committed: Self.committed,
            journal: ServerJournal(Data(text.utf8)),
            told: told,
            returns: [1_500, 5_000]
        ).result()
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

    @Test func anEndOfItsOwnOrSomethingStuckIsNoSuccess() {
        var ended = count(whole)
        ended.ownEnds = ["uploader-u1 ended by itself"]
        #expect(!ended.isGood(at: .upsert))
        var stuck = count(whole)
        stuck.stuck = 1
        #expect(!stuck.isGood(at: .upsert))
    }
}
