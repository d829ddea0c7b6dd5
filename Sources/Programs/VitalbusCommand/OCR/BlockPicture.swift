internal import Pixels

/// A picture in half blocks: each character shows two pixels, one above the other.
enum BlockPicture {
    /// The colours of a terminal.
    enum Colors: Sendable, Hashable {
        /// 24-bit colours.
        case full
        /// The 256 colours of xterm.
        case palette
        /// No colours: characters from dark to bright.
        case none

        /// Detects the colours from the environment; `NO_COLOR` (no-color.org) is honoured.
        init(_ variables: [String: String]) {
            let (depth, terminal) = (variables["COLORTERM"] ?? "", variables["TERM"] ?? "")
            if !(variables["NO_COLOR"] ?? "").isEmpty {
                self = .none
            } else if ["truecolor", "24bit"].contains(depth) {
                self = .full
            } else {
                self = terminal.contains("256color") ? .palette : .none
            }
        }
    }

    private typealias Pixel = (red: UInt8, green: UInt8, blue: UInt8)

    private static let ramp = Array(" .:-=+*#%@")

    /// The picture in lines, as large as fits with its aspect ratio; none without room.
    static func lines(of image: ColorImage, columns: Int, lines: Int, colors: Colors) -> [String] {
        guard columns > 0, lines > 0, image.width > 0, image.height > 0 else { return [] }
        let wide = min(columns, max(1, image.width * 2 * lines / image.height))
        let high = max(1, min(lines, (wide * image.height / image.width + 1) / 2))
        let small = image.resized(width: wide, height: 2 * high)
        return (0..<high).map { line in
            let cells = (0..<wide).map { column in
                (pixel(small, x: column, y: 2 * line), pixel(small, x: column, y: 2 * line + 1))
            }
            return row(cells, colors: colors)
        }
    }

    private static func pixel(_ image: ColorImage, x: Int, y: Int) -> Pixel {
        let place = 3 * (y * image.width + x)
        return (image.pixels[place], image.pixels[place + 1], image.pixels[place + 2])
    }

    private static func row(_ cells: [(upper: Pixel, lower: Pixel)], colors: Colors) -> String {
        var text = ""
        var before = ""
        for cell in cells {
            guard colors != .none else {
                text.append(ramp[(luma(cell.upper) + luma(cell.lower)) / 2 * (ramp.count - 1) / 255])
                continue
            }
            // An unchanged colour is not written again.
            let code = "\u{1B}[38;\(code(cell.upper, colors: colors));48;\(code(cell.lower, colors: colors))m"
            if code != before { text += code }
            before = code
            text += "▀"
        }
        return colors == .none ? text : text + "\u{1B}[0m"
    }

    private static func code(_ pixel: Pixel, colors: Colors) -> String {
        guard colors == .palette else { return "2;\(pixel.red);\(pixel.green);\(pixel.blue)" }
        // The 6 × 6 × 6 colour cube.
        let red = step(pixel.red) * 36
        let green = step(pixel.green) * 6
        return "5;\(16 + red + green + step(pixel.blue))"
    }

    /// The nearest step of the cube: 0, 95, 135, 175, 215, 255.
    private static func step(_ value: UInt8) -> Int {
        if value < 48 { return 0 }
        return value < 115 ? 1 : (Int(value) - 35) / 40
    }

    private static func luma(_ pixel: Pixel) -> Int {
        (299 * Int(pixel.red) + 587 * Int(pixel.green) + 114 * Int(pixel.blue)) / 1_000
    }
}
