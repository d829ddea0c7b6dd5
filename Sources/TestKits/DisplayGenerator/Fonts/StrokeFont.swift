internal import Pixels

/// Draws text with strokes, as on printed labels and graphic displays.
struct StrokeFont: Sendable {
    var width = 0.6
    var stroke = 0.12
    var spacing = 0.22
    var slant = 0.0

    init(_ dice: inout Dice, isDisplay: Bool) {
        width = isDisplay ? dice.number(0.42, high: 0.6) : dice.number(0.45, high: 0.75)
        stroke = isDisplay ? dice.number(0.09, high: 0.19) : dice.number(0.08, high: 0.2)
        spacing = stroke + (isDisplay ? dice.number(0.06, high: 0.16) : dice.number(0.08, high: 0.3))
        slant = dice.chance(0.12) ? dice.number(0.05, high: 0.2) : 0
    }

    /// Draws a text as polygons; unknown characters leave a gap.
    func draw(_ text: String) -> GlyphRun {
        var run = GlyphRun()
        var x = 0.0
        for character in text {
            let strokes = StrokeForms.lines[character] ?? ""
            let wide = character == "." || character == ":" || character == "I" || character == "i" ? 0.0 : width
            for line in strokes.split(separator: " ") { draw(line, at: x, wide: wide, run: &run) }
            x += wide + spacing
        }
        return run
    }

    private func draw(_ line: Substring, at x: Double, wide: Double, run: inout GlyphRun) {
        var last: Point?
        var digits = line.utf8.makeIterator()
        while let column = digits.next(), let row = digits.next() {
            let y = stroke / 2 + Double(Int(row) - 48) / 6 * (1 - stroke)
            let point = Point(x: x + Double(Int(column) - 48) / 4 * wide + slant * (1 - y), y: y)
            if let last {
                run.light(Outline.line(last, to: point, thickness: stroke))
            } else if line.utf8.count == 2 {
                run.point = stroke * 1.2
                run.points.append(point)
                run.light(
                    Outline.rect(
                        point.x - stroke * 0.6,
                        y: point.y - stroke * 0.6,
                        width: stroke * 1.2,
                        height: stroke * 1.2
                    )
                )
            }
            last = point
        }
    }
}

/// Characters as polylines; two digits per point, its column of 0 to 4 and its row of 0 to 6.
enum StrokeForms {
    static let lines: [Character: String] = [
        "0": "10304145361605011010", "1": "012026", "2": "0110304142064646", "3": "0010304142332344453616 05",
        "4": "3036 3004 0444", "5": "400002324344453616 05", "6": "4030100105163645433313 04", "7": "00401616",
        "8": "10304142331304051636454433 13020110", "9": "4233130201103041453616", ".": "06", ":": "02 05",
        "-": "0343", "/": "0640", "%": "0640 0111 3545", "A": "062046 1434",
        "B": "00063645443303 33424130 3000", "C": "41301001051636 3645", "D": "000626 4442 2644 4220 2000",
        "E": "40000646 0333", "F": "400006 0333", "G": "413010010516364543 4323", "H": "0006 4046 0343",
        "I": "0006", "J": "404536160504", "K": "0006 4003 0346", "L": "000646", "M": "0600234046",
        "N": "06004640", "O": "103041453616050110", "P": "060030414233 3303", "Q": "103041453616050110 3446",
        "R": "060030414233 3303 2346", "S": "41301001021232 3243444536 361605", "T": "0040 2026",
        "U": "00051636 364540", "V": "002640", "W": "0016233640", "X": "0046 4006", "Y": "00234023 2326",
        "Z": "00400646", "m": "0602 0312 122326 2332 324346", "g": "4333130405 05163645 434736",
        "d": "4046 4333130405 05163645", "l": "2026", "k": "0006 4203 1446", "b": "0006 0313334445 45361605",
        "h": "0006 03133344 4446", "o": "13334445361605041 3", "r": "0602 0413 1333", "t": "2025 2536 0242",
        "u": "0205 051636 3645 4246", "n": "0602 0413 133344 4446", "i": "0206 00", "s": "4212030424344536 3606",
        "p": "0207 0212324344 44453616", "e": "0444431302030405 051646", "c": "4313030405 051646",
        "a": "4246 4333130405 05163645",
    ]
}
