import Testing

@testable import MessageBus

/// Which requests wait, how long, and which are refused when more arrive than are served.
@Suite struct WaitingRequestsTests {
    private func request(_ caller: String?, _ name: String, bytes: Int = 10) -> BusMessage {
        BusMessage(
            topic: name,
            payload: [UInt8](repeating: 0, count: bytes),
            properties: BusProperties(responseTopic: caller)
        )
    }

    private func waiting(_ change: (inout WaitingRequests.Limits) -> Void = { _ in }) -> WaitingRequests {
        var limits = WaitingRequests.Limits()
        change(&limits)
        return WaitingRequests(limits)
    }

    private func drain(_ all: inout WaitingRequests) -> [String] {
        var names: [String] = []
        while let message = all.next() { names.append(message.topic) }
        return names
    }

    @Test func callersThatTakeAnswersAreServedInTurn() {
        var all = waiting()
        all.note("anne", isTaken: true)
        all.note("bob", isTaken: true)
        for name in ["a1", "a2", "a3"] { #expect(all.add(request("anne", name)) == nil) }
        #expect(all.add(request("bob", "b1")) == nil)
        for name in ["x1", "x2"] { #expect(all.add(request("made-up-\(name)", name)) == nil) }
        #expect(drain(&all) == ["a1", "b1", "x1", "a2", "x2", "a3"])
    }

    @Test func madeUpReplyTopicsShareOnePlace() {
        var all = waiting { $0.strangersCount = 2 }
        all.note("anne", isTaken: true)
        for name in ["x1", "x2"] { #expect(all.add(request(name, name)) == nil) }
        #expect(all.add(request("x3", "x3"))?.topic == "x3")
        #expect(all.add(request(nil, "x4"))?.topic == "x4")
        #expect(all.add(request("anne", "a1")) == nil)
        #expect(drain(&all) == ["x1", "a1", "x2"])
    }

    /// A person's small first request takes the place of a large one.
    @Test func theLargestOfTheStrangersGoes() {
        var all = waiting { $0.strangersBytes = 250 }
        #expect(all.add(request("x1", "x1", bytes: 100)) == nil)
        #expect(all.add(request("x2", "x2", bytes: 150)) == nil)
        #expect(all.add(request("anne", "a1", bytes: 20))?.topic == "x2")
        #expect(drain(&all) == ["x1", "a1"])
        #expect(all.add(request("x3", "x3", bytes: 250)) == nil)
    }

    @Test func oneCallersLineIsBounded() {
        var all = waiting {
            $0.count = 2
            $0.bytes = 100
        }
        all.note("anne", isTaken: true)
        all.note("bob", isTaken: true)
        for name in ["a1", "a2"] { #expect(all.add(request("anne", name)) == nil) }
        #expect(all.add(request("anne", "a3"))?.topic == "a3")
        #expect(all.add(request("bob", "b1", bytes: 99)) == nil)
        #expect(all.add(request("bob", "b2", bytes: 2))?.topic == "b2")
        #expect(drain(&all) == ["a1", "b1", "a2"])
    }

    @Test func beyondAllBytesWhoAsksLittleIsServed() {
        var all = waiting {
            $0.total = 100
            $0.least = 20
        }
        all.note("anne", isTaken: true)
        all.note("bob", isTaken: true)
        #expect(all.add(request("anne", "a1", bytes: 100)) == nil)
        #expect(all.add(request("anne", "a2", bytes: 1))?.topic == "a2")
        #expect(all.add(request("bob", "b1", bytes: 20)) == nil)
        #expect(all.add(request("bob", "b2", bytes: 1))?.topic == "b2")
    }

    @Test func whoNoLongerTakesAnswersIsAStrangerAgain() {
        var all = waiting { $0.strangersCount = 0 }
        all.note("anne", isTaken: true)
        #expect(all.add(request("anne", "a1")) == nil)
        all.note("anne", isTaken: false)
        #expect(all.add(request("anne", "a2"))?.topic == "a2")
        #expect(drain(&all) == ["a1"])
    }

    @Test func theKnownAreBoundedToo() {
        var all = waiting {
            $0.known = 2
            $0.strangersCount = 0
        }
        for number in 0..<10 { all.note("c\(number)", isTaken: true) }
        let served = (0..<10).filter { all.add(request("c\($0)", "r")) == nil }
        #expect(served.count == 2)
        #expect(served.contains(9))
    }
}
