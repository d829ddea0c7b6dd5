import Foundation
import Testing
import VitalRecords

/// The words for doubts about a display's reading, and the sentence that a person sees for each.
struct ReadingDoubtTests {
    @Test(arguments: ReadingDoubt.known)
    func `Each word has one short sentence with its way out`(doubt: ReadingDoubt) {
        let parts = doubt.sentence.components(separatedBy: ": ")
        #expect(parts.count == 2 && parts.allSatisfy { $0.count > 8 }, "\(doubt.sentence)")
        #expect(doubt.sentence.count <= 110)
        #expect(doubt.rawValue.allSatisfy { $0.isLetter } && doubt.rawValue != doubt.sentence)
    }

    @Test
    func `No word and no sentence is there twice`() {
        #expect(Set(ReadingDoubt.known).count == ReadingDoubt.known.count)
        #expect(Set(ReadingDoubt.known.map(\.sentence)).count == ReadingDoubt.known.count)
    }

    @Test
    func `A word of a newer version is carried and shown as it is`() throws {
        let bytes = Data(
            #"{"text":"1","confidence":0.5,"accepted":false,"frames":1,"reasons":["newer","blurred"]}"#.utf8
        )
        let seen = try JSONDecoder().decode(DisplayRecognition.self, from: bytes)
        #expect(seen.reasons == [ReadingDoubt(rawValue: "newer"), .blurred])
        #expect(seen.reasons?.first?.sentence == "newer")
        let again = try JSONDecoder().decode(DisplayRecognition.self, from: JSONEncoder().encode(seen))
        #expect(again == seen)
    }

    @Test
    func `What an older version saved has no reasons`() throws {
        let bytes = Data(#"{"text":"1","confidence":0.5,"accepted":false,"frames":1}"#.utf8)
        #expect(try JSONDecoder().decode(DisplayRecognition.self, from: bytes).reasons == nil)
    }
}
