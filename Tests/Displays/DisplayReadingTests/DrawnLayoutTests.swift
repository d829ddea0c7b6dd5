import DisplayLayouts
import Pixels
import Testing

@testable import DisplayGenerator
@testable import DisplayReading

/// The layouts' interpretation of drawn cuffs' rows, whose every digit is known.
struct DrawnLayoutTests {
    private static func fitted(_ rows: [DrawnRow]) -> [String: String] {
        let rows = rows.map { RowReading([($0.text, 0.95)], box: $0.box.scaled(by: 400)) }
        guard let best = LayoutFit(rows, layouts: [.standard(.bloodPressure)], unit: nil).best.first else { return [:] }
        return Dictionary(uniqueKeysWithValues: zip(best.fields.map(\.key), best.choices.map(\.reading.text)))
    }

    /// The misinterpretations among a hundred drawn cuffs of a family.
    private static func wrong(_ family: DeviceFamily) -> [String] {
        (41_000..<UInt64(41_100)).compactMap { seed in
            let scene = DisplayScene(
                kind: .bloodPressure,
                band: .easy,
                seed: seed,
                family: family,
                turn: .exactly(degrees: 0)
            )
            let rows = scene.devices[0].rows(scene.views[0]).filter(\.isValue)
            let (found, shown) = (
                fitted(rows), Dictionary(uniqueKeysWithValues: scene.shown.map { ($0.key, $0.value) })
            )
            return found == shown ? nil : "\(seed): \(found) of \(rows.map { "\($0.field) \($0.text)" })"
        }
    }

    @Test
    func `A pulse in a column beside the pressures is understood`() {
        let wrong = Self.wrong(.sideCuff)
        #expect(wrong.count <= 2, "\(wrong)")
    }

    @Test(arguments: [DeviceFamily.plain, .common, .darkCuff, .wristCuff])
    func `No other cuff is taken for one with a column`(family: DeviceFamily) {
        let wrong = Self.wrong(family)
        #expect(wrong.count <= 2, "\(wrong)")
    }
}
