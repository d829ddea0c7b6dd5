import Mosquitto
import Testing

struct SubscriptionBookTests {
    private let refused = ReasonCode.notAuthorized

    @Test func requestEndsWithItsLastFilter() {
        var book = SubscriptionBook()
        book.add([TopicSubscription("a"), TopicSubscription("b")], request: 1)
        book.sent("a", messageID: 10)
        book.sent("b", messageID: 11)
        #expect(book.answered(messageID: 10, reason: .success) == [])
        #expect(book.answered(messageID: 11, reason: .success) == [.finish(request: 1)])
        #expect(!book.isAnswerDue)
    }

    @Test func refusalForgetsANewFilterAndKeepsAnOldOne() {
        var book = SubscriptionBook()
        book.add([TopicSubscription("a"), TopicSubscription("b")], request: 1)
        book.sent("a", messageID: 10)
        book.sent("b", messageID: 11)
        _ = book.answered(messageID: 10, reason: .success)
        let steps = book.answered(messageID: 11, reason: refused)
        #expect(steps == [.fail(request: 1, filter: "b", reason: refused)])
        #expect(book.all.map(\.filter) == ["a"])
        book.connectionEnded()
        book.sent("a", messageID: 1)
        #expect(book.answered(messageID: 1, reason: refused) == [.report(filter: "a", reason: refused)])
        #expect(book.all.map(\.filter) == ["a"])
    }

    @Test func requestSurvivesAReconnect() {
        var book = SubscriptionBook()
        book.add([TopicSubscription("a")], request: 1)
        book.sent("a", messageID: 10)
        book.connectionEnded()
        #expect(book.answered(messageID: 10, reason: .success) == [])
        book.sent("a", messageID: 1)
        #expect(book.answered(messageID: 1, reason: .success) == [.finish(request: 1)])
    }

    @Test func removalEndsTheWait() {
        var book = SubscriptionBook()
        book.add([TopicSubscription("a")], request: 1)
        #expect(book.remove(["a", "unknown"]) == [.finish(request: 1)])
        #expect(book.all.isEmpty)
    }
}
