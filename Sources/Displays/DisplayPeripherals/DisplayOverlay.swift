package import DisplayLayouts
package import Pixels

/// A transparent picture over a camera's preview that shows a person where to hold a meter's display.
///
/// It has a frame of the display's shape, with segments for the digits and words next to them.
package struct DisplayOverlay: Sendable, Hashable {
    /// The frame's aspect ratio, width over height.
    package let aspect: Double
    /// The positions of the digits, in reading order.
    package let slots: [OverlaySlot]
    /// The words.
    package let marks: [OverlayMark]
    /// The separate windows of the display; empty for a single one.
    package let windows: [OverlayWindow]

    /// Creates the overlay of a meter from its model's face.
    ///
    /// - Parameter unit: The unit that the meter is set to; nil for its default.
    package init(_ peripheral: DisplayPeripheral, unit: DisplayUnit? = nil) {
        let unit = unit ?? peripheral.defaultUnit
        let layout = unit.map { peripheral.layout.limited(to: $0) } ?? peripheral.layout
        switch peripheral.face {
        case .measured(let face): self.init(face, layout: layout, unit: unit)
        case .rows(let rows, let words): self.init(layout, draft: OverlayDraft(layout, arrangement: rows), words: words)
        case .kind: self.init(layout)
        }
    }

    /// Creates the overlay of a layout's usual arrangement, for any meter of its kind.
    package init(_ layout: DisplayLayout) {
        self.init(
            layout,
            draft: OverlayDraft(layout, arrangement: layout.arrangements.first ?? DisplayArrangement([])),
            words: [:]
        )
    }

    private init(_ layout: DisplayLayout, draft: OverlayDraft, words: [String: String]) {
        aspect = draft.width / draft.height
        slots = draft.slots
        marks = slots.map { slot in
            let height = slot.height * 0.16
            let word = words[slot.key] ?? slot.key.uppercased()
            return OverlayMark(word, x: slot.x, y: slot.y - height * 1.2, height: height)
        }
        windows = []
    }

    private init(_ face: MeasuredFace, layout: DisplayLayout, unit: DisplayUnit?) {
        aspect = face.aspect
        slots = face.places.compactMap { place in
            layout.field(place.key).map { field in
                OverlaySlot(
                    key: field.key,
                    pattern: OverlayDraft.pattern(field),
                    x: place.x,
                    y: place.y,
                    width: place.width,
                    height: place.height
                )
            }
        }
        marks = face.marks.compactMap { $0.naming(unit?.name) }
        windows = face.windows
    }

    /// The centred frame in a preview in pixels, as large as fits into four fifths of the width and seven tenths of the
    /// height; empty for an empty preview.
    package func frame(width: Int, height: Int) -> PixelRect {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        let wide = min(Double(width) * 0.8, Double(height) * 0.7 * aspect)
        let (columns, rows) = (max(1, Int(wide.rounded())), max(1, Int((wide / aspect).rounded())))
        return PixelRect(x: (width - columns) / 2, y: (height - rows) / 2, width: columns, height: rows)
    }

    /// The longest side of a preview in pixels.
    package static let longestSide = 8_192
}

extension DisplayOverlay {
    /// Draws the overlay as a transparent PNG for a preview of a size in pixels, at most ``longestSide`` each.
    ///
    /// It has white lines, and dims everything outside the frame. It is nil for an invalid size.
    package func png(width: Int, height: Int) -> [UInt8]? {
        let frame = frame(width: width, height: height)
        guard frame.width > 0 else { return nil }
        var levels = [UInt8](repeating: TransparentPNG.dim, count: width * height)
        for row in frame.y..<frame.y + frame.height {
            for column in frame.x..<frame.x + frame.width { levels[row * width + column] = 0 }
        }
        for bar in bars(frame) { Self.draw(bar, on: &levels, width: width, height: height) }
        return TransparentPNG.bytes(width: width, height: height, levels: levels)
    }

    private static func draw(_ bar: OverlayBar, on levels: inout [UInt8], width: Int, height: Int) {
        let (left, right) = (max(bar.x, 0), min(bar.x + bar.width, Double(width)))
        let (top, bottom) = (max(bar.y, 0), min(bar.y + bar.height, Double(height)))
        guard left < right, top < bottom else { return }
        for row in Int(top)..<min(height, Int(bottom.rounded(.up))) {
            let tall = min(bottom, Double(row + 1)) - max(top, Double(row))
            for column in Int(left)..<min(width, Int(right.rounded(.up))) {
                let wide = min(right, Double(column + 1)) - max(left, Double(column))
                let level = UInt8((tall * wide * bar.opacity * Double(TransparentPNG.white)).rounded())
                let place = row * width + column
                if levels[place] != TransparentPNG.dim, levels[place] < level { levels[place] = level }
            }
        }
    }
}

extension DisplayOverlay {
    /// Draws the overlay as an SVG for a preview of a size in pixels; everything outside the frame is dimmed.
    ///
    /// Words are placed as on the display, else above their digits. A side of 0 gives an empty picture.
    package func svg(width: Int, height: Int) -> String {
        let frame = frame(width: width, height: height)
        let (whole, rest) = (max(width, 0), max(height, 0))
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(whole)" height="\#(rest)" "#
                + #"viewBox="0 0 \#(whole) \#(rest)">"#
        ]
        if frame.width > 0 {
            let inner = "M\(frame.x) \(frame.y)h\(frame.width)v\(frame.height)h-\(frame.width)z"
            lines.append(
                #"<path fill="black" fill-opacity="0.35" fill-rule="evenodd" "#
                    + #"d="M0 0h\#(whole)v\#(rest)h-\#(whole)z\#(inner)"/>"#
            )
            lines.append(#"<g fill="white">"#)
            for bar in bars(frame) {
                let place = #"x="\#(Self.short(bar.x))" y="\#(Self.short(bar.y))""#
                let size = #"width="\#(Self.short(bar.width))" height="\#(Self.short(bar.height))""#
                lines.append(#"<rect \#(place) \#(size) fill-opacity="\#(Self.short(bar.opacity))"/>"#)
            }
            for mark in marks { lines.append(word(mark, frame: frame)) }
            lines.append("</g>")
        }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private func word(_ mark: OverlayMark, frame: PixelRect) -> String {
        let size = max(6, mark.height * Double(frame.height))
        let x = Double(frame.x) + mark.x * Double(frame.width)
        let y = Double(frame.y) + mark.y * Double(frame.height) + size
        let style = #"font-family="sans-serif" font-size="\#(Self.short(size))""#
        let anchor = mark.endsThere ? #" text-anchor="end""# : ""
        return
            #"<text x="\#(Self.short(x))" y="\#(Self.short(y))" \#(style)\#(anchor)>\#(Self.escaped(mark.text))</text>"#
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }
        .joined()
    }

    /// Formats a number with at most two fraction digits.
    private static func short(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        guard hundredths % 100 != 0 else { return "\(hundredths / 100)" }
        let sign = hundredths < 0 ? "-" : ""
        let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
        return "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The position of a field's digits in an overlay.
package struct OverlaySlot: Sendable, Hashable {
    /// The field's key.
    package let key: String
    /// The placeholder for the digits: `888`, `88.8`.
    package let pattern: String
    /// The left edge, as a share of the frame's width.
    package let x: Double
    /// The upper edge, as a share of the frame's height.
    package let y: Double
    /// The width, as a share of the frame's width.
    package let width: Double
    /// The height, as a share of the frame's height.
    package let height: Double
}
