import Testing

@testable import MessageBus

@Suite struct RequestsInWorkTests {
    private let key = RequestsInWork.Key(source: "raw", id: "same", topic: "t")

    private func address(_ number: Int) -> ReplyAddress {
        ReplyAddress(topic: "reply/raw", correlation: "c\(number)", traceparent: nil)
    }

    /// The last eight of many repeats are answered, each with its own correlation, and each message only once.
    @Test func theLastEightRepeatsAreAnswered() {
        let work = RequestsInWork()
        let begun = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10].map { work.begin(key, address: address($0)) }
        #expect(begun == [true] + Array(repeating: false, count: 10), "it is done once")
        #expect(work.end(key).map(\.correlation) == (3...10).map { "c\($0)" })
        #expect(work.end(key).isEmpty)
        #expect(work.begin(key, address: address(11)), "a repeat after the answer is done again")
    }
}
