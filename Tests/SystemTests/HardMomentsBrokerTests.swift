import BusContract
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing

/// A broker with outdated messages.
@Suite(.serialized) struct HardMomentsBrokerTests {
    private var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        // Requests are counted: a slow machine must not repeat one.
        (settings.leaseSeconds, settings.requestTimeout) = (30, "25s")
        return settings
    }

    private func check(_ line: RunningLine, records: Int) async throws {
        try await line.wait("\(records) told records") { try await line.toldSubmitted().count >= records }
        let summary = try await line.summary()
        #expect(summary.accepted == records)
        #expect(summary.duplicates == 0)
        #expect(summary.requests == records)
        let told = try await line.toldSubmitted()
        #expect(told.count == records && Set(told).count == records)
    }

    @Test(arguments: ["uploader-u1", "session-manager"])
    func aLastWillThatComesLateIsContradicted(child: String) async throws {
        try await RunningLine.with(settings) { line in
            try await line.submit(1...1)
            try await check(line, records: 1)
            try await line.kill(child)
            try await line.states.waitForOnline(child)
            try await line.submit(2...2)
            try await check(line, records: 2)
            try await line.sayOffline(child)
            try await line.states.waitForOnline(child)
            try await line.submit(3...4)
            try await check(line, records: 4)
        }
    }

    /// The broker dies and restarts with an hour-old copy of its retained values, as from a backup.
    @Test func aBrokerWithOldValuesIsCorrected() async throws {
        var settings = settings
        settings.isBrokerPersistent = true
        try await RunningLine.with(settings) { line in
            let database = "\(line.plan.layout.broker)/mosquitto.db"
            // The reader does not run here and so cannot correct its value, which shows whose values the broker has.
            try await Self.say("online", line)
            try await line.submit(1...2)
            try await check(line, records: 2)
            try await line.wait("the broker's database") { try Self.has("online", database) }
            let old = try Data(contentsOf: URL(filePath: database))
            let (manager, state) = (
                try await line.states.retained("session-manager", leaf: "info"), try await line.states.sessionState()
            )
            try await Self.say("draining", line)
            try await line.startSession(user: "next-user")
            try await line.kill("session-manager")
            try await line.kill("uploader-u1")
            try await line.submit(3...3)
            try await check(line, records: 3)
            // The retained states follow a moment later.
            try await line.wait("the next session's state") {
                try await line.states.sessionState().sessionID != state.sessionID
            }
            let new = (
                try await line.states.retained("session-manager", leaf: "info"), try await line.states.sessionState()
            )
            #expect(new.0 != manager && new.1.sessionID != state.sessionID, "nothing is out of date")
            // Halted first: the hub starts it again soon after its end.
            try await line.hold("broker")
            try old.write(to: URL(filePath: database), options: .atomic)
            try await line.kill("broker")
            try await line.submit(4...4)
            try await check(line, records: 4)
            try await line.states.waitForRetained("device-reader", leaf: "availability") { $0 == Array("online".utf8) }
            try await line.wait("the session's present state") {
                try await line.states.sessionState().sessionID == new.1.sessionID
            }
            try await line.wait("the manager's present facts") {
                try await line.states.retained("session-manager", leaf: "info") == new.0
            }
            for child in ["session-manager", "uploader-u1"] { try await line.states.waitForOnline(child) }
            #expect(try await line.cloud.accepted().filter { $0.user == "next-user" }.count == 2)
        }
    }

    private static func say(_ word: String, _ line: RunningLine) async throws {
        try await line.asProcess("device-reader") { client in
            let topic = Presence.topic(client.address)
            _ = try await client.bus.publish(BusMessage(topic: topic, payload: Array(word.utf8), retain: true))
        }
    }

    /// Whether the broker's file already has this availability of the reader.
    private static func has(_ word: String, _ database: String) throws -> Bool {
        guard let bytes = FileManager.default.contents(atPath: database) else { return false }
        guard let topic = bytes.range(of: Data("device-reader/main/availability".utf8)) else { return false }
        return bytes[topic.upperBound...].prefix(16).range(of: Data(word.utf8)) != nil
    }

    /// The kinds of some messages.
    ///
    /// The uploader may have asked for the credentials before a test listened: it checks a session at its start.
    private static func kinds(_ messages: [MessageRecorder.Heard]) -> Set<MessageRecorder.Kind> {
        Set(messages.map(\.kind)).union([.credentials])
    }

    /// Repeats all messages of a run, in any order, each from a client that may publish it.
    @Test func aFinishedRunSaidAgainChangesNothing() async throws {
        var settings = settings
        settings.faults = #"[{"kind":"status","status":503,"method":"POST","count":2}]"#
        let seed = UInt64.random(in: .min ... .max)
        print("the messages' order is of seed \(seed)")
        try await RunningLine.with(settings) { line in
            let (recorder, all) = (MessageRecorder(), Set(MessageRecorder.Kind.allCases))
            try await recorder.listening(to: line) {
                try await line.submit(1...5)
                try await line.waitForAccepted(5)
                try await line.wait("all told") { try await line.toldSubmitted().count == 5 }
                try await line.wait("every kind of message") { await Self.kinds(recorder.messages) == all }
            }
            let (before, told) = (try await line.summary(), try await line.told())
            let messages = await recorder.messages
            #expect(Self.kinds(messages) == all, "not every kind was heard")
            let again = MessageRecorder()
            try await again.listening(to: line) {
                try await MessageRecorder.say(messages + messages, on: line, seed: seed)
                try await line.submit(6...6)
                try await line.wait("the next record") { try await line.toldSubmitted().count == 6 }
            }
            let after = try await line.summary()
            #expect(after.requests == before.requests + 1, "only the new record was sent")
            #expect(after.accepted == 6 && after.duplicates == 0)
            let now = try await line.told()
            #expect(Array(now.prefix(told.count)) == told)
            #expect(now.dropFirst(told.count).map(\.name).sorted() == ["readingQueued", "recordSubmitted"])
            #expect(Set(now.map(\.id)).count == now.count)
            // Grants of the first run are not made again: any that are heard again are the repeated messages.
            let first = MessageRecorder.grants(messages)
            let second = MessageRecorder.grants(await again.messages).subtracting(first)
            #expect(Set(second.map(\.logID)).intersection(first.map(\.logID)).isEmpty)
            #expect(await line.tally.submissions.values.allSatisfy { $0 == 1 })
        }
    }
}
