import DeliveryRules
import ImageCleaning
import MessageBus
import PictureParts
import Testing
import VitalRecords

/// Images in the course of an upload, limited in number, bytes and time.
@Suite struct PartUploadsTests {
    private func key(_ name: String) throws -> PartUploads<LogID>.Key {
        try PartUploads<LogID>.Key(try #require(LogID(rawValue: name)), sha256: String(repeating: "0", count: 64))
    }

    private func clock(_ seconds: Int64) -> BootInstant { BootInstant(milliseconds: seconds * 1_000) }

    @Test func partsComeInAnyOrderAndAgain() throws {
        var uploads = PartUploads<LogID>()
        let key = try key("a")
        let whole = (0..<90_000).map { UInt8(truncatingIfNeeded: $0 / 40_000 + 1) }
        #expect(try uploads.begin(key, size: whole.count, now: clock(0)) == [0, 1, 2])
        func part(_ index: Int) -> [UInt8] { Array(whole.dropFirst(index * 40_000).prefix(40_000)) }
        #expect(try uploads.add(key, index: 2, part: part(2), now: clock(1)) == .missing([0, 1]))
        #expect(try uploads.add(key, index: 2, part: part(2), now: clock(1)) == .missing([0, 1]))
        #expect(try uploads.begin(key, size: whole.count, now: clock(2)) == [0, 1], "announced again, nothing is lost")
        #expect(try uploads.add(key, index: 0, part: part(0), now: clock(3)) == .missing([1]))
        #expect(try uploads.add(key, index: 1, part: part(1), now: clock(4)) == .whole(whole))
        #expect(try uploads.add(key, index: 1, part: part(1), now: clock(4)) == .missing([]), "it is being checked")
        uploads.again(key)
        #expect(try uploads.add(key, index: 1, part: part(1), now: clock(5)) == .whole(whole), "it could not be saved")
        uploads.end(key)
        #expect(uploads.count == 0)
    }

    @Test func whatIsNoPartIsRefused() throws {
        var uploads = PartUploads<LogID>()
        let key = try key("a")
        #expect(throws: BusError.self) { try uploads.add(key, index: 0, part: [1], now: clock(0)) }
        _ = try uploads.begin(key, size: 40_001, now: clock(0))
        for (index, count) in [(-1, 40_000), (2, 1), (.max, 1), (0, 39_999), (0, 40_001), (1, 0), (1, 2)] {
            let error = #expect(throws: BusError.self) {
                try uploads.add(key, index: index, part: [UInt8](repeating: 0, count: count), now: clock(0))
            }
            #expect(error?.code == .invalidArgument)
        }
        #expect(throws: BusError.self) { try uploads.begin(key, size: 40_002, now: clock(0)) }
    }

    @Test func numberBytesAndTimeAreBounded() throws {
        var uploads = PartUploads<LogID>()
        for number in 0..<PartUploads<LogID>.countLimit {
            _ = try uploads.begin(try key("\(number)"), size: 10, now: clock(0))
        }
        let error = #expect(throws: BusError.self) { try uploads.begin(try key("x"), size: 10, now: clock(59)) }
        #expect(error?.code == .busy && error?.isRetriable == true)
        _ = try uploads.begin(try key("x"), size: 10, now: clock(61))
        #expect(uploads.count == 1, "those that nobody went on with are forgotten")
        var large = PartUploads<LogID>()
        for number in 0..<3 { _ = try large.begin(try key("\(number)"), size: CleanImage.byteLimit, now: clock(0)) }
        #expect(throws: BusError.self) { try large.begin(try key("x"), size: 1, now: clock(1)) }
    }
}
