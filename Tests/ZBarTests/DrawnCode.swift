import Foundation
import Pixels
import Testing

/// Draws bar codes by their standards.
enum DrawnCode {
    /// Widths of the bars and spaces of Code 128's characters by their values (ISO/IEC 15417, table 1).
    private static let code128 = [
        "212222", "222122", "222221", "121223", "121322", "131222", "122213", "122312", "132212", "221213", "221312",
        "231212", "112232", "122132", "122231", "113222", "123122", "123221", "223211", "221132", "221231", "213212",
        "223112", "312131", "311222", "321122", "321221", "312212", "322112", "322211", "212123", "212321", "232121",
        "111323", "131123", "131321", "112313", "132113", "132311", "211313", "231113", "231311", "112133", "112331",
        "132131", "113123", "113321", "133121", "313121", "211331", "231131", "213113", "213311", "213131", "311123",
        "311321", "331121", "312113", "312311", "332111", "314111", "221411", "431111", "111224", "111422", "121124",
        "121421", "141122", "141221", "112214", "112412", "122114", "122411", "142112", "142211", "241211", "221114",
        "413111", "241112", "134111", "111242", "121142", "121241", "114212", "124112", "124211", "411212", "421112",
        "421211", "212141", "214121", "412121", "111143", "111341", "131141", "114113", "114311", "411113", "411311",
        "113141", "114131", "311141", "411131", "211412", "211214", "211232", "2331112",
    ]
    private static let digits = [
        "0001101", "0011001", "0010011", "0111101", "0100011", "0110001", "0101111", "0111011", "0110111", "0001011",
    ]
    private static let parities = [
        "LLLLLL", "LLGLGG", "LLGGLG", "LLGGGL", "LGLLGG", "LGGLLG", "LGGGLL", "LGLGLG", "LGLGGL", "LGGLGL",
    ]

    /// The modules of a text in Code 128, set B: true for a bar.
    static func code128(_ text: String) -> [Bool] {
        let values = text.utf8.map { Int($0) - 32 }
        let sum = values.enumerated().reduce(104) { $0 + ($1.offset + 1) * $1.element }
        return ([104] + values + [sum % 103, 106]).flatMap { value in
            code128[value].enumerated().flatMap { place, width in
                Array(repeating: place % 2 == 0, count: width.wholeNumberValue ?? 0)
            }
        }
    }

    /// The modules of twelve digits in EAN-13 (ISO/IEC 15420), the thirteenth computed.
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

    /// Bars as an image with quiet zones.
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

    /// The QR code of `Fixtures/qr.txt`, which segno made.
    static func qr(module: Int, dark: UInt8 = 20, light: UInt8 = 230) throws -> GrayImage {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/qr", withExtension: "txt"))
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
