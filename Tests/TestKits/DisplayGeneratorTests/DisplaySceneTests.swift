import Pixels
import Testing

@testable import DisplayGenerator

struct DisplaySceneTests {
    @Test func equalSeedsMakeEqualPhotos() {
        let one = DisplayScene(band: .hard, seed: 7).draw(side: 160)
        let other = DisplayScene(band: .hard, seed: 7).draw(side: 160)
        #expect(one.gray == other.gray)
        #expect(one.color == other.color)
        #expect(one.rows == other.rows)
        #expect(DisplayScene(band: .hard, seed: 8).draw(side: 160).gray != one.gray)
    }

    @Test func streamsFollowFromTheSeedAlone() {
        let records = (0..<12).map { StreamRecord.fitted(kind: nil, band: .mixed, seed: $0, fit: 64).bytes }
        let again = (0..<12).map { StreamRecord.fitted(kind: nil, band: .mixed, seed: $0, fit: 64).bytes }
        #expect(records == again)
    }

    @Test(arguments: DisplayKind.allCases)
    func everyKindShowsWhatIsToBeRead(kind: DisplayKind) {
        for seed in 0..<12 as Range<UInt64> {
            let drawn = DisplayScene(kind: kind, band: .easy, seed: seed).draw(side: 320)
            #expect(drawn.refusal == nil)
            #expect(!drawn.values.isEmpty)
            let texts = drawn.values.map(\.text)
            for (key, value) in drawn.expected where key != "unit" {
                #expect(texts.contains(value.filter { $0 != "\"" }), "\(kind) \(seed): \(key) \(value) in \(texts)")
            }
        }
    }

    @Test(arguments: DisplayKind.allCases)
    func rowsLieInThePhotoAndDifferFromTheGlass(kind: DisplayKind) {
        for seed in 100..<110 as Range<UInt64> {
            let drawn = DisplayScene(kind: kind, band: .medium, seed: seed).draw(side: 400)
            for row in drawn.values where drawn.refusal == nil {
                #expect(row.contrast > 0.01)
                #expect(row.box.height > 3)
                for corner in row.box.corners {
                    #expect(corner.x > -1 && corner.x < Double(drawn.gray.width) + 1)
                    #expect(corner.y > -1 && corner.y < Double(drawn.gray.height) + 1)
                }
                #expect(RowCrop(box: row.box).image(from: drawn.gray).deviation > 1)
            }
        }
    }

    @Test func aPointThatNobodySeesMakesAPhotoUnreadable() {
        var hidden = 0
        for seed in 0..<150 as Range<UInt64> {
            let drawn = DisplayScene(kind: .glucoseMeter, band: .hard, seed: 4_000 + seed).draw(side: 200)
            for row in drawn.values where row.text.contains(".") {
                // The dots of a matrix all have the same size.
                guard row.point > 0 else { continue }
                if drawn.refusal == nil {
                    #expect(row.point >= 0.9 && row.pointContrast >= 0.02)
                } else if row.pointContrast < 0.02 {
                    hidden += 1
                }
            }
            #expect(drawn.shown.map(\.key).contains("glucose"))
        }
        #expect(hidden > 0)
    }

    @Test(arguments: DisplayRefusal.allCases)
    func refusalsHaveNoReading(refusal: DisplayRefusal) {
        for seed in 0..<4 as Range<UInt64> {
            let drawn = DisplayScene(band: .medium, seed: seed, refusal: refusal).draw(side: 200)
            #expect(drawn.refusal == refusal)
            #expect(drawn.expected.isEmpty)
            switch refusal {
            case .noDisplay: #expect(drawn.rows.isEmpty && drawn.display == nil)
            case .off: #expect(drawn.values.isEmpty)
            case .clock, .memory, .error: #expect(drawn.values.allSatisfy { $0.field == refusal.rawValue })
            case .several: #expect(drawn.displays.count > 1)
            case .dark: #expect(drawn.gray.mean < 40)
            case .blurred, .glare, .foreign: #expect(!drawn.values.isEmpty)
            }
        }
    }

    @Test func theSeedChoosesEveryKindAndRefusal() {
        let scenes = (0..<600 as Range<UInt64>).map { DisplayScene(seed: $0, mayRefuse: true) }
        #expect(Set(scenes.map(\.kind)) == Set(DisplayKind.allCases))
        #expect(Set(scenes.compactMap(\.refusal)) == Set(DisplayRefusal.allCases).subtracting([.foreign]))
        let share = Double(scenes.count { $0.refusal == nil }) / 600
        #expect(share > 0.7 && share < 0.95)
    }

    @Test func aBurstShowsOneDeviceThatMoves() {
        let scene = DisplayScene(kind: .glucoseMeter, band: .medium, seed: 5)
        let frames = scene.burst(3, side: 200)
        #expect(frames.count == 3)
        #expect(frames.allSatisfy { $0.values.map(\.text) == frames[0].values.map(\.text) })
        #expect(frames[0].gray != frames[1].gray)
        #expect(scene.burst(3, side: 200)[2].gray == frames[2].gray)
        #expect(scene.shown.contains { $0.key == "glucose" })
    }

    @Test(arguments: [-5, 0, 16, 5_000])
    func sizesKeepWithinLimits(side: Int) {
        let drawn = DisplayScene(band: .easy, seed: 3, refusal: .noDisplay).draw(side: min(side, 40))
        #expect(max(drawn.gray.width, drawn.gray.height) == max(16, min(side, 40)))
    }
}
