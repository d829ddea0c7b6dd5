import FoundationEssentials
import HTTPDoor
import NIOCore
import Testing

/// Limits on one sender's use of the importer's time and connections.
@Suite struct IngestLimitsTests {
    private let now = Date(timeIntervalSince1970: 1_795_000_000)

    @Test func aTakenAddressIsSaidInTheSystemsWords() {
        #expect(IOError(errnoCode: 98, reason: "bind(descriptor:ptr:bytes:)").listenWords == "Address already in use")
    }

    @Test func oneAddressLeavesTheOthersTheirPlaces() {
        let peers = HTTPPeers()
        for _ in 0..<HTTPPeers.limit { #expect(peers.enter("10.0.0.1", at: now) == .welcome) }
        #expect(peers.enter("10.0.0.1", at: now) == .refused(tell: 1))
        #expect(peers.enter("10.0.0.2", at: now) == .welcome)
        peers.leave("10.0.0.1")
        #expect(peers.enter("10.0.0.1", at: now) == .welcome)
    }

    @Test func allTogetherAreBounded() {
        let peers = HTTPPeers()
        for number in 0..<HTTPPeers.total { #expect(peers.enter("10.0.\(number).1", at: now) == .welcome) }
        #expect(peers.enter("10.1.0.1", at: now) != .welcome)
        peers.leave("10.0.0.1")
        #expect(peers.enter("10.1.0.1", at: now) == .welcome)
    }

    @Test func whoHasTooManyIsNamedNowAndThen() {
        let peers = HTTPPeers()
        for _ in 0..<HTTPPeers.limit { _ = peers.enter("a", at: now) }
        #expect(peers.enter("a", at: now) == .refused(tell: 1))
        for _ in 0..<5 { #expect(peers.enter("a", at: now.addingTimeInterval(9)) == .refused(tell: nil)) }
        #expect(peers.enter("a", at: now.addingTimeInterval(10)) == .refused(tell: 6))
    }

    @Test func aBodyHasTimeButNotForEver() {
        let pace = BodyPace(start: 100)
        #expect(!pace.isTooSlow(bytes: 0, now: 160))
        #expect(!pace.isTooSlow(bytes: 1_024, now: 161))
        #expect(pace.isTooSlow(bytes: 1_023, now: 161))
        #expect(!pace.isTooSlow(bytes: 4 << 20, now: 4_256))
        #expect(pace.isTooSlow(bytes: 4 << 20, now: 4_257))
    }
}
