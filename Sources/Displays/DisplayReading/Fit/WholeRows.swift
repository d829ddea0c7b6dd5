import DisplayLayouts
import Pixels

/// Distinguishes values from parts of longer numbers: a value uses every character seen in its row.
///
/// `15.3` is not a value if `15:37` was seen, nor is `14.1` if `14.13` was seen.
struct WholeRows {
    /// The share of the seen characters that a reading uses.
    enum Verdict: Int, Comparable {
        /// All of them.
        case whole
        /// Possibly not all: a mark or a letter is left out, or the longer text is uncertain. A person has to check.
        case doubtful
        /// The reading is a part of a longer number.
        case part

        static func < (first: Verdict, second: Verdict) -> Bool { first.rawValue < second.rawValue }
    }

    /// The minimum probability of a longer text in another row's box.
    private static let suspected = 0.3
    /// The probability of a longer text in another row's box, relative to the reading's, from which it is believed.
    private static let believed = 0.8
    /// The probability from which a number over a lone one's place is believed.
    private static let clear = 0.75
    /// The ratio of heights of a row and the one that it continues.
    private static let heights = 0.6...1.6
    /// The minimum regularity of spacing and size for the digits of one number; a unit or an icon has neither.
    private static let even = (rhythm: 0.3, evenness: 0.55)

    /// The narrow marks after a cuff's value that cannot be a digit, such as a bar or the frame's edge.
    private static let marks: Set<Character> = [".", ":", "-", "/", "t", "r"]
    /// The narrow characters that may be a digit.
    private static let narrow: Set<Character> = ["1", "I"]

    /// Whether all values of a cuff were found, so that a narrow character behind one of them is not a digit of it.
    private let isCuff: Bool
    /// The share of the seen characters that the reading uses.
    private(set) var verdict = Verdict.whole
    /// The longest text of which the reading may be a part; nil if it is complete.
    private(set) var longer: String?

    /// Compares a reading with everything seen at its rows' places.
    ///
    /// - Parameters:
    ///   - rows: The rows of this pass.
    ///   - witnesses: Rows of earlier passes, which may have seen more of a number.
    ///   - isCuff: Whether the reading has all values of a blood pressure monitor.
    init(_ choices: [FieldChoice], rows: [RowReading], witnesses: [RowReading] = [], isCuff: Bool = false) {
        self.isCuff = isCuff
        for choice in choices { compare(rows[choice.row], string: choice.string) }
        let own = Set(choices.map(\.row))
        for row in rows.indices.filter({ !own.contains($0) }).map({ rows[$0] }) + witnesses {
            compare(choices, rows: rows, with: row)
        }
        if choices.count == 1, let choice = choices.first { compare(choice, rows: rows) }
    }

    /// Compares a lone number with other clear numbers over its place, such as `87573` over the end of `73.4`.
    private mutating func compare(_ choice: FieldChoice, rows: [RowReading]) {
        let own = rows[choice.row]
        let digits = own.strings[choice.string].text.filter(\.isNumber)
        for index in rows.indices where index != choice.row {
            let other = rows[index].text.filter(\.isNumber)
            guard other.count > 1, !digits.contains(other), rows[index].probability >= Self.clear,
                Self.heights.contains(rows[index].box.height / max(own.box.height, 1)),
                Self.touches(own.box, second: rows[index].box)
            else { continue }
            note(.doubtful, longer: rows[index].text)
        }
    }

    /// Compares a string with the likelier ones of its row.
    private mutating func compare(_ row: RowReading, string: Int) {
        let own = row.strings[string]
        for other in row.strings where other.log >= own.log {
            guard let left = Self.leftOut(own.text, of: other.text), !left.isEmpty else { continue }
            let isNumber = Self.isNumber(left) && Self.isEven(other, in: row)
            note(trailing(left, behind: own.text, in: other.text) ?? (isNumber ? .part : .doubtful), longer: other.text)
        }
    }

    /// The verdict of one narrow character behind a cuff's value; nil for any other text.
    private func trailing(_ left: [Character], behind text: String, in longer: String) -> Verdict? {
        guard isCuff, left.count == 1, let mark = left.first, longer == text + String(mark) else { return nil }
        return Self.marks.contains(mark) ? .whole : Self.narrow.contains(mark) ? .doubtful : nil
    }

    /// Compares a reading with a wider row around its rows.
    ///
    /// Several values may share it, such as stones and pounds, but together they must use all of it. A mark at its end
    /// may be anything.
    private mutating func compare(_ choices: [FieldChoice], rows: [RowReading], with wider: RowReading) {
        guard let seen = wider.strings.first, seen.probability > Self.suspected else { return }
        let inside = choices.filter { Self.contains(wider.box, inner: rows[$0.row].box) }
            .sorted {
                wider.box.offset(of: rows[$0.row].box.center).x < wider.box.offset(of: rows[$1.row].box.center).x
            }
        let strings = inside.map { rows[$0.row].strings[$0.string] }
        guard let least = strings.map(\.probability).min(),
            // The characters beyond its end are another value of the reading.
            !choices.contains(where: { choice in
                !inside.contains { $0.row == choice.row } && Self.touches(wider.box, second: rows[choice.row].box)
            })
        else { return }
        let longer = strings.count > 1 ? seen.text.filter { !":-/".contains($0) } : seen.text
        let own = strings.map(\.text).joined()
        guard let left = Self.leftOut(own, of: longer), Self.isNumber(left), Self.isEven(seen, in: wider) else {
            return
        }
        let verdict: Verdict = seen.probability > Self.believed * least ? .part : .doubtful
        note(trailing(left, behind: own, in: longer) ?? verdict, longer: seen.text)
    }

    private mutating func note(_ found: Verdict, longer text: String) {
        guard found > .whole else { return }
        if found > verdict || found == verdict && text.count > longer?.count ?? 0 { longer = text }
        verdict = max(verdict, found)
    }
}

extension WholeRows {
    private static func contains(_ outer: OrientedBox, inner: OrientedBox) -> Bool {
        heights.contains(outer.height / max(inner.height, 1)) && outer.width > inner.width + 0.2 * inner.height
            && outer.contains(inner.center)
    }

    private static func touches(_ first: OrientedBox, second: OrientedBox) -> Bool {
        let rows = RowGeometry([first, second]).rows
        let height = min(rows[0].bottom, rows[1].bottom) - max(rows[0].top, rows[1].top)
        return min(rows[0].right, rows[1].right) > max(rows[0].left, rows[1].left)
            && height > 0.3 * min(rows[0].height, rows[1].height)
    }

    private static func isNumber(_ characters: [Character]) -> Bool {
        characters.contains { $0.isNumber || $0 == ":" }
    }

    /// Whether a string's digits are arranged as one number; true if that cannot be measured.
    private static func isEven(_ string: ScoredString, in row: RowReading) -> Bool {
        guard let places = row.crops.first.flatMap({ CharacterPlaces(of: string.classes, in: $0) }) else { return true }
        let shape = RowShape(of: places)
        return shape.rhythm > even.rhythm && shape.evenness > even.evenness
    }

    /// The characters of a longer text that a text leaves out; empty if the rest is a unit, nil if the text is not a
    /// part of it.
    ///
    /// A colon read as a point is left out, too.
    static func leftOut(_ text: String, of longer: String) -> [Character]? {
        guard text.count <= longer.count, text != longer else { return nil }
        var left: [Character] = []
        var rest = text[...]
        for character in longer {
            let isPoint = character == ":" && rest.first == "."
            if rest.first != character { left.append(character) }
            if rest.first == character || isPoint { rest = rest.dropFirst() }
        }
        guard rest.isEmpty else { return nil }
        let tail = longer.dropFirst(text.count)
        let isUnit = longer.hasPrefix(text) && DisplayUnit.named(String(tail)) != nil
        return isUnit ? [] : left
    }
}
