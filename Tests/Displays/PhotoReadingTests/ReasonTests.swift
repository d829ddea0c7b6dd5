import DisplayGenerator
import DisplayLayouts
import DisplayReading
import DisplayScoring
import Foundation
import PhotoReading
import Pixels
import Testing
import VitalRecords

/// Drawn displays that are not accepted give a reason.
struct ReasonTests {
    private static func line(_ picture: RecognisedPicture, _ kind: DisplayLayouts.DisplayKind) throws -> [String: Any] {
        let line = RecognitionLine(file: "a.jpg", picture: picture, layout: .standard(kind))
        return try #require(try JSONSerialization.jsonObject(with: JSONEncoder().encode(line)) as? [String: Any])
    }

    @Test
    func `A line has reasons exactly where a reading is not accepted, and a sentence for each`() throws {
        var words: Set<ReadingDoubt> = []
        for seed in 78_000_000_000..<UInt64(78_000_000_016) {
            let drawn = DisplayScene(kind: .bloodPressure, band: .hard, seed: seed, framing: .display, family: .plain)
                .draw(side: 320)
            let picture = try DisplayEngine().recognise(
                OpenedPicture(drawn.color),
                request: RecognitionRequest(.bloodPressure)
            )
            let found = try Self.line(picture, .bloodPressure)
            guard picture.refusal == nil else {
                #expect(found["reasons"] == nil && !picture.isAccepted)
                continue
            }
            #expect(found["accepted"] as? Bool == (found["reasons"] == nil))
            #expect(found["reasons"] as? [String] ?? [] == picture.reasons.map(\.rawValue))
            let text = RecognitionLine(file: "a.jpg", picture: picture, layout: .standard(.bloodPressure)).text
            #expect(text.split(separator: "\n").dropFirst() == picture.reasons.map { "  \($0.sentence)" }[...])
            words.formUnion(picture.reasons)
        }
        #expect(words.contains(.unsure) && words.count >= 3, "\(words)")
    }

    @Test
    func `A reflection over a value and one beside it are told apart`() throws {
        var told: [ReadingDoubt: Int] = [:]
        for one in AcceptedDisplays.all {
            let value = try #require(one.picture.measurements.first)
            for (place, radius) in [(0.0, 0.55), (value.box.width / 2 + 0.4 * value.box.height, 0.45)] {
                let image = one.drawn.color.withSpot(
                    at: value.box.point(along: place, across: 0),
                    radius: radius * value.box.height
                )
                let picture = try DisplayEngine().recognise(
                    OpenedPicture(image),
                    request: AcceptedDisplays.request(one.truth)
                )
                for word in picture.reasons { told[word, default: 0] += 1 }
            }
        }
        #expect(told[.glare] ?? 0 > 0, "\(told)")
    }
}
