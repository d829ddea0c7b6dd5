import DisplayGenerator
import Foundation
import Pixels
import Testing

struct StreamRecordTests {
    private struct RowTruth: Decodable {
        var text: String
    }

    private struct PhotoTruth: Decodable {
        struct Row: Decodable {
            var text: String
            var field: String
            var box: [Double]
        }
        var kind: String
        var rows: [Row]
        var display: [Double]?
        var displays: [[Double]]
        var refuse: String?
    }

    @Test func bytesAreLengthTruthSizeAndPixels() throws {
        let image = try #require(GrayImage(width: 2, height: 1, pixels: [8, 9]))
        let record = StreamRecord(json: "{}", image: image)
        #expect(record.bytes == [2, 0, 0, 0, 123, 125, 2, 0, 0, 0, 1, 0, 0, 0, 8, 9])
    }

    @Test func cutsAreAsTheReaderTakesThemAndTextsOfItsAlphabet() throws {
        var texts: [String] = []
        for seed in 0..<80 as Range<UInt64> {
            for record in StreamRecord.rows(kind: nil, band: .mixed, seed: seed) {
                #expect(record.image.height == RowCrop.height)
                #expect(RowCrop.widths.contains(record.image.width))
                texts.append(try JSONDecoder().decode(RowTruth.self, from: Data(record.json.utf8)).text)
            }
        }
        #expect(texts.allSatisfy { $0.allSatisfy { "0123456789.:-/ACEFHILPbdhnortu".contains($0) } })
        #expect(texts.contains("") && texts.contains { $0.contains(".") } && texts.contains { $0.contains(":") })
        for digit in "0123456789" { #expect(texts.contains { $0.contains(digit) }) }
    }

    @Test func fittedPhotosAreSquaresWithBoxesInside() throws {
        for seed in 0..<24 as Range<UInt64> {
            let record = StreamRecord.fitted(kind: nil, band: .medium, seed: seed, fit: 128)
            #expect(record.image.width == 128 && record.image.height == 128)
            let truth = try JSONDecoder().decode(PhotoTruth.self, from: Data(record.json.utf8))
            #expect(DisplayKind(rawValue: truth.kind) != nil)
            #expect((truth.display == nil) == (truth.refuse == "noDisplay"))
            for row in truth.rows {
                #expect(row.box.count == 5)
                #expect(row.box[0] > 0 && row.box[0] < 128 && row.box[1] > 0 && row.box[1] < 128)
                #expect(!row.text.isEmpty && !row.field.isEmpty)
            }
            #expect(truth.displays.allSatisfy { $0.count == 5 })
        }
    }
}
