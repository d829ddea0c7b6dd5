import MessageBus
import Testing

@Suite struct TraceParentTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let span = "00f067aa0ba902b7"

    @Test func readsAndWritesTheSpecificationsExample() throws {
        let text = "00-\(Self.trace)-\(Self.span)-01"
        let parent = try #require(TraceParent(text))
        #expect(parent.traceID == Self.trace)
        #expect(parent.spanID == Self.span)
        #expect(parent.isSampled)
        #expect(parent.description == text)
        #expect(TraceParent("00-\(Self.trace)-\(Self.span)-00")?.isSampled == false)
        #expect(TraceParent("cc-\(Self.trace)-\(Self.span)-01-what-comes") != nil)
    }

    @Test(arguments: [
        "", "00", "ff-\(trace)-\(span)-01", "00-\(trace)-\(span)", "00-\(trace.dropLast())-\(span)-01",
        "00-\(trace)-\(span)0-01", "00-00000000000000000000000000000000-\(span)-01", "00-\(trace)-0000000000000000-01",
        "00-\(trace.uppercased())-\(span)-01", "00-\(trace)-\(span)-1", "00-\(trace)-\(span)-0g",
        "0-\(trace)-\(span)-01",
        "00-\(trace.dropLast())g-\(span)-01",
    ])
    func refuses(_ text: String) {
        #expect(TraceParent(text) == nil)
    }

    /// W3C Trace Context §3.2.2: version 00 has four parts, all in lower-case ASCII hex.
    @Test(arguments: [
        "00-\(trace)-\(span)-01-more", "zz-\(trace)-\(span)-01", "00-\(trace)-\(span)-+1",
        "00-\(String(repeating: "\u{ff11}", count: 10))ab-\(span)-01",
    ])
    func refusesWhatIsNearlyOne(_ text: String) {
        let parent = TraceParent(text)
        #expect(parent == nil)
    }

    @Test func theNextSpanKeepsTheTrace() throws {
        let parent = try #require(TraceParent("00-\(Self.trace)-\(Self.span)-00"))
        let next = TraceParent.next(after: parent)
        #expect(next.traceID == parent.traceID)
        #expect(next.spanID != parent.spanID)
        #expect(!next.isSampled)
        #expect(TraceParent(next.description) == next)
    }

    @Test func aNewTraceIsWellFormedEvenFromZeros() {
        struct Zeros: RandomNumberGenerator { mutating func next() -> UInt64 { 0 } }
        var zeros = Zeros()
        let fresh = TraceParent.next(after: nil, using: &zeros)
        #expect(TraceParent(fresh.description) == fresh)
    }
}
