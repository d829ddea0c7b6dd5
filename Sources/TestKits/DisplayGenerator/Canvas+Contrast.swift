internal import Pixels

extension Canvas {
    /// How far the ink in the faintest part of a box differs from the glass around it, 0 to 1.
    ///
    /// The box is looked at in pieces as wide as high, because a reflection or a shadow may cover one digit alone.
    func contrast(in box: OrientedBox) -> Double {
        let pieces = max(Int((box.width / max(box.height * 0.7, 1)).rounded()), 1)
        var least = 1.0
        for piece in 0..<pieces {
            let middle = (Double(piece) + 0.5) / Double(pieces) - 0.5
            var part = box
            part.center = box.point(along: middle * box.width, across: 0)
            part.width = box.width / Double(pieces)
            if let found = contrast(piece: part.grown(along: box.height * 0.05, across: box.height * 0.06)) {
                least = min(least, found)
            }
        }
        return least
    }

    /// How far what is lit and what is not stand apart in a part; nil where it has not both.
    func contrast(piece: OrientedBox) -> Double? {
        let bounds = piece.bounds.clamped(width: width, height: height)
        var (lit, unlit) = ((sum: Float(0), count: Float(0)), (sum: Float(0), count: Float(0)))
        for y in bounds.y..<bounds.y + bounds.height {
            for x in bounds.x..<bounds.x + bounds.width {
                let place = y * width + x
                let share = mask[place]
                // What is too bright for the camera is white.
                let level = min(max(levels[place], 0), 1)
                if share > 0.45 {
                    lit.sum += level * share
                    lit.count += share
                } else if share < 0.16 {
                    unlit.sum += level
                    unlit.count += 1
                }
            }
        }
        guard lit.count > 1, unlit.count > 1 else { return nil }
        return Double(abs(lit.sum / lit.count - unlit.sum / unlit.count))
    }
}
