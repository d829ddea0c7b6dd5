import DisplayLayouts
import DisplayPeripherals
import Foundation
import Pixels
import Testing

struct OverlayTests {
    static let sizes = [(640, 480), (1_080, 1_920), (1, 1), (7, 3_000), (8_192, 20)]

    @Test(arguments: DisplayKind.allCases, sizes)
    func frameLiesInThePreviewWithItsShape(_ kind: DisplayKind, _ size: (Int, Int)) {
        let overlay = Overlay(.standard(kind))
        let frame = overlay.frame(width: size.0, height: size.1)
        #expect(frame.width > 0 && frame.height > 0 && frame == frame.clamped(width: size.0, height: size.1))
        guard frame.height > 50, frame.width > 50 else { return }
        #expect(abs(Double(frame.width) / Double(frame.height) / overlay.aspect - 1) < 0.03)
    }

    @Test(arguments: DisplayKind.allCases)
    func slotsAreTheRowsOfTheLayout(_ kind: DisplayKind) {
        let layout = DisplayLayout.standard(kind)
        let slots = Overlay(layout).slots
        #expect(slots.map(\.key) == layout.arrangements.first?.keys)
        for slot in slots {
            #expect(slot.x >= 0 && slot.y >= 0 && slot.x + slot.width <= 1 && slot.y + slot.height <= 1)
        }
        for (upper, lower) in zip(slots, slots.dropFirst()) { #expect(upper.y + upper.height < lower.y) }
    }

    @Test
    func emptyPreviewsHaveNoOverlay() {
        let overlay = Overlay(.standard(.any))
        for (width, height) in [(0, 10), (-5, 10), (10, 0), (Int.max, 10), (10, Int.min)] {
            #expect(overlay.frame(width: width, height: height).width == 0)
            #expect(overlay.png(width: width, height: height) == nil)
            #expect(!overlay.svg(width: width, height: height).contains("<rect"))
        }
    }

    @Test
    func picturesAreWellFormed() throws {
        let overlay = Overlay(.standard(.bloodPressure))
        let svg = overlay.svg(width: 640, height: 480)
        #expect(svg.hasPrefix("<svg") && svg.contains(">SYS</text>") && svg.contains(">PUL</text>"))
        #expect(svg.components(separatedBy: "<rect").count - 1 == 4 + 9 * 7)
        let png = try #require(overlay.png(width: 640, height: 480))
        #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.suffix(8).starts(with: Array("IEND".utf8)))
        #expect(png.count < 20_000)
    }
}
