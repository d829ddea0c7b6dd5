extension DecimalNumber: LosslessStringConvertible {
    /// The longest text that is parsed as a number, in bytes.
    package static let maximumTextLength = 256

    /// The number in plain digits, with all digits it was made with: 3650 × 10^-2 is `36.50`.
    ///
    /// It never has an exponent.
    public var description: String {
        let sign = mantissa < 0 ? "-" : ""
        let digits = String(mantissa.magnitude)
        guard exponent < 0 else {
            return mantissa == 0 ? "0" : sign + digits + String(repeating: "0", count: Int(exponent))
        }
        let padding = String(repeating: "0", count: max(0, fractionDigits + 1 - digits.count))
        let padded = padding + digits
        return "\(sign)\(padded.dropLast(fractionDigits)).\(padded.suffix(fractionDigits))"
    }

    /// Parses a number in JSON's form, also with a leading plus: `-12`, `36.50`, `1.2e-3`.
    ///
    /// Fraction digits are kept. Nil for text over 256 bytes, spaces, digits of other scripts, and digits that do not
    /// fit into 64 bits.
    public init?(_ description: String) {
        guard description.utf8.count <= Self.maximumTextLength else { return nil }
        var rest = Substring(description)
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let whole = Self.takeDigits(&rest)
        guard !whole.isEmpty else { return nil }
        var fraction: Substring = ""
        if rest.first == "." {
            rest = rest.dropFirst()
            fraction = Self.takeDigits(&rest)
            guard !fraction.isEmpty else { return nil }
        }
        guard let power = Self.takePower(&rest), rest.isEmpty else { return nil }
        self.init(isNegative: isNegative, digits: whole + fraction, power: power - fraction.utf8.count)
    }

    /// Creates a number from its digits.
    ///
    /// Trailing zeros move into the exponent only if the digits would not fit.
    private init?(isNegative: Bool, digits: Substring, power: Int) {
        let sign = isNegative ? "-" : ""
        var digits = digits.drop { $0 == "0" }
        var power = power
        guard !digits.isEmpty else {
            self.init(mantissa: 0, exponent: Int8(clamping: min(0, power)))
            return
        }
        while digits.last == "0", Int64(sign + digits) == nil || power < Int(Int8.min) {
            digits = digits.dropLast()
            power += 1
        }
        guard let mantissa = Int64(sign + digits), let exponent = Int8(exactly: power) else { return nil }
        self.init(mantissa: mantissa, exponent: exponent)
    }

    /// Parses plain digits without an exponent; rounds half to even to 18 digits if they do not fit.
    package init?(roundingText text: String) {
        if let exact = DecimalNumber(text) {
            self = exact
            return
        }
        let isNegative = text.hasPrefix("-")
        let parts = text.drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        let digits = parts.joined().drop { $0 == "0" }
        let power = parts.count == 2 ? -parts[1].utf8.count : 0
        guard digits.utf8.count > 18, var head = Int64(digits.prefix(18)) else { return nil }
        let tail = digits.dropFirst(18)
        if tail.first.map({ $0 > "5" }) == true || Self.isAboveHalf(tail, afterOdd: head % 2 == 1) { head += 1 }
        guard let exponent = Int8(exactly: power + tail.utf8.count) else { return nil }
        self.init(mantissa: isNegative ? -head : head, exponent: exponent)
    }

    /// True if truncated digits, which begin with 5, round up: more than half, or half after an odd digit.
    private static func isAboveHalf(_ tail: Substring, afterOdd isOdd: Bool) -> Bool {
        guard tail.first == "5" else { return false }
        return isOdd || tail.dropFirst().contains { $0 != "0" }
    }

    private static func takeDigits(_ rest: inout Substring) -> Substring {
        let digits = rest.prefix { ("0"..."9").contains($0) && $0.isASCII }
        rest = rest[digits.endIndex...]
        return digits
    }

    /// Parses an exponent such as `e-3`.
    ///
    /// 0 if absent; nil if malformed.
    private static func takePower(_ rest: inout Substring) -> Int? {
        guard rest.first == "e" || rest.first == "E" else { return 0 }
        rest = rest.dropFirst()
        let isNegative = rest.first == "-"
        if isNegative || rest.first == "+" { rest = rest.dropFirst() }
        let digits = takeDigits(&rest)
        guard digits.utf8.count <= 6, let power = Int(digits) else { return nil }
        return isNegative ? -power : power
    }
}
