import Foundation
import SimulatedHub
import Testing
import TortureGround
import VitalRecords

@testable import vitalbus_torture

/// The count of photos detects each way in which one can be lost or misplaced.
@Suite struct PhotoCountTests {
    private static let user = Ward.person(Ward.photographed).user
    private let taken: [TakenPhoto]

    init() throws {
        taken = try (1...2).map { number in
            let key = try #require(ReadingKey(rawValue: "rnd1-0000000000000000000000000000000\(number)"))
            return TakenPhoto(number: number, readingKey: key, confirmedAt: 5)
        }
    }

    private func record(_ logID: String, _ number: Int, user: String = user) -> String {
        #"{"act":"create","at":1,"record":{"user":"\#(user)","type":"measurements","logID":"\#(logID)","content":"#
            + #"{"metrics":[{"type":"systolic","value":\#(100 + number)},{"type":"diastolic","value":30}]}}}"#
    }

    private func image(_ id: String, of logID: String) -> String {
        #"{"act":"create","at":2,"record":{"user":"\#(Self.user)","type":"media","logID":"\#(id)","content":"#
            + #"{"log_id":"\#(logID)","size":1}}}"#
    }

    private var whole: [String] { [record("a", 1), record("b", 2), image("i", of: "a"), image("j", of: "b")] }

    private func judged(_ lines: [String], held: Set<String> = []) -> RoundResult {
        var result = RoundResult()
        let journal = ServerJournal(Data(lines.joined(separator: "\n").utf8))
        PhotoCount(taken).judge(journal, Kept(held: held), &result)
        return result
    }

    @Test func everyPhotoOnceIsGood() {
        let other = record("c", 7, user: "somebody")
        let result = judged(whole + [other], held: ["rk1-of-a-device"])
        #expect(result.isGood(at: .upsert) && result.photos == 2)
        #expect(result.json(isBlind: false).contains(#""photos":2,"photosLost":0,"photosDoubled":0,"imagesLost":0"#))
    }

    @Test func picturesAreNoRecords() {
        let journal = ServerJournal(Data(whole.joined(separator: "\n").utf8))
        #expect(journal.accepted.count == 2 && journal.duplicates == 0)
    }

    @Test func aMissingRecordOrPictureIsSeen() {
        let record = judged([whole[1], whole[3]])
        #expect(record.photosLost == 1 && record.imagesLost == 0 && !record.isGood(at: .blind))
        let image = judged(Array(whole.dropLast()))
        #expect(image.imagesLost == 1 && image.photosLost == 0 && !image.isGood(at: .blind))
    }

    @Test func aSecondRecordPictureOrReadingIsSeen() {
        let record = judged(whole + [self.record("c", 1)])
        #expect(record.photosDoubled == 1 && !record.isGood(at: .blind))
        let reading = judged(whole, held: ["rnd1-of-a-photo"])
        #expect(reading.photosDoubled == 1 && !reading.isGood(at: .blind))
        let picture = judged(whole + [image("k", of: "a")])
        #expect(picture.imagesDoubled == 1 && !picture.isGood(at: .refuses) && picture.isGood(at: .lookup))
    }

    @Test func aPhotoThatWasNeverConfirmedIsLost() throws {
        let key = try #require(taken.first?.readingKey)
        var result = RoundResult()
        PhotoCount([TakenPhoto(number: 3, readingKey: key, confirmedAt: nil)]).judge(
            ServerJournal(Data()),
            Kept(),
            &result
        )
        #expect(result.photosLost == 1 && !result.isGood(at: .upsert))
    }

    @Test func valuesThatNobodyConfirmedAreMisbooked() {
        #expect(judged(whole + [record("c", 9)]).misbooked == 1)
    }
}
