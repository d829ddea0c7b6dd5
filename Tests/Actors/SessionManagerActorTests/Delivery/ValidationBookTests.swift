import BusContract
import ContractLiterals
import DeliveryRules
import Testing

@testable import SessionManagerActor

struct ValidationBookTests {
    private func at(_ seconds: Int64) -> BootInstant { .zero + .seconds(seconds) }

    private func ask(_ book: inout ValidationBook, at seconds: Int64) -> [UploadGrant.Check] {
        var number = 0
        return book.ask(now: at(seconds)) {
            number += 1
            return "\(seconds)-\(number)"
        }
    }

    @Test func sessionIsAskedForOnceAndAgainWithoutAnAnswer() {
        var book = ValidationBook()
        book.expect([("a", "inform"), ("b", "legacy")], now: at(0))
        let first = ask(&book, at: 0)
        #expect(first.map(\.sessionID) == ["a", "b"])
        let early = ask(&book, at: 59)
        #expect(early.isEmpty)
        #expect(book.nextDue == at(60))
        book.expect([("a", "inform"), ("b", "legacy")], now: at(59))
        let looked = ask(&book, at: 59)
        #expect(looked.isEmpty, "looking again asks nothing again")
        let again = ask(&book, at: 60)
        #expect(again.map(\.apiVersion) == ["inform", "legacy"])
    }

    @Test func decisionCountsOnceWhateverQuestionItAnswers() {
        var book = ValidationBook()
        book.expect([("a", "inform")], now: at(0))
        let decisions = ["a", "a", "x"].map { book.decided($0) }
        #expect(decisions == [true, false, false])
        #expect(book.nextDue == nil)
    }

    @Test func failuresBackOff() {
        var book = ValidationBook()
        book.expect([("a", "inform")], now: at(0))
        let first = ask(&book, at: 0)
        var counted: [Int] = []
        let delay: (Int) -> Duration = {
            counted.append($0)
            return .seconds(10 * $0)
        }
        book.postpone("a", checkID: "another", now: at(1), delay)
        #expect(book.nextDue == at(60), "an earlier question's failure says nothing")
        book.postpone("a", checkID: first[0].checkID, now: at(1), delay)
        #expect(book.nextDue == at(11))
        let second = ask(&book, at: 11)
        book.postpone("a", checkID: second[0].checkID, now: at(11), delay)
        #expect(book.nextDue == at(31))
        #expect(counted == [1, 2])
    }

    @Test func endedSessionsAreForgottenAndBatchesAreBounded() {
        var book = ValidationBook()
        book.expect((0..<40).map { ("s-\($0)", "inform") }, now: at(0))
        let counts = (0..<3).map { _ in ask(&book, at: 0).count }
        #expect(counts == [ValidationBook.batch, ValidationBook.batch, 8])
        book.expect([], now: at(1))
        #expect(book.nextDue == nil)
    }

    @Test func questionThatReachedNobodyIsAskedSoon() {
        var book = ValidationBook()
        book.expect([("a", "inform")], now: at(0))
        for question in ask(&book, at: 0) { book.unasked(question, now: at(0)) }
        #expect(book.nextDue == at(1))
    }
}
