package import DisplayLayouts
package import Pixels

/// What lies over a camera's preview, so that a person holds a meter's display where it is expected.
///
/// Made from the layout alone: a frame of the display's shape, and in it segments where the digits are.
package struct Overlay: Sendable, Hashable {
    /// The frame's width over its height.
    package let aspect: Double
    /// The places of the digits, in reading order.
    package let slots: [OverlaySlot]

    /// A place while the frame's size is not known, in heights of the highest row.
    private struct Place {
        let field: DisplayField
        let pattern: String
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    /// Makes the overlay of a layout's usual arrangement.
    package init(_ layout: DisplayLayout) {
        var places: [Place] = []
        var y = Self.margin
        for line in layout.arrangements.first?.lines ?? [] {
            var x = Self.margin
            let fields = line.compactMap(layout.field)
            let heights = fields.map { Self.height($0, layout) }
            let highest = heights.max() ?? 0
            for (field, height) in zip(fields, heights) {
                let pattern = Self.pattern(field)
                let width = Double(pattern.filter { $0 == "8" }.count) * Self.pitch * height
                places.append(
                    Place(field: field, pattern: pattern, x: x, y: y + highest - height, width: width, height: height)
                )
                x += width + Self.gap * 2
            }
            y += highest + Self.gap
        }
        let width = max((places.map { $0.x + $0.width }.max() ?? 0) + Self.margin, 1)
        let height = max(y - Self.gap + Self.margin, 1)
        aspect = width / height
        // Meters mostly show their numbers at the right.
        let isSingle = layout.arrangements.first?.lines.allSatisfy { $0.count == 1 } == true
        slots = places.map { place in
            OverlaySlot(
                key: place.field.key,
                pattern: place.pattern,
                x: (isSingle ? width - Self.margin - place.width : place.x) / width,
                y: place.y / height,
                width: place.width / width,
                height: place.height / height
            )
        }
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
    private static let margin = 0.35
    private static let gap = 0.25
    private static let pitch = 0.62

    private static func height(_ field: DisplayField, _ layout: DisplayLayout) -> Double {
        guard let range = layout.heights[field.key] else { return 1 }
        return (range.lowerBound + range.upperBound) / 2
    }

    private static func pattern(_ field: DisplayField) -> String {
        guard let rule = field.rules.first else { return "8" }
        let decimals = rule.decimals.upperBound > 0 ? max(1, rule.decimals.lowerBound) : 0
        let whole = max(1, min(rule.digits.upperBound, 4) - decimals)
        let digits = String(repeating: "8", count: whole)
        return decimals == 0 ? digits : "\(digits).\(String(repeating: "8", count: decimals))"
    }
}
