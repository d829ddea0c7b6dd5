import DisplayGenerator
import DisplayLayouts
import NeuralNet
import Pixels
import Testing

@testable import DisplayReading

/// Unlit segments that shine through next to lit digits.
struct UnlitEightTests {
    /// The lines and the spacing of the digits in a crop of 32 lines with a margin of 0.22 row heights.
    private static let (lines, pitch) = (5..<27, 18)

    /// A digit with the grey levels of its strokes and its background.
    private struct Digit {
        let character: Character
        let ink: UInt8
        var ground: UInt8 = 10
    }

    /// A crop with seven-segment digits, and a string that reads them correctly.
    private static func crop(_ digits: [Digit]) throws -> ReadCrop {
        let width = pitch * (digits.count + 1)
        var pixels = [UInt8](repeating: digits.first?.ground ?? 0, count: 32 * width)
        let steps = width / 2
        var logits = [Float](repeating: 0, count: steps * ReaderAlphabet.classes)
        for step in 0..<steps { logits[step * ReaderAlphabet.classes] = 20 }
        for (index, digit) in digits.enumerated() {
            let middle = pitch * (index + 1)
            let pattern = try #require(SegmentPattern.all.first { $0.digit == digit.character })
            for line in 0..<32 {
                for column in middle - pitch / 2..<middle + pitch / 2 {
                    let isInk = isInk(pattern, x: column - middle, y: line - lines.lowerBound)
                    pixels[line * width + column] = isInk ? digit.ink : digit.ground
                }
            }
            logits[middle / 2 * ReaderAlphabet.classes] = 0
            logits[middle / 2 * ReaderAlphabet.classes + (ReaderAlphabet.classOf[digit.character] ?? 0)] = 20
        }
        let box = OrientedBox(center: Point(x: 60, y: 16), width: Double(width) - 22, height: 22, angle: 0)
        return ReadCrop(
            crop: RowCrop(box: box, across: 0.22, along: 0.5),
            image: try #require(GrayImage(width: width, height: 32, pixels: pixels)),
            lattice: try #require(CharacterLattice(steps: steps, classes: ReaderAlphabet.classes, logits: logits))
        )
    }

    /// Segments are 3 pixels thick; a digit is 12 wide and 22 high.
    private static func isInk(_ pattern: SegmentPattern, x: Int, y: Int) -> Bool {
        guard (-6..<6).contains(x), (0..<22).contains(y) else { return false }
        let (isUpper, isLeft, isRight) = (y < 11, x < -3, x >= 3)
        return [
            y < 3, isRight && isUpper, isRight && !isUpper, y >= 19, isLeft && !isUpper, isLeft && isUpper,
            (10..<13).contains(y),
        ]
        .enumerated().contains { $0.element && pattern.isLit[$0.offset] }
    }

    private static func unlit(_ digits: [Digit]) throws -> UnlitEights? {
        UnlitEights(
            of: digits.compactMap { ReaderAlphabet.classOf[$0.character].map { UInt8($0) } },
            in: try crop(digits)
        )
    }

    @Test(arguments: ["48", "8", "188", "105"])
    func `Faint eights before lit digits are taken out, and nothing else is`(lit: String) throws {
        let digits = lit.map { Digit(character: $0, ink: 240) }
        let faint = [Digit(character: "8", ink: 60)] + digits
        let removed = try #require(try Self.unlit(faint)).removed
        let blank = try Self.crop([Digit(character: "8", ink: 10)] + digits).image
        #expect(removed == blank)
    }

    @Test
    func `Dark digits have unlit ones, too`() throws {
        let digits = [Digit(character: "8", ink: 170, ground: 200), Digit(character: "7", ink: 20, ground: 200)]
        #expect(try Self.unlit(digits) != nil)
    }

    /// Digits to keep: each is a lit eight, or not an eight.
    private static let kept: [(why: String, digits: [Digit])] = [
        ("as bright as the next", [.init(character: "8", ink: 240), .init(character: "4", ink: 240)]),
        ("somewhat fainter", [.init(character: "8", ink: 140), .init(character: "4", ink: 240)]),
        (
            "one of them is between",
            [
                .init(character: "8", ink: 60), .init(character: "4", ink: 140), .init(character: "7", ink: 240),
            ]
        ),
        ("no eight", [.init(character: "1", ink: 60), .init(character: "4", ink: 240)]),
        ("alone", [.init(character: "8", ink: 60)]),
        (
            "dark digits beside it, whose ground is bright",
            [.init(character: "8", ink: 45, ground: 30), .init(character: "7", ink: 20, ground: 200)]
        ),
        (
            "in a shadow",
            [
                .init(character: "8", ink: 20, ground: 70), .init(character: "3", ink: 40, ground: 220),
            ]
        ),
        (
            "under a veil of light",
            [
                .init(character: "8", ink: 180, ground: 235), .init(character: "3", ink: 30, ground: 150),
            ]
        ),
        (
            "the other is dark",
            [.init(character: "8", ink: 90, ground: 60), .init(character: "3", ink: 0, ground: 200)]
        ),
    ]

    @Test
    func `A lit digit is never taken out`() throws {
        for (why, digits) in Self.kept { #expect(try Self.unlit(digits) == nil, "\(why)") }
    }

    @Test(arguments: [(920_000_053, ["94", "48"]), (920_000_191, ["94", "85"])] as [(UInt64, [String])])
    func `An oximeter of diodes is read without its unlit ones`(seed: UInt64, wanted: [String]) throws {
        let drawn = DisplayScene(seed: seed, mayRefuse: true).draw(side: 480)
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        let outcome = reader.read(drawn.gray, request: ReadingRequest(layouts: [.standard(.pulseOximeter)]))
        #expect(outcome.measurements.map(\.text) == wanted)
    }
}
