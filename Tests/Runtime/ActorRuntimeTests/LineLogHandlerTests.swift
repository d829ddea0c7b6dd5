import ActorRuntime
import Foundation
import Logging
import Synchronization
import Testing

struct LineLogHandlerTests {
    private final class Lines: Sendable {
        private let held = Mutex<[String]>([])
        var all: [String] { held.withLock { $0 } }

        func add(_ bytes: [UInt8]) {
            held.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    private let lines = Lines()

    private func logger(_ format: LineLogHandler.Format, hasJournal: Bool) -> Logger {
        Logger(label: "tiny-actor") { [lines] label in
            LineLogHandler(label: label, level: .debug, format: format, hasJournal: hasJournal) { lines.add($0) }
        }
    }

    @Test func writesOneTextLinePerEntry() {
        let logger = logger(.text, hasJournal: true)
        logger.warning("a reading is late", metadata: ["b": "two words", "a": "x\nERROR forged", "c": "say \"hi\""])
        logger.trace("below the level")
        #expect(
            lines.all == [
                #"<4>warning tiny-actor: a reading is late a="x\u{a}ERROR forged" b="two words" c="say \"hi\"""# + "\n"
            ]
        )
    }

    @Test func writesTheTimeWithoutAJournal() throws {
        logger(.text, hasJournal: false).info("started")
        let line = try #require(lines.all.first)
        #expect(line.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z info tiny-actor: started\n/) != nil)
    }

    @Test func writesJSON() throws {
        logger(.json, hasJournal: false).error("it \"broke\"\n", metadata: ["topic": "a/b"])
        let line = try #require(lines.all.first)
        let object = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
        #expect(object["message"] == "it \"broke\"\n")
        #expect(object["topic"] == "a/b")
        #expect(object["level"] == "error")
        #expect(line.filter(\.isNewline).count == 1)
    }
}
