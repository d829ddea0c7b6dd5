package import Pixels

/// An upright bar of an overlay, in the preview's pixels.
package struct OverlayBar: Sendable, Hashable {
    /// The left edge.
    package let x: Double
    /// The upper edge.
    package let y: Double
    /// The width.
    package let width: Double
    /// The height.
    package let height: Double
    /// The opacity, 0…1: 1 for the frame, 0.8 for its windows, less for digits.
    package let opacity: Double
}

extension DisplayOverlay {
    /// The bars of frame, windows and digits in a preview.
    package func bars(_ frame: PixelRect) -> [OverlayBar] {
        let thick = max(1.5, Double(min(frame.width, frame.height)) * 0.012)
        let (x, y) = (Double(frame.x), Double(frame.y))
        let (width, height) = (Double(frame.width), Double(frame.height))
        var bars = Self.outline(x: x, y: y, width: width, height: height, thick: thick, opacity: 1)
        for window in windows {
            bars += Self.outline(
                x: x + window.x * width,
                y: y + window.y * height,
                width: window.width * width,
                height: window.height * height,
                thick: thick / 2,
                opacity: 0.8
            )
        }
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

    /// The four sides of a rectangle.
    private static func outline(
        x: Double,
        y: Double,
        width: Double,
        height: Double,
        thick: Double,
        opacity: Double
    ) -> [OverlayBar] {
        let (inner, right) = (height - 2 * thick, x + width - thick)
        return [
            OverlayBar(x: x, y: y, width: width, height: thick, opacity: opacity),
            OverlayBar(x: x, y: y + height - thick, width: width, height: thick, opacity: opacity),
            OverlayBar(x: x, y: y + thick, width: thick, height: inner, opacity: opacity),
            OverlayBar(x: right, y: y + thick, width: thick, height: inner, opacity: opacity),
        ]
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
