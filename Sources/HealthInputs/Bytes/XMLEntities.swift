/// The entities that XML itself has; no other one is ever expanded.
enum XMLEntities {
    /// Undoes `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and numeric ones; anything else stays as it is.
    static func unescaped(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var result = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            result += rest[..<ampersand]
            rest = rest[ampersand...]
            guard let end = rest.prefix(12).firstIndex(of: ";"),
                let character = character(rest[rest.index(after: ampersand)..<end])
            else {
                result += "&"
                rest = rest.dropFirst()
                continue
            }
            result.append(character)
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static func character(_ name: Substring) -> Character? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default:
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let isHex = digits.first == "x" || digits.first == "X"
            let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(UnicodeScalar.init).map(Character.init)
        }
    }
}
