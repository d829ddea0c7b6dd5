/// Draws Code 128 bar codes.
package enum DrawnBars {
    /// Widths of the bars and spaces of Code 128's characters by their values (ISO/IEC 15417, table 1).
    private static let widths = [
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

    /// The modules of a text in Code 128 set B; true for a bar.
    package static func code128(_ text: String) -> [Bool] {
        let values = text.utf8.map { Int($0) - 32 }
        let sum = values.enumerated().reduce(104) { $0 + ($1.offset + 1) * $1.element }
        return ([104] + values + [sum % 103, 106]).flatMap { value in
            widths[value].enumerated().flatMap { place, width in
                Array(repeating: place % 2 == 0, count: width.wholeNumberValue ?? 0)
            }
        }
    }

    /// A photo of stacked codes with quiet zones, as PGM.
    package static func photo(_ texts: String..., module: Int = 3) -> [UInt8] {
        let codes = texts.map(code128)
        let columns = ((codes.map(\.count).max() ?? 0) + 20) * module
        let blank = [UInt8](repeating: 230, count: columns * 20)
        var pixels = blank
        for code in codes {
            let row = (0..<columns).map { x -> UInt8 in
                let place = x / module - 10
                return code.indices.contains(place) && code[place] ? 20 : 230
            }
            pixels += Array(repeating: row, count: 60).flatMap { $0 } + blank
        }
        return Array("P5 \(columns) \(pixels.count / columns) 255\n".utf8) + pixels
    }
}
