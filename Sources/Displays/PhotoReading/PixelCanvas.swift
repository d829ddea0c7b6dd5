package import Pixels

/// A canvas for lines and words on a picture.
package struct PixelCanvas {
    private let width: Int
    private let height: Int
    private var pixels: [UInt8]

    /// Red, green and blue, a byte each.
    package typealias Color = (red: UInt8, green: UInt8, blue: UInt8)

    /// Starts with a picture.
    package init(_ image: ColorImage) {
        width = image.width
        height = image.height
        pixels = image.pixels
    }

    /// The drawn picture.
    package var image: ColorImage? { ColorImage(width: width, height: height, pixels: pixels) }

    /// Fills an upright part.
    package mutating func fill(_ part: PixelRect, color: Color) {
        let part = part.clamped(width: width, height: height)
        for y in part.y..<part.y + part.height {
            for x in part.x..<part.x + part.width {
                let place = 3 * (y * width + x)
                (pixels[place], pixels[place + 1], pixels[place + 2]) = color
            }
        }
    }

    /// Blends a colour into an upright part.
    ///
    /// - Parameter share: The opacity of the colour, 0…1.
    package mutating func blend(_ part: PixelRect, color: Color, share: Double) {
        let part = part.clamped(width: width, height: height)
        let mixed = Int((min(max(share, 0), 1) * 256).rounded())
        let (red, green, blue) = (Int(color.red) * mixed, Int(color.green) * mixed, Int(color.blue) * mixed)
        for y in part.y..<part.y + part.height {
            for x in part.x..<part.x + part.width {
                let place = 3 * (y * width + x)
                pixels[place] = UInt8((Int(pixels[place]) * (256 - mixed) + red) / 256)
                pixels[place + 1] = UInt8((Int(pixels[place + 1]) * (256 - mixed) + green) / 256)
                pixels[place + 2] = UInt8((Int(pixels[place + 2]) * (256 - mixed) + blue) / 256)
            }
        }
    }

    /// Draws the sides of a turned box.
    package mutating func outline(_ box: OrientedBox, thickness: Int, color: Color) {
        let corners = box.corners
        for (start, end) in zip(corners, corners.dropFirst() + corners.prefix(1)) {
            line(start, end: end, thickness: thickness, color: color)
        }
    }

    /// Draws a line; ignores points far outside the picture.
    package mutating func line(_ start: Point, end: Point, thickness: Int, color: Color) {
        let limit = Double(4 * max(width, height, 1))
        guard [start.x, start.y, end.x, end.y].allSatisfy({ abs($0) <= limit }) else { return }
        let steps = max(1, Int(max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)))
        for step in 0...steps {
            let share = Double(step) / Double(steps)
            let x = Int((start.x + (end.x - start.x) * share).rounded()) - thickness / 2
            let y = Int((start.y + (end.y - start.y) * share).rounded()) - thickness / 2
            fill(PixelRect(x: x, y: y, width: thickness, height: thickness), color: color)
        }
    }

    /// Writes a word on a dark background, from its upper left corner.
    package mutating func write(_ text: String, x: Int, y: Int, size: Int, color: Color) {
        let letters = Array(text.uppercased().prefix(64))
        fill(
            PixelRect(x: x - size, y: y - size, width: (6 * letters.count + 1) * size, height: 9 * size),
            color: (0, 0, 0)
        )
        for (index, letter) in letters.enumerated() {
            for (column, bits) in PixelFont.columns(letter).enumerated() {
                for row in 0..<7 where bits >> UInt8(row) & 1 == 1 {
                    let left = x + (6 * index + column) * size
                    fill(PixelRect(x: left, y: y + row * size, width: size, height: size), color: color)
                }
            }
        }
    }
}

/// A font of 5 by 7 dots; the lowest bit of a column is its uppermost dot.
enum PixelFont {
    /// The columns of a letter; a question mark if it has none.
    static func columns(_ letter: Character) -> [UInt8] { letters[letter] ?? letters["?"] ?? [] }

    private static let letters: [Character: [UInt8]] = [
        " ": [0, 0, 0, 0, 0], "%": [0x23, 0x13, 0x08, 0x64, 0x62], "-": [8, 8, 8, 8, 8], ".": [0, 0x60, 0x60, 0, 0],
        "/": [0x20, 0x10, 0x08, 0x04, 0x02], ":": [0, 0x36, 0x36, 0, 0], "=": [0x14, 0x14, 0x14, 0x14, 0x14],
        "?": [0x02, 0x01, 0x51, 0x09, 0x06], "°": [0, 0x06, 0x09, 0x09, 0x06],
        "0": [0x3E, 0x51, 0x49, 0x45, 0x3E], "1": [0x00, 0x42, 0x7F, 0x40, 0x00], "2": [0x42, 0x61, 0x51, 0x49, 0x46],
        "3": [0x21, 0x41, 0x45, 0x4B, 0x31], "4": [0x18, 0x14, 0x12, 0x7F, 0x10], "5": [0x27, 0x45, 0x45, 0x45, 0x39],
        "6": [0x3C, 0x4A, 0x49, 0x49, 0x30], "7": [0x01, 0x71, 0x09, 0x05, 0x03], "8": [0x36, 0x49, 0x49, 0x49, 0x36],
        "9": [0x06, 0x49, 0x49, 0x29, 0x1E], "A": [0x7E, 0x11, 0x11, 0x11, 0x7E], "B": [0x7F, 0x49, 0x49, 0x49, 0x36],
        "C": [0x3E, 0x41, 0x41, 0x41, 0x22], "D": [0x7F, 0x41, 0x41, 0x22, 0x1C], "E": [0x7F, 0x49, 0x49, 0x49, 0x41],
        "F": [0x7F, 0x09, 0x09, 0x09, 0x01], "G": [0x3E, 0x41, 0x49, 0x49, 0x7A], "H": [0x7F, 0x08, 0x08, 0x08, 0x7F],
        "I": [0x00, 0x41, 0x7F, 0x41, 0x00], "J": [0x20, 0x40, 0x41, 0x3F, 0x01], "K": [0x7F, 0x08, 0x14, 0x22, 0x41],
        "L": [0x7F, 0x40, 0x40, 0x40, 0x40], "M": [0x7F, 0x02, 0x0C, 0x02, 0x7F], "N": [0x7F, 0x04, 0x08, 0x10, 0x7F],
        "O": [0x3E, 0x41, 0x41, 0x41, 0x3E], "P": [0x7F, 0x09, 0x09, 0x09, 0x06], "Q": [0x3E, 0x41, 0x51, 0x21, 0x5E],
        "R": [0x7F, 0x09, 0x19, 0x29, 0x46], "S": [0x46, 0x49, 0x49, 0x49, 0x31], "T": [0x01, 0x01, 0x7F, 0x01, 0x01],
        "U": [0x3F, 0x40, 0x40, 0x40, 0x3F], "V": [0x1F, 0x20, 0x40, 0x20, 0x1F], "W": [0x3F, 0x40, 0x38, 0x40, 0x3F],
        "X": [0x63, 0x14, 0x08, 0x14, 0x63], "Y": [0x07, 0x08, 0x70, 0x08, 0x07], "Z": [0x61, 0x51, 0x49, 0x45, 0x43],
    ]
}
