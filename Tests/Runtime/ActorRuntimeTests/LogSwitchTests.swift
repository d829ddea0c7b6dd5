import BusContract
import ContractLiterals
import Foundation
import Logging
import MessageBus
import Synchronization
import TestSupport
import Testing

@testable import ActorRuntime

@Suite struct LogSwitchTests {
    private func on(_ sink: LoggingState.Sink, _ components: [LoggingState.Component] = [.core]) -> LoggingState {
        LoggingState(enabled: true, components: components, sink: sink)
    }

    private func logger(_ tap: LogSwitch, _ lines: Lines = Lines()) -> Logger {
        Logger(label: "tiny-actor") { label in
            LineLogHandler(label: label, level: .warning, format: .text, hasJournal: true, tap: tap) { lines.add($0) }
        }
    }

    private final class Lines: Sendable {
        private let held = Mutex<[String]>([])
        var all: [String] { held.withLock { $0 } }

        func add(_ bytes: [UInt8]) {
            held.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
        }
    }

    /// The entries that wait for the bus.
    private func entries(_ logSwitch: LogSwitch, _ count: Int) async -> [LogEntry] {
        var entries: [LogEntry] = []
        for await entry in logSwitch.entries {
            entries.append(entry)
            if entries.count == count { break }
        }
        return entries
    }

    @Test func offNothingIsToldAndNothingIsMade() {
        let logSwitch = LogSwitch(component: .core)
        let lines = Lines()
        let activity = ActivityLog(logSwitch, logger: logger(logSwitch, lines))
        func facts() -> [String: String] {
            Issue.record("facts of an entry that nobody wants")
            return [:]
        }
        let states: [LoggingState] = [
            .off, on(.bus, [.ocr]), on(LoggingState.Sink(rawValue: "telegraph")),
            LoggingState(enabled: false, sink: .journald),
        ]
        for state in states {
            logSwitch.apply(state)
            activity.note("record created", facts())
            #expect(logSwitch.sink == nil)
        }
        #expect(lines.all.isEmpty)
    }

    @Test func theJournalGetsItWhateverTheLevelOfOtherLines() {
        let logSwitch = LogSwitch(component: .core)
        let lines = Lines()
        logSwitch.apply(on(.journald))
        ActivityLog(logSwitch, logger: logger(logSwitch, lines)).note("record created", ["logID": "a b"])
        #expect(lines.all == ["<6>info tiny-actor: record created logID=\"a b\" tag=core\n"])
    }

    @Test func theBusGetsTheProcesssLinesTooButNotTheConnectionsOwn() async {
        let logSwitch = LogSwitch(component: .core)
        logSwitch.apply(on(.bus))
        let logger = logger(logSwitch)
        ActivityLog(logSwitch, logger: logger).note("answer", ["result": "done", "logID": "x"])
        LineLogHandler.ofBus(logger).error("could not publish a state")
        logger.warning("a reading is late", metadata: ["device": "d\n1"])
        #expect(
            await entries(logSwitch, 2) == [
                LogEntry(tag: .core, level: "info", message: "answer logID=x result=done"),
                LogEntry(tag: .core, level: "warning", message: #"a reading is late device=d\u{a}1"#),
            ]
        )
    }

    @Test func whatNobodyTakesAwayDropsTheOldest() async {
        let logSwitch = LogSwitch(component: .core)
        logSwitch.apply(on(.bus))
        for number in 1...(LogSwitch.capacity + 10) { logSwitch.take(level: "info", message: "\(number)") }
        let kept = await entries(logSwitch, LogSwitch.capacity)
        #expect(kept.first?.message == "11")
        #expect(kept.last?.message == "\(LogSwitch.capacity + 10)")
    }

    @Test func theFileIsPrivateAndTurns() throws {
        let directory = try TemporaryFolder()
        let path = "\(directory.path)/log"
        func text() throws -> String {
            try [path + ".1", path].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        }
        let file = LogFile(path, limit: 200)
        for number in 1...12 { file.write(level: "info", tag: "core", message: "entry number \(number)") }
        #expect(try text().hasSuffix("info core: entry number 12\n"))
        #expect(try text().split(separator: "\n").count < 12, "the oldest are gone")
        for name in [path, path + ".1"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: name)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            #expect((attributes[.size] as? NSNumber)?.intValue ?? 999 <= 200)
        }
        // After a restart the file continues at its end.
        LogFile(path, limit: 200).write(level: "info", tag: "core", message: "again")
        #expect(try text().contains("entry number 12\n"))
        #expect(try text().hasSuffix("core: again\n"))
    }

    @Test func aProcessFollowsWhatIsSaidOnTheBus() async throws {
        let hub = try TinyHub()
        let site = try BusAddress(site: "home", hub: "site", actor: "session-manager", instance: "main")
        let client = BusClient(bus: hub.broker.connect(), address: site, epoch: 1, environment: .system)
        let log = try await hub.watch("log/tiny-actor")
        let run = try await hub.run()
        let running = Task { try await run.run() }
        _ = try await client.publish(LogTopics.state, data: on(.bus))
        while run.context.logSwitch.sink != .bus { await Task.yield() }
        run.context.activity.note("record created", ["logID": "x"])
        for await message in log {
            let entry = try Envelope<LogEntry>.decode(message.payload).data
            guard entry.message.hasPrefix("record created") else { continue }
            #expect(entry == LogEntry(tag: .core, level: "info", message: "record created logID=x"))
            #expect(message.quality == .atMostOnce && !message.retain)
            break
        }
        run.shutDown()
        try await running.value
    }
}
