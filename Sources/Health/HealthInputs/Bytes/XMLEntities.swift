/// What XML says of an attribute's value: entities that XML itself has, no other one ever; blanks of all kinds are spaces.
enum XMLEntities {
    /// The longest entity that is looked for: numbers may have noughts before them.
    private static let longest = 32

    /// Undoes `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric ones, and makes spaces of tabs and line ends (XML 1.0,
    /// 2.11 and 3.3.3); anything else stays as it is.
    ///
    /// By bytes: a sign that joins with the one before, like an accent behind `;`, must not hide it.
    static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "&"):
                if let (scalar, end) = entity(bytes[(index + 1)...]) {
                    result.append(contentsOf: String(scalar).utf8)
                    index = end
                    continue
                }
                result.append(UInt8(ascii: "&"))
            case UInt8(ascii: "\r") where bytes[(index + 1)...].first == UInt8(ascii: "\n"): break
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: "\t"): result.append(UInt8(ascii: " "))
            default: result.append(bytes[index])
            }
            index += 1
        }
        return result
    }

    /// What an entity stands for, and the place behind its semicolon; nil where there is none.
    private static func entity(_ rest: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, end: Int)? {
        guard let end = rest.prefix(longest).firstIndex(of: UInt8(ascii: ";")) else { return nil }
        return scalar(String(decoding: rest[..<end], as: UTF8.self)).map { ($0, end + 1) }
    }

    private static func scalar(_ name: String) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.hasPrefix("#") else { return nil }
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init)
        }
    }
}
