extension DisplayGrammar {
    /// The message that a row's text is, or nil where it is none: a number, or nothing that is known.
    ///
    /// Letters that segments cannot tell from digits count as either: `L0` is `Lo`, `0FF` is `OFF`, `H1` is `HI`.
    public static func message(_ rowText: String) -> ScreenMessage? {
        let text = rowText.filter { !$0.isWhitespace }
        guard !text.isEmpty else { return nil }
        if text.allSatisfy({ "-.:/".contains($0) }) { return text.contains("-") ? .blank : nil }
        guard text.contains(where: \.isLetter) else { return numbers(text) }
        return words(text)
    }

    /// The message of a text without letters.
    private static func numbers(_ text: String) -> ScreenMessage? {
        let eights = text.filter { $0 == "8" }.count
        if eights >= 4, text.allSatisfy({ "18.:".contains($0) }) { return .selfTest }
        for (mark, message) in [(Character(":"), ScreenMessage.clock), ("/", .date)] where text.contains(mark) {
            let parts = text.split(separator: mark, omittingEmptySubsequences: false)
            return (2...3).contains(parts.count) && parts.allSatisfy(isShortNumber) ? message : nil
        }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && parts.allSatisfy(isShortNumber) ? .date : nil
    }

    private static func isShortNumber(_ text: Substring) -> Bool {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// The message of a text with letters.
    private static func words(_ text: String) -> ScreenMessage? {
        let letters = String(text.lowercased().filter { !"-.".contains($0) }.map { letterLike[$0] ?? $0 })
        if let message = known[letters] { return message }
        if let message = numbered(text.lowercased().filter { !"-.".contains($0) }) { return message }
        let isTime = text.contains(":") && ["a", "p", "am", "pm", "an", "pn"].contains { letters.hasSuffix($0) }
        if isTime { return .clock }
        return text.allSatisfy(\.isLetter) && text.count > 1 && DisplayUnit.named(text) == nil ? .word : nil
    }

    /// A letter and a number: `E3`, `n12`.
    private static func numbered(_ text: String) -> ScreenMessage? {
        let head = text.prefix { !$0.isNumber }
        let tail = text.dropFirst(head.count)
        guard isShortNumber(tail), tail.utf8.count <= 3 else { return nil }
        switch head {
        case "e", "er", "err", "ee", "ec", "ep", "eh": return .error
        case "n", "nn", "no", "nr", "u", "r": return .memory
        case "a", "au", "aue": return .average
        case "f" where tail.utf8.count <= 2, "c" where tail.utf8.count <= 2: return .word
        default: return nil
        }
    }

    private static let letterLike: [Character: Character] = ["0": "o", "1": "i"]

    private static let known: [String: ScreenMessage] = [
        "e": .error, "ee": .error, "eee": .error, "er": .error, "err": .error, "ep": .error, "ec": .error, "eh": .error,
        "erro": .error, "error": .error,
        "errr": .error, "lo": .low, "low": .low, "hi": .high, "hh": .high, "high": .high, "ol": .high, "old": .high,
        "oload": .high, "over": .high, "ouer": .high, "off": .off, "of": .off, "bat": .battery, "batt": .battery,
        "lobat": .battery, "batlo": .battery, "blo": .battery, "lobt": .battery, "aue": .average, "ave": .average,
        "avg": .average, "au": .average,
    ]
}
