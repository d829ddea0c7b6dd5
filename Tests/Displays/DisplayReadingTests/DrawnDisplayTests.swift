import DisplayGenerator
import DisplayLayouts
import DisplayReading
import NeuralNet
import Pixels
import Testing

/// Drawn displays, read from the photo to the values with the product's own networks.
struct DrawnDisplayTests {
    private static let perKind = 2
    private static let kinds = DisplayGenerator.DisplayKind.allCases

    private static func reader() throws -> DisplayReader {
        DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
    }

    private static func layout(_ kind: DisplayGenerator.DisplayKind) -> DisplayLayout {
        .standard(DisplayLayouts.DisplayKind(rawValue: kind.rawValue) ?? .any)
    }

    /// Reads a display at a given place, and compares all values.
    private static func isRight(_ seed: UInt64, _ kind: DisplayGenerator.DisplayKind, _ band: DisplayBand) throws
        -> Bool
    {
        let drawn = DisplayScene(kind: kind, band: band, seed: seed, family: .plain).draw(side: 400)
        let unit = drawn.expected.first { $0.key == "unit" }.map { $0.value.filter { $0 != "\"" } }
        let request = ReadingRequest(layouts: [layout(kind)], unit: unit, box: drawn.display?.bounds)
        let outcome = try reader().read(drawn.gray, request: request)
        let wanted = drawn.expected.filter { $0.key != "unit" }.map { $0.value.filter { $0 != "\"" } }
        return outcome.measurements.map(\.text) == wanted
    }

    @Test(arguments: [(DisplayBand.easy, 0.6), (.medium, 0.5), (.hard, 0.3)])
    func `Most drawn displays are read`(band: DisplayBand, floor: Double) throws {
        var right = 0
        var all = 0
        for kind in Self.kinds {
            for index in 0..<UInt64(Self.perKind) {
                all += 1
                if try Self.isRight(700_000_000 + index, kind, band) { right += 1 }
            }
        }
        #expect(Double(right) >= floor * Double(all), "\(right) of \(all)")
    }

    @Test(arguments: 1...3)
    func `A photo that lies on its side or upside down is read as it stands upright`(quarters: Int) throws {
        let request = ReadingRequest(layouts: [Self.layout(.bloodPressure)])
        let read = try (720_000_000..<UInt64(720_000_004)).filter { seed in
            let drawn = DisplayScene(
                kind: .bloodPressure,
                band: .easy,
                seed: seed,
                framing: .display,
                family: .plain
            ).draw(side: 400)
            let turned = try Self.reader().read(drawn.color.turned(quarters: quarters).gray, request: request)
            let wanted = drawn.expected.map { $0.value }
            let isRight = turned.measurements.map(\.text) == wanted
            #expect(isRight || !turned.isAccepted, "seed \(seed)")
            return isRight
        }
        #expect(read.count >= 3, "\(read)")
    }

    @Test(arguments: [DisplayRefusal.noDisplay, .off, .error])
    func `What shows no value is not accepted`(refusal: DisplayRefusal) throws {
        for seed in 710_000_000..<UInt64(710_000_004) {
            let drawn = DisplayScene(kind: .bloodPressure, seed: seed, refusal: refusal, family: .plain)
                .draw(side: 400)
            let outcome = try Self.reader().read(
                drawn.gray,
                request: ReadingRequest(layouts: [Self.layout(.bloodPressure)])
            )
            #expect(!outcome.isAccepted)
        }
    }

    @Test(arguments: [DisplayGenerator.DisplayKind.glucoseMeter, .thermometer, .weightScale, .bloodPressure])
    func `A number that is none of the kind is never accepted in part`(kind: DisplayGenerator.DisplayKind) throws {
        var words: [Refusal.Reason?] = []
        for seed in 730_000_000..<UInt64(730_000_006) {
            let drawn = DisplayScene(kind: kind, band: .easy, seed: seed, refusal: .foreign, family: .plain)
                .draw(side: 400)
            let request = ReadingRequest(layouts: [Self.layout(kind)], box: drawn.display?.bounds)
            let outcome = try Self.reader().read(drawn.gray, request: request)
            #expect(!outcome.isAccepted, "seed \(seed) \(drawn.rows.map(\.text)) as \(outcome.text)")
            words.append(outcome.refusal?.reason)
        }
        #expect(words.compactMap(\.self).count >= 4, "\(words)")
    }

    @Test
    func `An image without anything is refused`() throws {
        let reader = try Self.reader()
        let request = ReadingRequest(layouts: [Self.layout(.bloodPressure)])
        #expect(
            reader.read(GrayImage(width: 1, height: 1, filledWith: 0), request: request).refusal?.reason == .tooSmall
        )
        #expect(
            reader.read(GrayImage(width: 0, height: 0, filledWith: 0), request: request).refusal?.reason == .tooSmall
        )
        let empty = reader.read(GrayImage(width: 300, height: 200, filledWith: 128), request: request)
        #expect(empty.measurements.isEmpty)
        #expect(empty.refusal != nil)
    }

    @Test
    func `A box outside the image does no harm`() throws {
        let reader = try Self.reader()
        let image = GrayImage(width: 300, height: 200, filledWith: 128)
        for box in [
            PixelRect(x: -500, y: -500, width: 20, height: 20), PixelRect(x: .max - 5, y: 0, width: 100, height: 100),
            PixelRect(x: 0, y: 0, width: .max, height: .max), PixelRect(x: 10, y: 10, width: 0, height: -5),
        ] {
            let outcome = reader.read(image, request: ReadingRequest(layouts: [Self.layout(.glucoseMeter)], box: box))
            #expect(!outcome.isAccepted)
        }
    }
}
