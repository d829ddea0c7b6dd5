internal import DisplayLayouts

/// The layout of an overlay's rows before the frame's size is known, in heights of the highest row.
struct OverlayDraft {
    private struct Place {
        let field: DisplayField
        let pattern: String
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    private static let margin = 0.35
    private static let gap = 0.25
    private static let pitch = 0.62

    /// The frame's size.
    let width: Double
    let height: Double
    private let places: [Place]
    private let isSingle: Bool

    /// Arranges the rows.
    init(_ layout: DisplayLayout, arrangement: DisplayArrangement) {
        var places: [Place] = []
        var y = Self.margin
        for line in arrangement.lines {
            var x = Self.margin
            let fields = line.compactMap(layout.field)
            let heights = fields.map { Self.height($0, layout: layout) }
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
        self.places = places
        width = max((places.map { $0.x + $0.width }.max() ?? 0) + Self.margin, 1)
        height = max(y - Self.gap + Self.margin, 1)
        isSingle = arrangement.lines.allSatisfy { $0.count == 1 }
    }

    /// The positions as shares of the frame.
    var slots: [OverlaySlot] {
        places.map { place in
            OverlaySlot(
                key: place.field.key,
                pattern: place.pattern,
                // Most meters show their numbers on the right.
                x: (isSingle ? width - Self.margin - place.width : place.x) / width,
                y: place.y / height,
                width: place.width / width,
                height: place.height / height
            )
        }
    }

    private static func height(_ field: DisplayField, layout: DisplayLayout) -> Double {
        guard let range = layout.heights[field.key] else { return 1 }
        return (range.lowerBound + range.upperBound) / 2
    }

    /// The placeholder for a field's digits: `888`, `88.8`.
    static func pattern(_ field: DisplayField) -> String {
        guard let rule = field.rules.first else { return "8" }
        let decimals = rule.decimals.upperBound > 0 ? max(1, rule.decimals.lowerBound) : 0
        let whole = max(1, min(rule.digits.upperBound, 4) - decimals)
        let digits = String(repeating: "8", count: whole)
        return decimals == 0 ? digits : "\(digits).\(String(repeating: "8", count: decimals))"
    }
}
