import Pixels
import Testing

@testable import DisplayReading

/// Whether digits are placed like those of one number.
struct RowShapeTests {
    /// The crop's margin above and below, in row heights; of 32 lines 22 then show digits.
    private static let across = 0.22

    /// Dark bars as digits on a light background, each with its middle and its lines; the reading is a row of eights.
    private static func crop(_ bars: [(middle: Int, lines: Range<Int>)], width: Int = 120) throws -> ReadCrop {
        let pixels = (0..<32 * width).map { place -> UInt8 in
            let (column, line) = (place % width, place / width)
            return bars.contains { abs($0.middle - column) < 6 && $0.lines.contains(line) } ? 20 : 230
        }
        let steps = width / 2
        var logits = [Float](repeating: 0, count: steps * ReaderAlphabet.classes)
        for step in 0..<steps {
            let isDigit = bars.contains { abs($0.middle / 2 - step) < 1 }
            logits[step * ReaderAlphabet.classes + (isDigit ? Int(Self.eight) : 0)] = 20
        }
        let box = OrientedBox(center: Point(x: 60, y: 16), width: 98, height: 22, angle: 0)
        return ReadCrop(
            crop: RowCrop(box: box, across: across, along: 0.5),
            image: try #require(GrayImage(width: width, height: 32, pixels: pixels)),
            lattice: try #require(CharacterLattice(steps: steps, classes: ReaderAlphabet.classes, logits: logits))
        )
    }

    private static var eight: UInt8 { ReaderAlphabet.classOf["8"].map { UInt8($0) } ?? 0 }

    private static func shape(_ bars: [(middle: Int, lines: Range<Int>)]) throws -> RowShape {
        RowShape(of: try #require(CharacterPlaces(of: bars.map { _ in eight }, in: try crop(bars))))
    }

    @Test
    func `Even digits speak for one number`() throws {
        let shape = try Self.shape([(24, 5..<27), (42, 5..<27), (60, 5..<27), (78, 5..<27)])
        #expect(shape.rhythm > 0.9)
        #expect(shape.evenness > 0.9)
    }

    @Test
    func `A small figure beside the digits is none of them`() throws {
        let shape = try Self.shape([(24, 5..<27), (42, 5..<27), (60, 5..<27), (78, 17..<27)])
        #expect(shape.evenness < 0.5)
    }

    @Test
    func `A last figure that is smaller or higher than the digits may be the symbol of a unit`() throws {
        let digits = [(24, 5..<27), (42, 5..<27), (60, 5..<27)]
        #expect(try Self.shape(digits + [(78, 5..<27)]).tail > 0.9)
        #expect(try Self.shape(digits + [(78, 5..<16)]).tail < 0.5)
        #expect(try Self.shape(digits + [(78, 12..<27)]).tail < 0.75)
    }

    @Test
    func `A wide gap parts two numbers`() throws {
        let shape = try Self.shape([(18, 5..<27), (36, 5..<27), (54, 5..<27), (100, 5..<27)])
        #expect(shape.rhythm < 0.1)
    }

    @Test
    func `One digit has nothing to be compared with`() throws {
        let shape = try Self.shape([(60, 5..<27)])
        #expect(shape.rhythm == 1)
        #expect(shape.evenness == 1)
    }
}
