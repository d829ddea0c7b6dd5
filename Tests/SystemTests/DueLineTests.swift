import BusContract
import BusEndpoints
import ContractLiterals
import Foundation
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Synchronization
import TestSupport
import Testing
import VitalRecords

/// A plan that a person sets on the page reaches the bus, Home Assistant and the hub's hook, and never the next person.
@Suite(.serialized) struct DueLineTests {
    private static func settings(_ folder: URL) throws -> RunningLine.Settings {
        let hook = folder.appending(path: "hook.sh")
        let text = """
            #!/bin/sh
            echo "$VITALBUS_EVENT $VITALBUS_SEAT $VITALBUS_REASON $VITALBUS_METRICS" >> \(folder.path)/hooks
            """
        try Data(text.utf8).write(to: hook)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: hook.path)
        var settings = RunningLine.Settings()
        settings.homeAssistant = "house"
        settings.page = "127.0.0.1:\(try FreePort.take())"
        settings.configuration = [
            "home-assistant": ["seats": LineSetup.seat], "device-reader": ["hook.due": hook.path],
        ]
        return settings
    }

    @Test func aPlanReachesTheHouseAndEndsWithItsPerson() async throws {
        let folder = try TemporaryFolder()
        try await RunningLine.with(try Self.settings(folder.url)) { line in
            try await line.states.waitForOnline("device-reader")
            try await DueWatch.with(line) { watch in
                let session = try await line.states.toldSession()
                try await watch.waits("no plan yet") { try watch.entity() == "None" }
                try await plan(line, session: session)
                // The page's state and Home Assistant's arrive by two connections.
                try await watch.waits("the due weight") {
                    try watch.entity() == "ON" && watch.state()?.due == 1
                }
                let state = try #require(try watch.state())
                #expect(state.sessionID == session && state.due == 1 && state.overdue == 0)
                #expect(state.metrics.map(\.metric) == [.bodyWeight] && state.since != nil)
                try await watch.waits("the hook") {
                    (try? String(contentsOf: folder.url.appending(path: "hooks"), encoding: .utf8))
                        == "due \(LineSetup.seat) due body_weight\n"
                }
                try await aStoppedPageTellsNothing(line, watch, session: session)
                try await aValueEndsIt(line, watch)
                try await theNextPersonGetsNothing(line, watch)
            }
        }
    }

    private func plan(_ line: RunningLine, session: String) async throws {
        let page = "/seats/\(LineSetup.seat)"
        // Due at once, because there is no weight yet.
        let fields = ["kind": "typed", "stay": session, "hours.body_weight": "1"]
        try await PageVisit(line).send(fields, to: "\(page)/plan", from: page)
    }

    /// A killed page clears nothing, so its state must not count until it is back.
    private func aStoppedPageTellsNothing(_ line: RunningLine, _ watch: DueWatch, session: String) async throws {
        try await line.kill("page")
        try await watch.waits("an unknown state without the page") { try watch.entity() == "None" }
        try await watch.waits("the state of the new page") { try watch.entity() == "ON" }
        #expect(try watch.state()?.sessionID == session)
    }

    private func aValueEndsIt(_ line: RunningLine, _ watch: DueWatch) async throws {
        let like = try RunningLine.reading(1)
        let weight = Reading(
            readingKey: ReadingKey.hashed(scheme: "line", fields: [1: Array("weight".utf8)]),
            revision: 1,
            type: .weight,
            timestamp: like.timestamp,
            timeQuality: .received,
            receivedAt: like.receivedAt,
            hub: like.hub,
            seat: like.seat,
            source: like.source,
            measurements: [Measurement(metric: .bodyWeight, value: 72, unit: "kg")],
            history: false
        )
        #expect(try await line.submit([weight]) == ["accepted"])
        try await watch.waits("the weight's end") { try watch.entity() == "OFF" && watch.state()?.due == 0 }
        let state = try #require(try watch.state())
        #expect(state.metrics.isEmpty && state.due == 0 && state.next != nil)
    }

    /// The session ends while the page is down.
    private func theNextPersonGetsNothing(_ line: RunningLine, _ watch: DueWatch) async throws {
        try await line.kill("page")
        _ = try await line.endSession()
        try await line.startSession(user: "next")
        try await watch.waits("a cleared state") { try watch.isCleared && watch.entity() == "None" }
        // A page that runs has nothing to tell either.
        try await watch.waits("the page") { watch.isPageOnline }
        #expect(watch.isCleared)
        #expect(try watch.entity() == "None")
    }
}

/// The newest message on each topic about the due measurements of the line's seat.
private final class DueWatch: Sendable {
    private let line: RunningLine
    private let heard = Mutex<[String: [UInt8]]>([:])
    private let house: String
    private let due: String
    private let page: String

    private init(_ line: RunningLine) throws {
        self.line = line
        house = HomeAssistantTopics.state(line.plan.site, place: "seat_\(LineSetup.seat)")
        let address = try line.address("page")
        due = address.topic(PageTopics.dueState.descriptor.leaf(["seat": LineSetup.seat]))
        page = Presence.topic(address)
    }

    /// Watches while a body runs, with the accounts of a person and of Home Assistant.
    static func with(_ line: RunningLine, _ body: @Sendable @escaping (DueWatch) async throws -> Void) async throws {
        let watch = try DueWatch(line)
        let layout = line.plan.layout
        let address = try LineSetup.homeAssistant("house", site: line.plan.site).address
        let target = HubConnection.Target(
            address: address,
            endpoint: .unixSocket(layout.socket),
            passwordFile: layout.password(address)
        )
        try await HubConnection.with(target, patience: Patience.answer) { connection in
            let own = try await line.connection.client.bus.subscribe(
                to: [TopicFilter(watch.due), TopicFilter(watch.page)],
                capacity: 256
            )
            let shown = try await connection.client.bus.subscribe(to: [TopicFilter(watch.house)], capacity: 256)
            let watching = [own, shown].map { subscription in
                Task { for await message in subscription { watch.take(message) } }
            }
            defer {
                for subscription in [own, shown] { subscription.cancel() }
                for task in watching { task.cancel() }
            }
            try await body(watch)
        }
    }

    private func take(_ message: BusMessage) { heard.withLock { $0[message.topic] = message.payload } }

    /// The state of Home Assistant's entity.
    func entity() throws -> String? {
        try heard.withLock { $0[house] }.map { try WireJSON.decode(JSONValue.self, from: $0) }?["due"]?.text
    }

    /// The page's state on the bus; nil if it is cleared or was never published.
    func state() throws -> DueState? {
        let payload = heard.withLock { $0[due] } ?? []
        return payload.isEmpty ? nil : try Envelope<DueState>.decode(payload).data
    }

    /// Whether the page has cleared its state.
    var isCleared: Bool { heard.withLock { $0[due] } == [] }

    /// Whether the page is online now.
    var isPageOnline: Bool { heard.withLock { $0[page] }.map { String(decoding: $0, as: UTF8.self) } == "online" }

    /// Waits until a condition holds.
    func waits(_ what: String, _ isDone: @Sendable () async throws -> Bool) async throws {
        try await line.wait("\(what): entity \(String(describing: try entity()))", isDone)
    }
}
