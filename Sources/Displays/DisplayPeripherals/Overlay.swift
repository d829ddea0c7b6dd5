package import DisplayLayouts
package import Pixels

/// What lies over a camera's preview, so that a person holds a meter's display where it is expected.
///
/// A frame of the display's shape, and in it segments where the digits are, with the words beside them.
package struct Overlay: Sendable, Hashable {
    /// The frame's width over its height.
    package let aspect: Double
    /// The places of the digits, in reading order.
    package let slots: [OverlaySlot]
    /// The words.
    package let marks: [OverlayMark]
    /// The glasses that the display is made of; empty where it is one.
    package let windows: [OverlayWindow]

    /// Makes the overlay of a meter: as its model's display is, as far as that is known.
    ///
    /// - Parameter unit: The unit that it is set to; its default one when nil.
    package init(_ peripheral: DisplayPeripheral, unit: DisplayUnit? = nil) {
        let unit = unit ?? peripheral.defaultUnit
        let layout = unit.map { peripheral.layout.limited(to: $0) } ?? peripheral.layout
        switch peripheral.face {
        case .measured(let face): self.init(face, layout, unit)
        case .rows(let rows, let words): self.init(layout, OverlayDraft(layout, rows), words)
        case .kind: self.init(layout)
        }
    }

    /// Makes the overlay of a layout's usual arrangement: that of any meter of its kind.
    package init(_ layout: DisplayLayout) {
        self.init(layout, OverlayDraft(layout, layout.arrangements.first ?? DisplayArrangement([])), [:])
    }

    private init(_ layout: DisplayLayout, _ draft: OverlayDraft, _ words: [String: String]) {
        aspect = draft.width / draft.height
        slots = draft.slots
        marks = slots.map { slot in
            let height = slot.height * 0.16
            let word = words[slot.key] ?? slot.key.uppercased()
            return OverlayMark(word, x: slot.x, y: slot.y - height * 1.2, height: height)
        }
        windows = []
    }

    private init(_ face: MeasuredFace, _ layout: DisplayLayout, _ unit: DisplayUnit?) {
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

    /// The frame in a preview, in its pixels: as large as fits into four fifths of its width and seven tenths of its
    /// height, in the middle; empty where the preview is.
    package func frame(width: Int, height: Int) -> PixelRect {
        guard (1...Self.longestSide).contains(width), (1...Self.longestSide).contains(height) else {
            return PixelRect(x: 0, y: 0, width: 0, height: 0)
        }
        let wide = min(Double(width) * 0.8, Double(height) * 0.7 * aspect)
        let (columns, rows) = (max(1, Int(wide.rounded())), max(1, Int((wide / aspect).rounded())))
        return PixelRect(x: (width - columns) / 2, y: (height - rows) / 2, width: columns, height: rows)
    }

    /// The longest side of a preview, in pixels.
    package static let longestSide = 8_192
}
