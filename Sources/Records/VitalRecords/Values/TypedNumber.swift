/// A number as people type it: `37.5`, `37,5`, `٣٧٫٥`, `10 000`, `−0.4`.
///
/// It may have digits of any script, a decimal point or comma, groups of three digits, and any of the signs that
/// keyboards have for a minus.
public enum TypedNumber: Hashable, Sendable {
    /// A text with one meaning.
    case one(DecimalNumber)
    /// A text such as `10,000`, whose only separator begins a fraction or divides groups of three digits.
    case either(fraction: DecimalNumber, groups: DecimalNumber)

    /// Reads a text with optional spaces around it; nil for anything else than a number.
    ///
    /// - Parameter point: The sign that always begins a fraction; nil if it may be a point or a comma.
    public init?(_ text: String, point: Character? = nil) {
        guard text.utf8.count <= DecimalNumber.maximumTextLength else { return nil }
        var rest = text.map(Self.plain)[...]
        rest = rest.drop { $0 == Self.space }
        while rest.last == Self.space { rest = rest.dropLast() }
        let sign = rest.first == "-" ? "-" : ""
        if rest.first == "-" || rest.first == "+" { rest = rest.dropFirst() }
        let parts = rest.split(omittingEmptySubsequences: false) { !$0.isDigit }.map { String($0) }
        let separators = rest.filter { !$0.isDigit }
        guard !parts.contains("") else { return nil }
        let fraction = Self.fraction(parts, separators: separators).flatMap { DecimalNumber(sign + $0) }
        let groups = Self.groups(parts, separators: separators).flatMap { DecimalNumber(sign + $0) }
        switch (fraction, groups) {
        case (nil, nil): return nil
        case (let number?, nil), (nil, let number?): self = .one(number)
        case (let fraction?, let groups?):
            self = separators.first == point ? .one(fraction) : .either(fraction: fraction, groups: groups)
        }
    }

    /// The number for a metric; nil if a value of the metric can be either of two.
    ///
    /// - Parameter unit: The UCUM code; nil if it is not known yet.
    public func value(of metric: Metric, unit: String?) -> DecimalNumber? {
        guard case .either(let fraction, let groups) = self else { return first }
        let usual = [fraction, groups].filter { number in
            let unit = unit ?? metric.canonicalUnit.ucum
            return ValueCheck.isUsual(Measurement(metric: metric.name, value: number, unit: unit), metric: metric)
        }
        // A value that no person has is refused later, with a suggestion.
        return usual.count == 2 ? nil : usual.first ?? fraction
    }

    /// The number, that with a fraction if there are two.
    public var first: DecimalNumber {
        switch self {
        case .one(let number), .either(let number, _): number
        }
    }

    /// The beginning of a text that can be a number; its unit follows.
    public static func prefix(of text: Substring) -> Substring {
        var end = text.startIndex
        let signed = text.first.map(plain)
        if signed == "-" || signed == "+" { end = text.index(after: end) }
        while end < text.endIndex {
            let sign = plain(text[end])
            guard !sign.isDigit else {
                end = text.index(after: end)
                continue
            }
            let digits = text[text.index(after: end)...].prefix { plain($0).isDigit }
            let isInside = end > text.startIndex && plain(text[text.index(before: end)]).isDigit
            let canFollow = sign == space ? digits.count == 3 : separators.contains(sign) && !digits.isEmpty
            guard isInside, canFollow else { break }
            end = digits.endIndex
        }
        return text[..<end]
    }
}

extension TypedNumber {
    /// A space of any width, which only divides groups; so does an apostrophe.
    private static let space: Character = " "
    /// The Arabic decimal sign and the raised point, which only begin a fraction.
    private static let only: Character = "\u{66B}"
    private static let separators: Set<Character> = [".", ",", only, "'"]

    /// A character as in a number of English text.
    private static func plain(_ character: Character) -> Character {
        let scalars = character.unicodeScalars
        if scalars.count == 1, let scalar = scalars.first, scalar.properties.numericType == .decimal,
            let digit = character.wholeNumberValue
        {
            return Character("\(digit)")
        }
        switch character {
        case "\u{2212}", "\u{2010}"..."\u{2014}", "\u{FE63}", "\u{FF0D}": return "-"
        case "\u{FF0B}": return "+"
        case "\u{FF0E}": return "."
        case "\u{FF0C}", "\u{60C}": return ","
        case "\u{B7}": return only
        case "\u{2019}", "\u{66C}": return "'"
        default: return character.isWhitespace ? space : character
        }
    }

    /// The digits with a fraction after the last separator; nil if it cannot begin one.
    private static func fraction(_ parts: [String], separators: [Character]) -> String? {
        guard let last = separators.last, [".", ",", only].contains(last) else { return nil }
        let whole = groups(parts.dropLast(), separators: separators.dropLast())
        guard !separators.dropLast().contains(last), let whole else { return nil }
        return "\(whole).\(parts.last ?? "")"
    }

    /// The digits whose separators divide groups of three; nil for other groups.
    private static func groups(_ parts: [String], separators: [Character]) -> String? {
        guard let first = separators.first else { return parts.first }
        let isGrouped = parts.dropFirst().allSatisfy { $0.count == 3 } && (1...3).contains(parts[0].count)
        let isSame = separators.allSatisfy { $0 == first } && [".", ",", "'", space].contains(first)
        return isGrouped && isSame && parts[0].first != "0" ? parts.joined() : nil
    }
}

extension Character {
    fileprivate var isDigit: Bool { isASCII && isNumber }
}
