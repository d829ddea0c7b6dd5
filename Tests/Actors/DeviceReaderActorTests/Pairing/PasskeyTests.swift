import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import Testing

@testable import DeviceReaderActor

@Suite struct PasskeyTests {
    private func book(_ kind: PasskeyKind = .enter, digits: String? = nil) -> PasskeyBook {
        var book = PasskeyBook()
        let expires = Samples.start.addingTimeInterval(55)
        book.ask(PasskeyBook.Question(id: "q1", kind: kind, digits: digits, expires: expires))
        return book
    }

    private func code(_ book: inout PasskeyBook, _ body: AnswerPasskey, after seconds: Double = 1) -> BusError.Code? {
        do {
            _ = try book.answer(body, at: Samples.start.addingTimeInterval(seconds))
            return nil
        } catch {
            return error.code
        }
    }

    @Test func leadingZerosAreKeptBothWays() throws {
        var book = book()
        let answer = try book.answer(AnswerPasskey(request: "q1", passkey: "000042"), at: Samples.start)
        #expect(answer == .passkey(42))
        #expect(PasskeyBook.digits(42) == "000042")
        #expect(PasskeyBook.digits(999_999) == "999999")
    }

    @Test func eachQuestionIsAnsweredOnce() {
        var book = book()
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456")) == nil)
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456")) == .notFound)
    }

    @Test func anAnswerToAnotherQuestionOrToNoneIsRefused() {
        var book = book()
        #expect(code(&book, AnswerPasskey(request: "q0", passkey: "123456")) == .notFound)
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456")) == nil)
        var none = PasskeyBook()
        #expect(code(&none, AnswerPasskey(request: "q1", passkey: "123456")) == .notFound)
        var shown = self.book(.show, digits: "123456")
        #expect(code(&shown, AnswerPasskey(request: "q1", accept: true)) == .notFound)
    }

    @Test func aLateAnswerIsTooLate() {
        var book = book()
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456"), after: 55) == .deadlineExceeded)
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456")) == .notFound)
    }

    @Test(arguments: ["", "12345", "1234567", "12345a", "12 456", "-12345", "١٢٣٤٥٦"])
    func aSlipOfTheFingerMayBeMended(text: String) {
        var book = book()
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: text)) == .invalidArgument)
        #expect(code(&book, AnswerPasskey(request: "q1", passkey: "123456")) == nil)
    }

    @Test func equalDigitsAreConfirmedOrRefused() throws {
        var same = book(.confirm, digits: "123456")
        #expect(try same.answer(AnswerPasskey(request: "q1", accept: true), at: Samples.start) == .same)
        var other = book(.confirm, digits: "123456")
        #expect(try other.answer(AnswerPasskey(request: "q1", accept: false), at: Samples.start) == .refused)
        var digits = book(.confirm, digits: "123456")
        #expect(code(&digits, AnswerPasskey(request: "q1", passkey: "123456")) == .invalidArgument)
        var enter = book()
        #expect(try enter.answer(AnswerPasskey(request: "q1", accept: false), at: Samples.start) == .refused)
    }
}
