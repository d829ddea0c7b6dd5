import DisplayLayouts
import DisplayPeripherals
import Foundation
import Leptonica
import Pixels
import Testing
import XMLOracle

struct OverlayTests {
    static let sizes = [(640, 480), (1_080, 1_920), (1, 1), (7, 3_000), (8_192, 20)]

    @Test(arguments: DisplayKind.allCases, sizes)
    func frameLiesInThePreviewWithItsShape(_ kind: DisplayKind, _ size: (Int, Int)) {
        let overlay = DisplayOverlay(.standard(kind))
        let frame = overlay.frame(width: size.0, height: size.1)
        #expect(frame.width > 0 && frame.height > 0 && frame == frame.clamped(width: size.0, height: size.1))
        guard frame.height > 50, frame.width > 50 else { return }
        #expect(abs(Double(frame.width) / Double(frame.height) / overlay.aspect - 1) < 0.03)
    }

    @Test(arguments: DisplayKind.allCases)
    func slotsAreTheRowsOfTheLayout(_ kind: DisplayKind) {
        let layout = DisplayLayout.standard(kind)
        let slots = DisplayOverlay(layout).slots
        #expect(slots.map(\.key) == layout.arrangements.first?.keys)
        for slot in slots {
            #expect(slot.x >= 0 && slot.y >= 0 && slot.x + slot.width <= 1 && slot.y + slot.height <= 1)
        }
        for (upper, lower) in zip(slots, slots.dropFirst()) { #expect(upper.y + upper.height < lower.y) }
    }

    @Test
    func emptyPreviewsHaveNoOverlay() {
        let overlay = DisplayOverlay(.standard(.any))
        for (width, height) in [(0, 10), (-5, 10), (10, 0), (Int.max, 10), (10, Int.min)] {
            #expect(overlay.frame(width: width, height: height).width == 0)
            #expect(overlay.png(width: width, height: height) == nil)
            #expect(!overlay.svg(width: width, height: height).contains("<rect"))
        }
    }

    @Test
    func picturesAreWellFormed() throws {
        let overlay = DisplayOverlay(.standard(.bloodPressure))
        let svg = overlay.svg(width: 640, height: 480)
        #expect(svg.hasPrefix("<svg") && svg.contains(">SYS</text>") && svg.contains(">PUL</text>"))
        #expect(svg.components(separatedBy: "<rect").count - 1 == 4 + 9 * 7)
        let png = try #require(overlay.png(width: 640, height: 480))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.suffix(8).starts(with: Array("IEND".utf8)))
        #expect(png.count < 20_000)
    }
}

/// Overlays of the catalogue's models, which match their displays.
struct ModelOverlayTests {
    private static let models = DisplayCatalogue.standard.peripherals

    private func meter(_ id: Int) throws -> DisplayPeripheral {
        try #require(DisplayCatalogue.standard.peripheral(id: id))
    }

    @Test
    func eachMeterHasALayoutOfItsOwnOrSaysThatItIsTheKinds() {
        for meter in Self.models {
            let overlay = DisplayOverlay(meter)
            let isKinds = overlay == DisplayOverlay(meter.defaultUnit.map(meter.layout.limited) ?? meter.layout)
            #expect(isKinds == (meter.face == .kind), "\(meter.name)")
            #expect(["model", "rows", "kind"].contains(meter.face.word) && !meter.face.meaning.isEmpty)
            #expect(meter.model != nil || meter.face == .kind, "any meter of a kind is drawn as one")
        }
        #expect(Self.models.contains { $0.face.word == "model" } && Self.models.contains { $0.face.word == "rows" })
    }

    @Test
    func whatIsDrawnIsTheMetersAndLiesInTheFrame() {
        for meter in Self.models {
            for unit in meter.units.map(Optional.some) + [nil] {
                let overlay = DisplayOverlay(meter, unit: unit)
                #expect((0.2...6).contains(overlay.aspect), "\(meter.name)")
                #expect(!overlay.slots.isEmpty && overlay.slots.allSatisfy { meter.layout.field($0.key) != nil })
                #expect(Set(overlay.slots.map(\.key)).count == overlay.slots.count)
                for slot in overlay.slots {
                    #expect(slot.width > 0 && slot.height > 0 && slot.pattern.contains("8"), "\(meter.name)")
                    #expect(slot.x >= 0 && slot.y >= 0 && slot.x + slot.width <= 1 && slot.y + slot.height <= 1)
                }
                for (index, slot) in overlay.slots.enumerated() {
                    for other in overlay.slots.dropFirst(index + 1) {
                        let isApart = slot.x + slot.width <= other.x || slot.y + slot.height <= other.y
                        #expect(isApart, "\(meter.name): \(slot.key) over \(other.key)")
                    }
                }
                for mark in overlay.marks {
                    #expect(!mark.text.isEmpty && !mark.text.contains("{") && mark.height > 0 && mark.height < 0.3)
                    #expect(mark.y >= 0 && mark.y + mark.height <= 1 && (-0.1...1).contains(mark.x), "\(meter.name)")
                }
                for window in overlay.windows {
                    #expect(window.x >= 0 && window.x + window.width <= 1 && window.y >= 0)
                    #expect(window.y + window.height <= 1)
                }
            }
        }
    }

    @Test
    func whatIsDrawnIsXMLAndAPicture() throws {
        for meter in Self.models {
            for (width, height) in [(640, 480), (480, 854)] {
                let overlay = DisplayOverlay(meter)
                let pieces = try XMLOracle.pieces(Array(overlay.svg(width: width, height: height).utf8))
                let digits = overlay.slots.map { $0.pattern.filter { $0 == "8" }.count * 7 }.reduce(0, +)
                let points = overlay.slots.filter { $0.pattern.contains(".") }.count
                let drawn = pieces.count { if case .start("rect", _) = $0 { true } else { false } }
                #expect(drawn == 4 + 4 * overlay.windows.count + digits + points, "\(meter.name)")
                let words = pieces.count { if case .start("text", _) = $0 { true } else { false } }
                #expect(words == overlay.marks.count)
            }
            let png = try #require(DisplayOverlay(meter).png(width: 96, height: 72))
            let image = try ImageFile.read(bytes: png).color
            #expect(image.width == 96 && image.height == 72, "\(meter.name)")
        }
    }

    @Test
    func theOmronM7IsTwoGlassesWithTheWordsLeftOfThem() throws {
        let overlay = DisplayOverlay(try meter(10_530))
        let svg = overlay.svg(width: 640, height: 480)
        #expect(overlay.windows.count == 2 && svg.contains(">PULSE</text>") && svg.contains(">/min.</text>"))
        let frame = overlay.frame(width: 640, height: 480)
        #expect(abs(Double(frame.width) / Double(frame.height) - 0.85) < 0.02)
        let heights = Dictionary(overlay.slots.map { ($0.key, $0.height) }) { first, _ in first }
        let (sys, dia, pul) = (heights["sys"] ?? 0, heights["dia"] ?? 0, heights["pul"] ?? 0)
        #expect(abs(sys / dia - 1) < 0.1 && (0.5...0.6).contains(pul / sys), "as in its photos")
    }

    @Test
    func anOverlayHasTheUnitThatTheMeterIsSetTo() throws {
        let meter = try meter(10_540)
        let (usual, metric) = (DisplayOverlay(meter), DisplayOverlay(meter, unit: .millimolePerLitre))
        #expect(usual.slots.map(\.pattern) == ["888"] && usual.marks.contains { $0.text == "mg/dL" })
        #expect(metric.slots.map(\.pattern) == ["88.8"] && metric.marks.contains { $0.text == "mmol/L" })
    }

    @Test
    func anOperatorsRowsAreTheirMetersOwn() throws {
        let text = "peripherals: [{id: 50001, name: Mine, type: bloodPressure, rows: [[sys, dia], [pul]]}]"
        let own = try #require(try LayoutFile(text: text, path: "own.yaml").peripherals.first)
        #expect(own.face.word == "rows" && DisplayOverlay(own).slots.map(\.key) == ["sys", "dia", "pul"])
        let plain = "peripherals: [{id: 50001, name: Mine, type: bloodPressure}]"
        #expect(try LayoutFile(text: plain, path: "own.yaml").peripherals.first?.face == .kind)
    }
}
