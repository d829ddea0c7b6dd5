import DisplayGenerator
import DisplayLayouts
import NeuralNet
import Pixels
import Testing

@testable import DisplayReading

/// Digits next to a row's own, which a wide crop shows.
struct DigitsBeyondTests {
    /// A crop around a box from 100 to 300, in which each character of the text takes ten steps, four of them with the
    /// character.
    private static func wide(_ text: String) throws -> (crop: ReadCrop, string: ScoredString) {
        let classes = text.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }
        let steps = 10 * classes.count
        var logits = [Float](repeating: 0, count: steps * ReaderAlphabet.classes)
        for step in 0..<steps {
            let isShown = (3..<7).contains(step % 10)
            logits[step * ReaderAlphabet.classes + (isShown ? Int(classes[step / 10]) : ReaderAlphabet.blank)] = 12
        }
        let lattice = try #require(CharacterLattice(steps: steps, classes: ReaderAlphabet.classes, logits: logits))
        let box = OrientedBox(center: Point(x: 200, y: 50), width: 200, height: 50, angle: 0)
        let image = GrayImage(width: 2 * steps, height: RowCrop.height, filledWith: 0)
        let crop = ReadCrop(crop: RowCrop(box: box, across: 0, along: 0), image: image, lattice: lattice)
        return (crop, ScoredString(classes: classes, log: lattice.logProbability(of: classes)))
    }

    private static func beyond(_ own: String, of text: String) throws -> DigitsBeyond? {
        let (crop, string) = try wide(text)
        return DigitsBeyond(string, than: own.compactMap { ReaderAlphabet.classOf[$0].map { UInt8($0) } }, in: crop)
    }

    @Test(arguments: [("39.3", "239.3", [120.0]), ("92", "9215", [225, 275]), ("39.3", "2393", [125])])
    func `Digits at both ends are told with their places, whatever became of a point`(
        own: String,
        text: String,
        places: [Double]
    ) throws {
        let beyond = try #require(try Self.beyond(own, of: text))
        #expect(beyond.probability > 0.9)
        #expect(beyond.places.map(\.x).elementsEqual(places) { abs($0 - $1) < 3 }, "\(beyond.places)")
    }

    @Test(arguments: [("39.3", "39.3"), ("36.6", "36.6C"), ("92", "81"), ("18", "128")])
    func `Letters and other numbers are none`(own: String, text: String) throws {
        #expect(try Self.beyond(own, of: text) == nil)
    }

    @Test
    func `Digits of another value are not a number's own`() throws {
        let beyond = try #require(try Self.beyond("92", of: "9215"))
        let other = OrientedBox(center: Point(x: 260, y: 50), width: 90, height: 50, angle: 0)
        #expect(!beyond.areOutside([other]))
        #expect(beyond.areOutside([]))
        #expect(beyond.areOutside([OrientedBox(center: Point(x: 285, y: 50), width: 60, height: 50, angle: 0)]))
    }

    /// All four were once accepted, as `34.5`, `37.7`, `68` and `90 77 107`.
    @Test(
        arguments: [
            (970_000_091, .thermometer, 960), (970_000_056, .thermometer, 480), (970_000_088, .bloodPressure, 480),
            (970_000_058, .bloodPressure, 480),
        ] as [(UInt64, DisplayGenerator.DisplayKind, Int)]
    )
    func `A part of a longer number is not accepted`(seed: UInt64, kind: DisplayGenerator.DisplayKind, side: Int)
        throws
    {
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        let drawn = DisplayScene(kind: kind, seed: seed, refusal: .foreign).draw(side: side)
        let layout = DisplayLayout.standard(DisplayLayouts.DisplayKind(rawValue: kind.rawValue) ?? .any)
        let outcome = reader.read(drawn.gray, request: ReadingRequest(layouts: [layout]))
        #expect(!outcome.isAccepted, "\(outcome.text)")
    }
}
