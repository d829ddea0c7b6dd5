import Mosquitto
import Testing

struct PublishWindowTests {
    @Test func keepsOrderAndLimits() {
        var window = PublishWindow<String>(limit: 1, waitingLimit: 2)
        #expect(window.admit(1, request: "a") == .send)
        window.handedOver(1, request: "a", messageID: 10)
        #expect(window.admit(2, request: "b") == .wait)
        #expect(window.admit(3, request: "c") == .wait)
        #expect(window.admit(4, request: "d") == .refuse)
        #expect(window.next() == nil)
        let cancelled = window.cancel(2)
        #expect(cancelled?.wasSent == false)
        #expect(window.answered(messageID: 10) == "a")
        #expect(window.answered(messageID: 10) == nil)
        let next = window.next()
        #expect(next?.request == "c")
        #expect(window.next() == nil)
    }

    @Test func cancelledInFlightKeepsItsPlace() {
        var window = PublishWindow<String>(limit: 1, waitingLimit: 1)
        _ = window.admit(1, request: "a")
        window.handedOver(1, request: "a", messageID: 10)
        let cancelled = window.cancel(1)
        #expect(cancelled?.wasSent == true)
        #expect(window.cancel(1) == nil)
        #expect(window.admit(2, request: "b") == .wait)
        #expect(!window.canAdmit)
        #expect(window.answered(messageID: 10) == nil)
        #expect(window.canAdmit)
    }

    @Test func cancelledIdsDoNotPileUp() {
        var window = PublishWindow<Int>(limit: 1, waitingLimit: 1)
        _ = window.admit(0, request: 0)
        window.handedOver(0, request: 0, messageID: 1)
        for id in 1...10_000 as ClosedRange<UInt64> {
            #expect(window.admit(id, request: 0) == .wait)
            #expect(window.cancel(id) != nil)
        }
        let (sent, waiting) = window.removeAll()
        #expect(sent.count == 1 && waiting.isEmpty && window.isEmpty)
    }
}
