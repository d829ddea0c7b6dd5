import BusContract
import ContractLiterals
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalbusCommand

/// The page for Prometheus, and the files that query it.
@Suite struct MetricsTests {
    private static let now = Date(timeIntervalSince1970: 1_767_276_300)
    private static let process = #"hub="room-12",actor="device-reader",instance_id="main""#

    /// A page with every metric on it.
    private static func page() throws -> String {
        var board = MetricsBoard()
        var health = ActorHealth(
            problems: [WireFault(code: "c", message: "m", retriable: true)],
            lastSuccess: now,
            queueDepths: ["out\"box\\\n": 2],
            oldestAgeSeconds: 31,
            counters: ["adverts": 7]
        )
        (health.uptimeSeconds, health.intervalSeconds, health.brokerMilliseconds) = (60, 30, 1.25)
        health.disk = .init(freeBytes: 5_000_000_000, totalBytes: 60_000_000_000)
        health.clock = .init(synchronized: true, errorSeconds: 0.0125)
        health.certificate = .init(renewal: now, ends: now + 60)
        health.backup = .init(made: now, since: now)
        health.destinations = [.init(apiVersion: "inform", state: .paused, lastSuccess: now)]
        for message in try Kept.hub("room-12", told: now - 12, health: health) { board.take(message, now: now) }
        let adapter = AdapterState(
            hub: "room-12",
            present: true,
            powered: true,
            discovering: true,
            lastAdvertisement: now,
            problem: nil
        )
        board.take(try state("adapter", of: "room-12", data: adapter), now: now)
        let queue = QueueState(pending: 3, leased: 1, held: 2, rejected: 0, oldestSeconds: 901, paused: nil)
        board.take(try state("queue", of: "site", data: queue), now: now)
        return board.text(version: "1.2.3", isConnected: true, now: now)
    }

    private static func state(_ name: String, of hub: String, data: some Codable & Sendable) throws -> BusMessage {
        let envelope = Envelope(id: "i", source: "/s/\(hub)/a/b", type: "vitalbus.\(name).v1", time: now, data: data)
        return BusMessage(topic: "vitalbus/v1/s/\(hub)/state/\(name)", payload: try envelope.encoded(), retain: true)
    }

    /// The grammar of the text format 0.0.4, line by line.
    @Test func thePageIsOfTheFormatAndHasEveryFigure() throws {
        let page = try Self.page()
        #expect(page.hasSuffix("\n"))
        let label = #"[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*""#
        let value = #"(?:[+-]?[0-9.]+(?:e[+-]?[0-9]+)?|NaN|[+-]Inf)"#
        let sample = try Regex(#"^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{\#(label)(?:,\#(label))*\})? \#(value)$"#)
        let head = try Regex(#"^# (?:HELP [a-z_]+ [^\n\\]+|TYPE [a-z_]+ (?:gauge|counter))$"#)
        var (typed, shown): ([String], [String]) = ([], [])
        var seen: Set<Substring> = []
        for line in page.split(separator: "\n") {
            if line.hasPrefix("#") {
                #expect(line.wholeMatch(of: head) != nil, "\(line)")
                if line.hasPrefix("# TYPE ") { typed.append(String(line.split(separator: " ")[2])) }
            } else {
                #expect(line.wholeMatch(of: sample) != nil, "\(line)")
                shown.append(String(line.prefix { $0 != "{" && $0 != " " }))
                #expect(seen.insert(line.prefix { $0 != " " }).inserted, "twice: \(line)")
            }
        }
        let names = HealthMetric.allCases.map(\.rawValue)
        #expect(Set(typed) == Set(names) && typed.count == names.count, "each is described once")
        #expect(Set(shown) == Set(names))
        #expect(page.contains("vitalbus_queue_depth{\(Self.process),queue=\"out\\\"box\\\\\\n\"} 2"))
        #expect(page.contains("vitalbus_health_age_seconds{\(Self.process)} 12"))
    }

    @Test func namesFollowTheRules() {
        for metric in HealthMetric.allCases {
            #expect(metric.rawValue.hasSuffix("_total") == (metric.kind == .counter), "\(metric.rawValue)")
            #expect(metric.rawValue.hasPrefix("vitalbus_") && !metric.rawValue.contains("milli"), "\(metric.rawValue)")
        }
    }

    /// A message that arrives while the exporter listens is new, whatever the sender's clock says.
    @Test func theAgeOfHealthGoesByTheExportersClock() throws {
        var board = MetricsBoard()
        var messages = try Kept.hub("room-12", told: Self.now - 86_400)
        for index in messages.indices { messages[index].retain = false }
        for message in messages { board.take(message, now: Self.now) }
        let later = board.text(version: "1", isConnected: true, now: Self.now + 121)
        #expect(later.contains("vitalbus_health_age_seconds{\(Self.process)} 121"))
        #expect(later.contains("vitalbus_actor_online{\(Self.process)} 1"))
        for message in messages { board.take(BusMessage(topic: message.topic, payload: []), now: Self.now) }
        let cleared = board.text(version: "1", isConnected: false, now: Self.now)
        #expect(!cleared.contains("room-12"), "what is cleared is gone")
    }

    @Test(
        arguments: [
            "0.0.0.0:9464", "192.168.1.5:9464", "[::]:9464", "hub.local:1", "9464", "unix:metrics", "127.0.0.1:x",
        ]
    )
    func whatIsBeyondThisMachineIsRefused(address: String) async {
        let outcome = await Shell(InMemoryBroker()).run("metrics", "--once", "--address", address)
        #expect(outcome.code == 64 && outcome.out.isEmpty)
        let words = outcome.err.joined()
        #expect(["this machine", "127.0.0.1", "unix:"].contains { words.contains($0) }, "\(words)")
    }

    @Test func thePageIsPrintedOnce() async throws {
        let broker = InMemoryBroker()
        let bus = broker.connect()
        for message in try Kept.hub("h", told: Date()) { _ = try await bus.publish(message) }
        let outcome = await Shell(broker).run("metrics", "--once")
        #expect(outcome.code == 0 && outcome.out.contains { $0.hasPrefix("vitalbus_actor_online{hub=\"h\"") })
    }

    /// Renaming a metric would leave an alert that never fires.
    @Test(arguments: ["alerts.yml", "alerts.test.yml", "dashboard.json"])
    func everyFigureThatAFileNamesExists(file: String) throws {
        let text = try String(contentsOf: ProjectFolder.file("deploy/monitoring/\(file)"), encoding: .utf8)
        let named = Set(text.matches(of: /vitalbus_[a-z_]+/).map { String($0.output) })
        let known = Set(HealthMetric.allCases.map(\.rawValue))
        #expect(named.isSubset(of: known), "\(named.subtracting(known).sorted())")
        #expect(named.count > 8)
    }

    private static let promtool = ["/usr/bin/promtool", "/usr/local/bin/promtool"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    @Test(.enabled(if: MetricsTests.promtool != nil, "promtool is not installed: apt-get install prometheus"))
    func prometheusAgrees() throws {
        let folder = try TemporaryFolder()
        let page = folder.url.appending(path: "page")
        try Data(try Self.page().utf8).write(to: page)
        let monitoring = ProjectFolder.file("deploy/monitoring")
        for words in [["check", "metrics"], ["check", "rules", "alerts.yml"], ["test", "rules", "alerts.test.yml"]] {
            let tool = Process()
            tool.executableURL = URL(filePath: Self.promtool ?? "")
            (tool.arguments, tool.currentDirectoryURL) = (words, monitoring)
            tool.standardInput = try FileHandle(forReadingFrom: page)
            let output = Pipe()
            (tool.standardOutput, tool.standardError) = (output, output)
            try tool.run()
            let said = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            tool.waitUntilExit()
            #expect(tool.terminationStatus == 0, "\(words): \(said)")
        }
    }
}
