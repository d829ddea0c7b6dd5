import DisplayGenerator
import DisplayLayouts
import NeuralNet
import Pixels
import Testing

@testable import DisplayReading

/// Displays held at any angle.
struct TurnedDisplayTests {
    private static let kinds: [DisplayGenerator.DisplayKind] = [.bloodPressure, .thermometer, .glucoseMeter]

    /// The form in which a display's place is given.
    enum Place: CaseIterable {
        case photo
        case uprightBox
        case turnedBox
    }

    private static func read(_ drawn: DrawnDisplay, place: Place = .photo) throws -> DisplayOutcome {
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        let kind = DisplayLayouts.DisplayKind(rawValue: drawn.kind.rawValue) ?? .any
        let box: OrientedBox? =
            switch place {
            case .photo: nil
            case .uprightBox: drawn.display.map { OrientedBox($0.bounds) }
            case .turnedBox: drawn.display
            }
        return reader.read(drawn.gray, request: ReadingRequest(layouts: [.standard(kind)], box: box))
    }

    private static func draw(_ kind: DisplayGenerator.DisplayKind, seed: UInt64, turn: Double) -> DrawnDisplay {
        DisplayScene(kind: kind, band: .easy, seed: seed, family: .plain, turn: .exactly(degrees: turn)).draw(side: 480)
    }

    @Test(arguments: [30.0, 45, 60, 120, 210], Place.allCases)
    func `A display is read at any angle`(turn: Double, place: Place) throws {
        var (right, all) = (0, 0)
        for kind in Self.kinds {
            for seed in 740_000_000..<UInt64(740_000_001) {
                let drawn = Self.draw(kind, seed: seed, turn: turn)
                let outcome = try Self.read(drawn, place: place)
                let wanted = drawn.expected.filter { $0.key != "unit" }.map { $0.value.filter { $0 != "\"" } }
                let isRight = outcome.measurements.map(\.text) == wanted
                #expect(isRight || !outcome.isAccepted, "\(kind) \(seed): \(outcome.text) for \(wanted)")
                (right, all) = (right + (isRight ? 1 : 0), all + 1)
                guard isRight, let display = outcome.display, let truth = drawn.display else { continue }
                #expect(Angle.cosine(display.angle - truth.angle) > 0.97, "\(kind) \(seed)")
                #expect(truth.contains(display.center), "\(kind) \(seed)")
            }
        }
        #expect(right >= all - 1, "\(right) of \(all)")
    }

    @Test(arguments: [45.0, 150, 210])
    func `Digits that are others upside down are never accepted at an angle`(turn: Double) throws {
        var told = 0
        for seed in 741_000_000..<UInt64(741_000_400) where told < 2 {
            let scene = DisplayScene(
                kind: .pulseOximeter,
                band: .easy,
                seed: seed,
                family: .plain,
                turn: .exactly(degrees: turn)
            )
            let texts = scene.shown.filter { $0.key != "unit" }.map(\.value)
            let others = texts.reversed().compactMap(UpsideDown.text).compactMap(Int.init)
            // Another oximeter would also show a saturation and a pulse in these ranges.
            guard others.count == 2, (70...100).contains(others[0]), (40...200).contains(others[1]) else { continue }
            let outcome = try Self.read(scene.draw(side: 480))
            #expect(!outcome.isAccepted, "\(seed) \(texts) as \(outcome.text)")
            told += 1
        }
        #expect(told == 2)
    }

    @Test(
        arguments: [(940_001_048, .pulseOximeter), (940_003_928, .bloodPressure)]
            as [(UInt64, DisplayLayouts.DisplayKind)]
    )
    func `One that is turned beside other meters waits for a person`(seed: UInt64, kind: DisplayLayouts.DisplayKind)
        throws
    {
        let drawn = DisplayScene(seed: seed, mayRefuse: true).draw(side: 960)
        let reader = DisplayReader(finder: try DisplayNetworks.finder, reader: try DisplayNetworks.reader)
        #expect(!reader.read(drawn.gray, request: ReadingRequest(layouts: [.standard(kind)])).isAccepted)
    }

    @Test
    func `Rows are told from top to bottom as they are read`() throws {
        let drawn = Self.draw(.bloodPressure, seed: 740_000_000, turn: 120)
        let outcome = try Self.read(drawn)
        let display = try #require(outcome.display)
        let places = outcome.rows.map { display.offset(of: $0.box.center).y }
        #expect(places.count >= 3 && places == places.sorted())
    }

    @Test(arguments: [("E22", "223"), ("0L", "70"), ("15:37", "25")])
    func `A row that is a message the other way up is no number`(message: String, number: String) {
        let box = OrientedBox(center: Point(x: 100, y: 100), width: 90, height: 40, angle: 0)
        let other = attempt([(message, box)])
        #expect(attempt([(number, box)]).isMessage(otherWayUp: other))
        #expect(!attempt([("2.2", box)]).isMessage(otherWayUp: other), "a point is on the baseline")
        let far = OrientedBox(center: Point(x: 300, y: 100), width: 90, height: 40, angle: 0)
        #expect(!attempt([(number, far)]).isMessage(otherWayUp: other), "another row")
        #expect(!attempt([(number, box)]).isMessage(otherWayUp: attempt([("E", box)])), "a mark is no message")
    }

    private func attempt(_ texts: [(String, OrientedBox)]) -> ReadingAttempt {
        let rows = texts.map { RowReading([($0.0, 0.95)], box: $0.1) }
        let fit = LayoutFit(rows, layouts: [.standard(.any)], unit: nil)
        return ReadingAttempt(rows: rows, fit: fit, elsewhere: Elsewhere(rows: [], displays: []))
    }
}
