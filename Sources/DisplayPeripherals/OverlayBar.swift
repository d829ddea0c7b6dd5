internal import Pixels

/// An upright bar that an overlay is drawn of, in the preview's pixels.
struct OverlayBar: Hashable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
    /// How opaque it is, 0…1.
    let opacity: Double
}

extension Overlay {
    /// The bars of the frame and the digits in a preview.
    func bars(_ frame: PixelRect) -> [OverlayBar] {
        let thick = max(1.5, Double(min(frame.width, frame.height)) * 0.012)
        let (x, y) = (Double(frame.x), Double(frame.y))
        let (width, height) = (Double(frame.width), Double(frame.height))
        var bars = [
            OverlayBar(x: x, y: y, width: width, height: thick, opacity: 1),
            OverlayBar(x: x, y: y + height - thick, width: width, height: thick, opacity: 1),
            OverlayBar(x: x, y: y + thick, width: thick, height: height - 2 * thick, opacity: 1),
            OverlayBar(x: x + width - thick, y: y + thick, width: thick, height: height - 2 * thick, opacity: 1),
        ]
        for slot in slots {
            let digits = slot.pattern.filter { $0 == "8" }.count
            let pitch = slot.width * width / Double(digits)
            let rowHeight = slot.height * height
            var place = x + slot.x * width
            let top = y + slot.y * height
            for character in slot.pattern {
                if character == "8" {
                    bars += Self.digit(x: place, y: top, width: pitch * 0.8, height: rowHeight)
                    place += pitch
                } else {
                    let side = rowHeight * 0.1
                    let dot = place - pitch * 0.1 - side / 2
                    bars.append(OverlayBar(x: dot, y: top + rowHeight - side, width: side, height: side, opacity: 0.6))
                }
            }
        }
        return bars
    }

    /// The seven segments of a digit.
    private static func digit(x: Double, y: Double, width: Double, height: Double) -> [OverlayBar] {
        let thick = height * 0.1
        let (long, tall) = (width - 2 * thick, (height - 3 * thick) / 2)
        let across = [0, thick + tall, 2 * (thick + tall)].map { offset in
            OverlayBar(x: x + thick, y: y + offset, width: long, height: thick, opacity: 0.6)
        }
        let down = [thick, 2 * thick + tall].flatMap { offset in
            [x, x + width - thick].map { left in
                OverlayBar(x: left, y: y + offset, width: thick, height: tall, opacity: 0.6)
            }
        }
        return across + down
    }
}
