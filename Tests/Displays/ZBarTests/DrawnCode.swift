import Foundation
import Pixels
import TestSupport
import Testing

/// Draws bar codes according to their standards.
enum DrawnCode {
    private static let digits = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    private static let parities = [
        "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
    ]

    /// The Code 128 modules of a text.
    static func code128(_ text: String) -> [Bool] { DrawnBars.code128(text) }

    /// The EAN-13 modules of twelve digits (ISO/IEC 15420) and the computed thirteenth.
    static func ean13(_ text: String) -> [Bool] {
        var numbers = text.compactMap(\.wholeNumberValue)
        let sum = numbers.enumerated().reduce(0) { $0 + $1.element * ($1.offset % 2 == 0 ? 1 : 3) }
        numbers.append((10 - sum % 10) % 10)
        let left = zip(numbers[1...6], parities[numbers[0]]).map { digit, parity in
            parity == "L" ? digits[digit] : String(inverted(digits[digit]).reversed())
        }
        let right = numbers[7...12].map { inverted(digits[$0]) }
        return ("101" + left.joined() + "01010" + right.joined() + "101").map { $0 == "1" }
    }

    /// An image of bars with quiet zones.
    static func image(_ modules: [Bool], module: Int = 3, height: Int = 60, dark: UInt8 = 20, light: UInt8 = 230) throws
        -> GrayImage
    {
        let row = (0..<((modules.count + 20) * module)).map { x -> UInt8 in
            let place = x / module - 10
            return modules.indices.contains(place) && modules[place] ? dark : light
        }
        let blank = Array(repeating: Array(repeating: light, count: row.count), count: 20).flatMap { $0 }
        let pixels = blank + Array(repeating: row, count: height).flatMap { $0 } + blank
        return try #require(GrayImage(width: row.count, height: height + 40, pixels: pixels))
    }

    /// The QR code of `Fixtures/ZBar/qr.txt`, which segno made.
    static func qr(module: Int, dark: UInt8 = 20, light: UInt8 = 230) throws -> GrayImage {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/ZBar/qr", withExtension: "txt"))
        let rows = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map(Array.init)
        let side = (rows.count + 8) * module
        let pixels = (0..<(side * side)).map { place -> UInt8 in
            let (x, y) = (place % side / module - 4, place / side / module - 4)
            return rows.indices.contains(y) && rows[y].indices.contains(x) && rows[y][x] == "#" ? dark : light
        }
        return try #require(GrayImage(width: side, height: side, pixels: pixels))
    }

    private static func inverted(_ modules: String) -> String { String(modules.map { $0 == "1" ? "0" : "1" }) }
}
