import Testing

@testable import VitalbusCommand

@Suite struct TextTableTests {
    private var table: TextTable {
        var table = TextTable("SEAT", "WORDS", "STATE")
        table.add("bed-a", "the quick brown fox jumps over the lazy dog", "ok")
        table.add("bed-b", "short", "a state with many words, too")
        return table
    }

    @Test func withoutATerminalEachRowIsOneLine() {
        #expect(table.lines.count == 3)
        #expect(table.lines[1] == "bed-a  the quick brown fox jumps over the lazy dog  ok")
    }

    @Test(arguments: [40, 60, 80])
    func rowsFitTheTerminalAndKeepEachWord(columns: Int) {
        let lines = table.lines(within: columns)
        #expect(lines.allSatisfy { TerminalWidth.of($0) <= columns }, "\(lines)")
        let words = Set(lines.joined(separator: " ").split(separator: " "))
        #expect(words.isSuperset(of: ["quick", "brown", "lazy", "dog", "many", "words,", "too"]))
        #expect(columns < 80 || lines.count == 3 || lines.count == 4)
    }

    @Test func aWordThatIsWiderThanItsColumnIsCut() {
        var table = TextTable("ID", "NAME")
        table.add(String(repeating: "x", count: 50), "n")
        let lines = table.lines(within: 30)
        #expect(lines.count == 4 && lines.allSatisfy { TerminalWidth.of($0) <= 30 })
        #expect(lines.joined().filter { $0 == "x" }.count == 50)
    }

    @Test func wideAndCombiningCharactersAlign() {
        var table = TextTable("NAME", "STATE")
        table.add("温度計", "ok")
        table.add("Zoe\u{301}", "ok")
        table.add("👩‍⚕️", "ok")
        table.add("plain", "ok")
        for line in table.lines.dropFirst() {
            let before = line.prefix { $0 != "o" || !line.hasSuffix("ok") }
            #expect(TerminalWidth.of(String(line)) == 10, "\(line) \(before)")
        }
    }

    @Test(arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("温", 2), ("Ａ", 2), ("🩺", 2), ("❤️", 2), ("\u{200B}", 0), ("…", 1),
    ])
    func aCharacterTakesItsColumns(text: String, columns: Int) {
        #expect(TerminalWidth.of(text) == columns, "\(text)")
    }
}
