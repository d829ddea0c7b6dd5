import DeviceCodecs
import Testing
import VitalRecords

@Suite struct RecordAccessTests {
    private static let requests: [(RecordAccessRequest, [UInt8])] = [
        (.reportAll, [1, 1]), (.reportSince(sequence: 5), [1, 3, 1, 5, 0]),
        (.reportSince(sequence: 0xABCD), [1, 3, 1, 0xCD, 0xAB]), (.reportFirst, [1, 5]), (.reportLast, [1, 6]),
        (.countAll, [4, 1]), (.countSince(sequence: 256), [4, 3, 1, 0, 1]), (.abort, [3, 0]),
    ]

    @Test func requestsAreWrittenAsTheSpecificationSays() throws {
        for (request, bytes) in Self.requests { #expect(request.bytes == bytes) }
        let civil = try #require(CivilDateTime("2026-03-29T02:30:15"))
        let since = RecordAccessRequest.reportSinceTime(GATTDateTime(civil))
        #expect(since.bytes == [1, 3, 2, 0xEA, 7, 3, 29, 2, 30, 15])
    }

    /// Operation code 2 deletes records, so no request may have it.
    @Test func noDeleteCanBeEncoded() {
        for (request, _) in Self.requests { #expect([1, 3, 4].contains(request.bytes[0])) }
    }

    @Test func aMeterThatDoesNotUnderstandIsAskedPlainly() {
        let plainer = (1...10).filter { RecordAccessCode(rawValue: UInt8($0)).asksForPlainerRequest }
        #expect(plainer == [2, 3, 4, 5, 9])
    }
}
