internal import Pixels

/// Draws seven-segment text; segments are named a to f clockwise from the top, with g in the middle.
struct SegmentFont: Sendable {
    let style: SegmentStyle

    /// The lit segments of a character.
    static func segments(_ character: Character) -> String {
        switch character {
        case "0": "abcdef"
        case "1", "I": "bc"
        case "2": "abged"
        case "3": "abgcd"
        case "4": "fgbc"
        case "5": "afgcd"
        case "6": "afgedc"
        case "7": "abc"
        case "8": "abcdefg"
        case "9": "abgfcd"
        case "-": "g"
        case "A": "abcefg"
        case "C": "afed"
        case "E": "afged"
        case "F": "afge"
        case "H": "fegbc"
        case "L": "fed"
        case "P": "abgfe"
        case "b": "fgedc"
        case "d": "bgcde"
        case "h": "fegc"
        case "n": "egc"
        case "o": "egcd"
        case "r": "eg"
        case "t": "fged"
        case "u": "ecd"
        default: ""
        }
    }

    private func lit(_ character: Character) -> String {
        switch character {
        case "7" where style.hasLongSeven: "abcf"
        case "6" where style.hasShortSix: "fgedc"
        case "9" where style.hasShortNine: "abgfc"
        default: Self.segments(character)
        }
    }

    /// Draws a text as polygons.
    func draw(_ text: String, using dice: inout Dice) -> GlyphRun {
        var run = GlyphRun()
        var x = 0.0
        for _ in 0..<style.blanks where style.ghost > 0 {
            cell(" ", at: x, size: 1, top: 0, run: &run, using: &dice)
            x += style.width + style.spacing
        }
        var isAfterPoint = false
        for character in text {
            if character == "." || character == ":" {
                x += points(character, at: x, run: &run)
                isAfterPoint = character == "."
                continue
            }
            if character == "/" {
                slash(at: x, run: &run)
                x += style.width * 0.8 + style.spacing
                continue
            }
            let size = isAfterPoint ? style.lastSize : 1
            let top = isAfterPoint && !style.isLastRaised ? 1 - size : 0
            x += cell(character, at: x, size: size, top: top, run: &run, using: &dice)
        }
        return run
    }

    /// Draws a digit cell, and returns the distance to the next one.
    @discardableResult
    private func cell(
        _ character: Character,
        at x: Double,
        size: Double,
        top: Double,
        run: inout GlyphRun,
        using dice: inout Dice
    ) -> Double {
        let isNarrow = character == "1" && style.hasNarrowOne
        let isMinus = character == "-"
        let width = isMinus ? max(style.width * style.minus, style.stroke * 2.6 + 2 * style.gap) : style.width
        let start = isNarrow ? x - (style.width - style.stroke) * 0.7 * size : x
        let shown = lit(character)
        for segment in "abcdefg" {
            let isLit = shown.contains(segment)
            guard isLit || (style.ghost > 0 && !isNarrow && !isMinus) else { continue }
            let points = polygon(segment, width: width).map { corner in
                let y = corner.y * size + top
                return Point(x: corner.x * size + start + style.slant * (1 - y), y: y)
            }
            if isLit {
                run.light(points, ink: 1 - style.unevenness * dice.unit())
            } else {
                run.ghost(points, ink: style.ghost)
            }
        }
        return (start - x) + width * size + style.spacing * (0.5 + 0.5 * size)
    }

    private func polygon(_ segment: Character, width: Double) -> [Point] {
        let half = style.stroke / 2
        switch segment {
        case "a": return level(half, width: width, side: 1)
        case "g": return level(0.5, width: width, side: 0)
        case "d": return level(1 - half, width: width, side: -1)
        case "f": return upright(half, from: half, to: 0.5, side: 1, isUpper: true)
        case "e": return upright(half, from: 0.5, to: 1 - half, side: 1, isUpper: false)
        case "b": return upright(width - half, from: half, to: 0.5, side: -1, isUpper: true)
        default: return upright(width - half, from: 0.5, to: 1 - half, side: -1, isUpper: false)
        }
    }

    private func level(_ y: Double, width: Double, side: Double) -> [Point] {
        let r = style.stroke / 2
        let (a, b) = (r + style.gap, max(width - r - style.gap, r + style.gap + 0.02))
        if style.end == .straight {
            let inset = min(r * 0.9, (b - a) * 0.3)
            return Outline.rect(a + inset, y: y - r, width: b - a - 2 * inset, height: 2 * r)
        }
        if style.end == .mitred, side != 0 {
            return [
                Point(x: a - r * 0.8, y: y - side * r), Point(x: b + r * 0.8, y: y - side * r),
                Point(x: b - r * 0.9, y: y + side * r), Point(x: a + r * 0.9, y: y + side * r),
            ]
        }
        let bevel = r * style.bevel
        return [
            Point(x: a, y: y), Point(x: a + bevel, y: y - r), Point(x: b - bevel, y: y - r), Point(x: b, y: y),
            Point(x: b - bevel, y: y + r), Point(x: a + bevel, y: y + r),
        ]
    }

    private func upright(_ x: Double, from top: Double, to bottom: Double, side: Double, isUpper: Bool) -> [Point] {
        let r = style.stroke / 2
        let (a, b) = (top + style.gap, bottom - style.gap)
        if style.end == .straight { return Outline.rect(x - r, y: a + r * 0.3, width: 2 * r, height: b - a - r * 0.6) }
        if style.end == .mitred {
            let outer = x - side * r
            let inner = x + side * r
            return [
                Point(x: outer, y: a - (isUpper ? r * 0.8 : 0)), Point(x: inner, y: a + r * (isUpper ? 0.9 : 0.5)),
                Point(x: inner, y: b - r * (isUpper ? 0.5 : 0.9)), Point(x: outer, y: b + (isUpper ? 0 : r * 0.8)),
            ]
        }
        let bevel = r * style.bevel
        return [
            Point(x: x, y: a), Point(x: x + r, y: a + bevel), Point(x: x + r, y: b - bevel), Point(x: x, y: b),
            Point(x: x - r, y: b - bevel), Point(x: x - r, y: a + bevel),
        ]
    }

    private func points(_ character: Character, at x: Double, run: inout GlyphRun) -> Double {
        let hasCell = style.hasDotCell || character == ":"
        let dot = hasCell ? style.dot : min(style.dot, style.spacing + 0.04)
        let center = hasCell ? x + dot / 2 - style.spacing * 0.3 : x - style.spacing / 2
        run.point = dot
        let rows = character == "." ? [1 - dot / 2 + style.dotDrop] : [0.32, 0.68]
        for y in rows {
            let shifted = center + style.slant * (1 - y)
            run.points.append(Point(x: shifted, y: y))
            let points =
                style.hasRoundDot
                ? Outline.ellipse(shifted, y: y, across: dot / 2, down: dot / 2)
                : Outline.rect(shifted - dot / 2, y: y - dot / 2, width: dot, height: dot)
            run.light(points)
        }
        return hasCell ? dot + style.spacing * 0.4 : 0
    }

    private func slash(at x: Double, run: inout GlyphRun) {
        let points = Outline.line(
            Point(x: x + style.width * 0.05, y: 0.95),
            to: Point(x: x + style.width * 0.7, y: 0.05),
            thickness: style.stroke * 0.8
        )
        run.light(points)
    }
}

/// The shape of segment ends.
enum SegmentEnd: Sendable, CaseIterable {
    /// Pointed.
    case pointed
    /// Mitred, so that neighbours meet along a line.
    case mitred
    /// Straight.
    case straight
}
