/// A QR code for UTF-8 text (ISO/IEC 18004, model 2, byte mode, correction level M), up to version 10: 213 bytes.
struct QRCode: Sendable {
    /// The correction codewords per block, and the data codewords of each block, for level M of each version.
    private static let blocks: [(correction: Int, data: [Int])] = [
        (10, [16]), (16, [28]), (26, [44]), (18, [32, 32]), (24, [43, 43]), (16, [27, 27, 27, 27]),
        (18, [31, 31, 31, 31]), (22, [38, 38, 39, 39]), (22, [36, 36, 36, 37, 37]), (26, [43, 43, 43, 43, 44]),
    ]

    /// The number of modules per side.
    private(set) var size: Int
    /// The modules by row, then by column; true is dark.
    private(set) var modules: [[Bool]]
    /// The function modules, which hold no data.
    private var isFixed: [[Bool]]
    private var version: Int

    /// Encodes a text; nil if it is too long.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        // Mode and count take 12 bits, or 20 from version 10 on.
        guard
            let version = (1...10).first(where: { version in
                (version < 10 ? 12 : 20) + bytes.count * 8 <= Self.blocks[version - 1].data.reduce(0, +) * 8
            })
        else { return nil }
        self.version = version
        size = 17 + 4 * version
        modules = Array(repeating: Array(repeating: false, count: size), count: size)
        isFixed = modules
        drawPatterns()
        drawData(Self.words(bytes, version: version))
        // Choose the mask with the lowest penalty, which scanners read best.
        let best = (0..<8).min { masked($0).penalty < masked($1).penalty } ?? 0
        self = masked(best)
    }

    /// The dark modules as an SVG path, with a quiet zone of 4 modules around them.
    var path: String {
        var text = ""
        for (row, line) in modules.enumerated() {
            var column = 0
            while column < size {
                let length = line[column...].prefix { $0 }.count
                if length > 0 { text += "M\(column + 4) \(row + 4)h\(length)v1h-\(length)z" }
                column += max(length, 1)
            }
        }
        return text
    }

    // MARK: - Codewords

    /// The interleaved data and correction codewords, in drawing order.
    private static func words(_ bytes: [UInt8], version: Int) -> [UInt8] {
        let (correction, lengths) = blocks[version - 1]
        let total = lengths.reduce(0, +)
        var bits: [Bool] = []
        func append(_ value: Int, count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, count: 4)
        append(bytes.count, count: version < 10 ? 8 : 16)
        for byte in bytes { append(Int(byte), count: 8) }
        append(0, count: min(4, total * 8 - bits.count))
        append(0, count: (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        while data.count < total { data.append(data.count % 2 == (bits.count / 8) % 2 ? 0xEC : 0x11) }
        var (parts, start): ([[UInt8]], Int) = ([], 0)
        for length in lengths {
            parts.append(Array(data[start..<start + length]))
            start += length
        }
        let checks = parts.map { remainder($0, count: correction) }
        let mixed = (0..<(lengths.max() ?? 0)).flatMap { place in
            parts.compactMap { $0.count > place ? $0[place] : nil }
        }
        return mixed + (0..<correction).flatMap { place in checks.map { $0[place] } }
    }

    /// The Reed–Solomon remainder over GF(2^8) modulo 0x11D.
    private static func remainder(_ data: [UInt8], count: Int) -> [UInt8] {
        var generator = [UInt8](repeating: 0, count: count - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<count {
            for place in 0..<count {
                generator[place] = product(generator[place], by: root)
                if place + 1 < count { generator[place] ^= generator[place + 1] }
            }
            root = product(root, by: 2)
        }
        return data.reduce(into: [UInt8](repeating: 0, count: count)) { result, word in
            let factor = word ^ result.removeFirst()
            result.append(0)
            for place in 0..<count { result[place] ^= product(generator[place], by: factor) }
        }
    }

    private static func product(_ one: UInt8, by other: UInt8) -> UInt8 {
        var result = 0
        for bit in (0..<8).reversed() {
            result = result << 1 ^ (result >> 7) * 0x11D
            result ^= Int(other >> UInt8(bit) & 1) * Int(one)
        }
        return UInt8(truncatingIfNeeded: result)
    }

    // MARK: - Modules

    private mutating func fix(_ column: Int, row: Int, dark: Bool) {
        guard (0..<size).contains(column), (0..<size).contains(row) else { return }
        (modules[row][column], isFixed[row][column]) = (dark, true)
    }

    private mutating func drawPatterns() {
        for place in 0..<size {
            fix(6, row: place, dark: place % 2 == 0)
            fix(place, row: 6, dark: place % 2 == 0)
        }
        for (column, row) in [(3, 3), (size - 4, 3), (3, size - 4)] {
            for down in -4...4 {
                for across in -4...4 {
                    let distance = max(abs(across), abs(down))
                    fix(column + across, row: row + down, dark: distance != 2 && distance != 4)
                }
            }
        }
        let places = alignments
        for column in places {
            for row in places where !isCorner(column, row: row) {
                for down in -2...2 {
                    for across in -2...2 {
                        fix(column + across, row: row + down, dark: max(abs(across), abs(down)) != 1)
                    }
                }
            }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    /// The center coordinates of the alignment patterns, for columns and rows alike.
    private var alignments: [Int] {
        guard version > 1 else { return [] }
        return version < 7 ? [6, size - 7] : [6, (6 + size - 7) / 2, size - 7]
    }

    private func isCorner(_ column: Int, row: Int) -> Bool {
        (column == 6 && row == 6) || (column == 6 && row == size - 7) || (column == size - 7 && row == 6)
    }

    private mutating func drawFormat(mask: Int) {
        // Level M is encoded as 00.
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        let isSet = { (place: Int) in bits >> place & 1 == 1 }
        for place in 0...5 { fix(8, row: place, dark: isSet(place)) }
        fix(8, row: 7, dark: isSet(6))
        fix(8, row: 8, dark: isSet(7))
        fix(7, row: 8, dark: isSet(8))
        for place in 9..<15 { fix(14 - place, row: 8, dark: isSet(place)) }
        for place in 0..<8 { fix(size - 1 - place, row: 8, dark: isSet(place)) }
        for place in 8..<15 { fix(8, row: size - 15 + place, dark: isSet(place)) }
        fix(8, row: size - 8, dark: true)
    }

    private mutating func drawVersion() {
        guard version >= 7 else { return }
        var rest = version
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version << 12 | rest
        for place in 0..<18 {
            let (long, short) = (size - 11 + place % 3, place / 3)
            fix(long, row: short, dark: bits >> place & 1 == 1)
            fix(short, row: long, dark: bits >> place & 1 == 1)
        }
    }

    private mutating func drawData(_ words: [UInt8]) {
        var place = 0
        for pair in 0..<((size - 1) / 2) {
            // Skip the column of the timing pattern.
            let right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0)
            for step in 0..<size {
                let row = (right + 1) & 2 == 0 ? size - 1 - step : step
                for column in [right, right - 1] where !isFixed[row][column] && place < words.count * 8 {
                    modules[row][column] = words[place / 8] >> UInt8(7 - place % 8) & 1 == 1
                    place += 1
                }
            }
        }
    }

    private func masked(_ mask: Int) -> QRCode {
        var code = self
        for row in 0..<size {
            for column in 0..<size where !isFixed[row][column] && Self.turns(mask, column: column, row: row) {
                code.modules[row][column].toggle()
            }
        }
        code.drawFormat(mask: mask)
        return code
    }

    private static func turns(_ mask: Int, column: Int, row: Int) -> Bool {
        let area = column * row
        return switch mask {
        case 0: (column + row) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (column + row) % 3 == 0
        case 4: (column / 3 + row / 2) % 2 == 0
        case 5: area % 2 + area % 3 == 0
        case 6: (area % 2 + area % 3) % 2 == 0
        default: ((column + row) % 2 + area % 3) % 2 == 0
        }
    }

    /// The mask penalty by the standard: for long runs, uniform blocks and an unbalanced share of dark modules.
    private var penalty: Int {
        let columns = (0..<size).map { column in modules.map { $0[column] } }
        var sum = 0
        for line in modules + columns {
            var (run, last) = (0, line[0])
            for module in line + [!line[size - 1]] {
                if module == last {
                    run += 1
                } else {
                    sum += run >= 5 ? run - 2 : 0
                    (run, last) = (1, module)
                }
            }
        }
        for row in 0..<(size - 1) {
            for column in 0..<(size - 1) {
                let first = modules[row][column]
                if modules[row][column + 1] == first, modules[row + 1][column] == first,
                    modules[row + 1][column + 1] == first
                {
                    sum += 3
                }
            }
        }
        let dark = modules.reduce(0) { $0 + $1.count { $0 } }
        return sum + abs(dark * 20 - size * size * 10) / (size * size) * 10
    }
}
