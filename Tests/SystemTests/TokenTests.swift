import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing

/// An access token is in nothing that the system ever wrote, sent or was started with.
@Suite(.serialized) struct TokenTests {
    /// Texts that only the simulated server may contain, in the forms in which they could leak.
    private static let secrets = ["demo-token", "token-of-next-user"].flatMap { token in
        [token, Data(token.utf8).base64EncodedString(), token.replacing("-", with: "%2D")]
    }

    @Test func theTokenIsNowhere() async throws {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.isBrokerPersistent = true
        try await RunningLine.with(settings) { line in
            let recorder = MessageRecorder()
            let watched = try await Self.watching(line) {
                try await Self.log(to: .bus, line)
                try await recorder.listening(to: line) { try await Self.live(line) }
                try await Self.log(to: .file, line)
                try await Self.liveOn(line)
            }
            for message in watched { Self.look(Data(message.payload), in: message.topic) }
            for actor in ["session-manager", "uploader"] {
                let entries = watched.filter { $0.topic.hasSuffix("/log/\(actor)") }
                #expect(!entries.isEmpty, "\(actor) logs nothing on the bus")
            }
            let heard = await recorder.messages
            #expect(MessageRecorder.Kind.allCases.allSatisfy { kind in heard.contains { $0.kind == kind } })
            for message in heard { Self.look(Data(message.message.payload), in: message.message.topic) }
            for told in try await line.told() { Self.look(Data(told.data.utf8), in: told.name) }
            try Self.lookAtProcesses(line)
            try Self.lookAtFiles(line)
        }
    }

    /// Everything that happens to a token: it is used, fetched again after a kill, refused, replaced, and retained by
    /// the broker.
    private static func live(_ line: RunningLine) async throws {
        try await line.submit(1...2)
        try await line.waitForAccepted(2)
        try await line.kill("session-manager")
        try await line.kill("uploader-u1")
        try await line.submit(3...3)
        try await line.waitForAccepted(3)
        try await line.cloud.setFaults(#"[{"kind":"status","status":401,"count":1}]"#)
        try await line.submit(4...4)
        try await line.wait("the refused session's end") { try await !line.told("sessionEnded").isEmpty }
        try await line.startSession(user: "next-user")
        try await line.submit(5...5)
        try await line.waitForAccepted(4)
        try await line.kill("uploader-u1")
        try await line.submit(6...6)
        try await line.waitForAccepted(5)
        let database = "\(line.plan.layout.broker)/mosquitto.db"
        try await line.wait("the broker's database") { FileManager.default.fileExists(atPath: database) }
    }

    /// Switches logging on for all components.
    private static func log(to sink: LoggingState.Sink, _ line: RunningLine) async throws {
        _ = try await LineSetup.patiently {
            try await line.connection.requests.call(
                SessionOperations.setLogging,
                hub: BusAddress.siteHub,
                body: LoggingState(enabled: true, sink: sink)
            )
        }
    }

    /// Uses a token while logs go to files, until both processes have logged it.
    private static func liveOn(_ line: RunningLine) async throws {
        func wrote(_ name: String, _ text: String) -> Bool {
            let path = "\(line.plan.layout.state)/\(name)/log"
            return (try? String(contentsOfFile: path, encoding: .utf8))?.contains(text) == true
        }
        // A process learns of the change from the bus: its earlier actions are in no file.
        var number = 6
        while !wrote("site.session-manager.main", "record created") || !wrote("site.uploader.u1", "answer") {
            number += 1
            try await line.submit(number...number)
            try await line.waitForAccepted(number - 1)
            try #require(number < 100, "logs do not go to files")
        }
        try await line.startSession(user: "next-user")
    }

    /// Everything that an operator may read while a body runs: events, states, presence, logs.
    private static func watching(
        _ line: RunningLine,
        _ body: @Sendable () async throws -> Void
    ) async throws -> [BusMessage] {
        let topics = Contract.topics.filter { topic in
            topic.readers.contains { $0.role == .vitalbus } && !topic.template.hasPrefix("reply/")
        }
        let subscription = try await line.connection.client.subscribe(to: topics, hub: nil, capacity: 4_096)
        let listening = Task {
            var heard: [BusMessage] = []
            for await message in subscription { heard.append(message) }
            return heard
        }
        do { try await body() } catch {
            subscription.cancel()
            throw error
        }
        subscription.cancel()
        return await listening.value
    }

    private static func lookAtProcesses(_ line: RunningLine) throws {
        let children = try line.plan.children().map(\.name)
        #expect(children.count >= 2)
        for child in children {
            let text = try? String(contentsOf: URL(filePath: line.plan.layout.processID(child)), encoding: .utf8)
            // The radio's processes do not run here.
            guard let id = text?.prefix(while: \.isNumber), !id.isEmpty else { continue }
            for name in ["cmdline", "environ"] {
                guard let bytes = FileManager.default.contents(atPath: "/proc/\(id)/\(name)") else { continue }
                look(bytes, in: "\(child)'s \(name)")
            }
        }
    }

    /// Databases with their logs, the broker's files, every process's log.
    private static func lookAtFiles(_ line: RunningLine) throws {
        let root = line.plan.layout.state
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        let wanted = [
            "session-manager.sqlite", "session-manager.sqlite-wal", "mosquitto.db", "uploader-u1.log",
            "mosquitto.log", "site.session-manager.main/log", "site.uploader.u1/log",
        ]
        for name in wanted { #expect(paths.contains { $0.hasSuffix(name) }, "\(name) is not there to be looked at") }
        for path in paths {
            guard let bytes = FileManager.default.contents(atPath: "\(root)/\(path)") else { continue }
            look(bytes, in: path)
        }
    }

    private static func look(_ bytes: Data, in place: String) {
        for secret in secrets where bytes.firstRange(of: Data(secret.utf8)) != nil {
            Issue.record("a token stands in \(place)")
        }
    }
}
