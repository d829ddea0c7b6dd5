import Synchronization
import Testing

@testable import VitalbusCommand

@Suite struct TerminalTextTests {
    @Test func textFromOutsideCannotMoveTheCursorNorBreakTheLine() {
        let text = "id\u{1B}[2J\u{07}\nall well\u{9B}1m\u{202E}"
        #expect(TerminalText.part(text) == #"id\u001b[2J\u0007\u000aall well\u009b1m\u202e"#)
        #expect(EventLine.plain(text) == TerminalText.part(text))
        let long = TerminalText.part("a" + String(repeating: "\u{301}", count: 32_000))
        #expect(long.utf8.count <= TerminalText.longestPart + 3)
        #expect(TerminalText.part("Größe 5 µg/dL — 温度") == "Größe 5 µg/dL — 温度")
    }

    /// With a line break in its text, a server could add lines to the output.
    @Test func everyLineOfTheProgramIsEscapedAndOne() {
        let written = Mutex<[String]>([])
        let environment = CommandEnvironment(
            out: { line in written.withLock { $0.append(line) } },
            err: { line in written.withLock { $0.append(line) } }
        )
        environment.out("one\ntwo\u{1B}[31m")
        environment.err("three\u{07}")
        #expect(written.withLock(\.self) == ["one\\u000atwo\\u001b[31m", "three\\u0007"])
    }
}
