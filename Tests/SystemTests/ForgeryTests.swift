import ActorRuntime
import BusContract
import BusEndpoints
import ContractLiterals
import Files
import Foundation
import HubRunner
import Logging
import MQTTBus
import MessageBus
import OperatorConnection
import SimulatedHub
import TestSupport
import Testing
import VitalRecords

/// Attacks that a member of the bus can try with its own account, against the real broker and the real owners: all are
/// rejected.
@Suite(.serialized) struct ForgeryTests {
    private static var settings: RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.leaseSeconds = 60
        settings.configuration["session-manager"] = ["health.interval": "1s"]
        settings.configuration["uploader"] = ["health.interval": "1s"]
        return settings
    }

    /// Waits until a process has counted this many rejected messages.
    private func waitForRefused(
        _ reason: Refusals.Reason,
        _ line: RunningLine,
        count: Int64 = 1,
        by child: String = "session-manager"
    ) async throws {
        try await line.states.waitForHealth(child, what: "\(count) of \(reason.rawValue)") {
            $0.counters[reason.rawValue] ?? 0 >= count
        }
    }

    @Test func outcomesOfWhatWasNeverGrantedAreNotBelieved() async throws {
        try await RunningLine.with(Self.settings) { line in
            // Its demand and its answer arrive before it is stopped, so that the next record alone is leased to it.
            try await line.waitForDemand {
                try await line.submit(1...1)
                try await line.wait("the first to be told") { try await line.toldSubmitted().count == 1 }
            }
            try await line.hold("uploader-u1")
            try await line.submit(2...2)
            try await line.wait("a leased record") { try await line.queued() == ["leased"] }
            let logID = try await waitingRecord(line)
            let session = try await line.states.toldSession()
            try await Forger.with("uploader-u2", line) { forger in
                for worker in ["uploader-u2", "uploader-u1"] {
                    for result in ["done", "failed", "retry", "release", "unauthorized", "paused"] {
                        try await forger.answer(as: worker, Self.outcome(logID, 1, result))
                    }
                    try await forger.answer(as: worker, Self.outcome(logID, 1 << 31 | 7, "done"))
                }
            }
            try await waitForRefused(.outcome, line, count: 14)
            #expect(try await line.queued() == ["leased"])
            let now = try await line.states.sessionState()
            #expect(now.sessionID == session, "\(now)")
            #expect(try await line.toldSubmitted().count == 1)
            try await line.letGo("uploader-u1")
            try await line.wait("both told") { try await line.toldSubmitted().count == 2 }
            #expect(try await line.summary().accepted == 2)
        }
    }

    @Test func anOldLeaseAndAnothersNumberSayNothing() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.states.waitForOnline("uploader-u1")
            try await line.hold("uploader-u1")
            // A stopped process demands nothing.
            try await line.sayOffline("uploader-u1")
            #expect(try await line.queued().isEmpty)
            try await line.submit(1...1)
            try await Forger.with("uploader-u2", line) { forger in
                let first = try await forger.take()
                try await forger.answer(as: forger.name, Self.outcome(first.record.logID, first.fence, "release"))
                let second = try await forger.take()
                #expect(second.fence > first.fence)
                try await forger.answer(as: forger.name, Self.outcome(first.record.logID, first.fence, "failed"))
                try await waitForRefused(.lease, line)
                try await Forger.with("uploader-u3", line) { other in
                    try await other.answer(as: other.name, Self.outcome(second.record.logID, second.fence, "done"))
                    // A demand under another worker's name yields nothing for that worker.
                    try await other.demand(as: "uploader-u2")
                    try await waitForRefused(.worker, line)
                }
                try await waitForRefused(.outcome, line)
                #expect(try await line.queued() == ["leased"])
                try await forger.answer(as: forger.name, Self.outcome(second.record.logID, second.fence, "release"))
            }
            try await line.letGo("uploader-u1")
            try await line.wait("it is told") { try await line.toldSubmitted().count == 1 }
            #expect(try await line.summary().accepted == 1)
        }
    }

    @Test func anAnswerToAnothersInboxAndAnothersHubAreRefused() async throws {
        var settings = Self.settings
        settings.secondHub = "room-2"
        try await RunningLine.with(settings) { line in
            try await line.submit(1...1)
            try await line.wait("it is told") { try await line.toldSubmitted().count == 1 }
            let victim = try line.address("uploader-u1")
            try await Forger.with("uploader-u2", line) { forger in
                let ack = UploadAck(worker: forger.name, outcomes: [])
                try await forger.send(ack, UploadWork.ack, replyTo: victim.replyTopic)
            }
            try await waitForRefused(.replyTopic, line)
            try await forgeFromAnotherHub(line)
            try await waitForRefused(.hub, line)
            try await waitForRefused(.kind, line)
            #expect(try await line.queued().isEmpty)
            #expect(try await DisplayDesk(line.connection).held().isEmpty)
            #expect(try await line.summary().accepted == 1)
        }
    }

    private func forgeFromAnotherHub(_ line: RunningLine) async throws {
        let reader = try BusAddress(site: line.plan.site, hub: "room-2", actor: "device-reader", instance: "main")
        var reading = try RunningLine.reading(2)
        // The source fits the sender, so that only the hub is wrong.
        reading.source = RecordSource(kind: .bluetooth)
        var typed = reading
        typed.hub = try #require(HubID(rawValue: "room-2"))
        typed.source = RecordSource(kind: .manual)
        try await line.asProcess(reader) { [reading, typed] client in
            let requests = RequestClient(client)
            let running = Task { try await requests.run() }
            defer { running.cancel() }
            for (reading, what) in [(reading, "a reading of another hub"), (typed, "what a person typed")] {
                let isRefused = await Self.isRefused {
                    let body = SubmitRecords(records: [reading])
                    _ = try await requests.call(
                        SessionOperations.submitRecords,
                        hub: BusAddress.siteHub,
                        body: body,
                        timeout: Patience.limit
                    )
                }
                #expect(isRefused, "\(what)")
            }
            let asPerson = await Self.isRefused { try await Self.askAsAnother(client, line.connection.client.address) }
            #expect(asPerson, "a request under a person's name")
            for actor in ["device-reader", "ble-scanner"] {
                let other = try BusAddress(site: line.plan.site, hub: LineSetup.hub, actor: actor, instance: "main")
                let isRefused = await Self.isRefused { _ = try await client.bus.publish(Presence.will(other)) }
                #expect(isRefused, "the availability of \(other)")
            }
        }
    }

    private static func askAsAnother(_ client: BusClient, _ victim: BusAddress) async throws {
        let request = SessionOperations.processQueue.request.descriptor
        for level in ["", "/\(victim.principal)"] {
            let topic = client.address.topic("request/session-manager/processQueue\(level)", hub: BusAddress.siteHub)
            var envelope = client.envelope(request.type, data: IgnoredPayload())
            envelope.replyto = victim.replyTopic
            _ = try await client.send(envelope, to: topic, descriptor: request)
        }
    }

    /// Whatever its account, a client with the same id takes over a connection at the broker, which then publishes the
    /// previous client's last will.
    @Test func nobodyTakesAProcessesPlaceByItsName() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.states.waitForOnline("session-manager")
            let manager = try line.address("session-manager")
            let own = line.connection.client
            let said = try await own.bus.subscribe(to: [TopicFilter(Presence.topic(manager))], capacity: 64)
            for _ in 1...3 {
                let account = try line.address("uploader-u2")
                var configuration = MQTTBusConfiguration(
                    endpoint: .unixSocket(line.plan.layout.socket),
                    clientID: manager.principal,
                    username: account.principal,
                    password: try SecretFile.read(line.plan.layout.password(account))
                )
                configuration.will = nil
                let bus = try MQTTBus(configuration, logger: Logger(label: "forger"))
                let running = Task { try await bus.run() }
                for await state in bus.connectionStates() where state == .connected { break }
                await bus.close()
                running.cancel()
            }
            try await line.submit(1...1)
            try await line.wait("it is told") { try await line.toldSubmitted().count == 1 }
            // This message follows everything that the broker published before.
            try await line.asProcess(manager) { client in
                let question = BusMessage(topic: Presence.topic(manager), payload: Array(Presence.question.utf8))
                _ = try await client.bus.publish(question)
            }
            var words: [String] = []
            for await message in said {
                let word = String(decoding: message.payload, as: UTF8.self)
                if word == Presence.question { break }
                words.append(word)
            }
            #expect(!words.contains("offline"), "\(words)")
        }
    }

    /// A process that may answer people can also send unrequested answers.
    @Test func aReplyThatNobodyWaitsForIsCounted() async throws {
        try await RunningLine.with(Self.settings) { line in
            let caller = line.connection.client
            // The answer to a request that was given up counts, too.
            let before = caller.refusals.counters["refusedReply"] ?? 0
            try await line.asProcess("device-reader") { client in
                var forged = client.envelope("t", data: ReplyPayload(ok: Assignments(assignments: [])))
                forged.correlationid = "guessed"
                _ = try await client.send(
                    forged,
                    to: caller.address.replyTopic,
                    descriptor: ReaderTopics.cancel.reply.descriptor
                )
            }
            try await line.wait("a counted reply") { caller.refusals.counters["refusedReply"] ?? 0 > before }
            try await line.asProcess("uploader-u2") { client in
                let isRefused = await Self.isRefused {
                    _ = try await client.bus.publish(BusMessage(topic: caller.address.replyTopic, payload: [1]))
                }
                #expect(isRefused, "an uploader answers nobody")
            }
        }
    }

    /// Readers get the broker's retained messages again at each start.
    @Test func keptRubbishStopsNobody() async throws {
        try await RunningLine.with(Self.settings) { line in
            try await line.states.waitForOnline("uploader-u1")
            let roster = try line.plan.roster()
            var isWork = 0
            for member in roster.members where Self.rubbishMakers.contains(member.address.client) {
                let topics = roster.rules(for: member).filter { $0.action == .publish && !$0.pattern.contains("+") }
                isWork += topics.count {
                    $0.pattern.contains("/site/work/") || $0.pattern.contains("/request/session-")
                }
                try await line.asProcess(member.address) { client in
                    for rule in topics {
                        let rubbish = BusMessage(topic: rule.pattern, payload: Array("{".utf8), retain: true)
                        _ = try await client.bus.publish(rubbish)
                    }
                }
            }
            let old = try await line.states.retained("session-manager", leaf: "info")
            try await keepReading(line)
            for child in ["session-manager", "uploader-u1"] {
                try await line.kill(child)
                try await line.wait("a new \(child)") {
                    let info = try await line.states.retained(child, leaf: "info")
                    return info != old && (try? Envelope<ActorInfo>.decode(info)) != nil
                }
                try await line.states.waitForOnline(child)
            }
            #expect(isWork > 8)
            try await waitForRefused(.retained, line, count: 8)
            try await line.submit(1...1)
            try await line.wait("it is told") { try await line.toldSubmitted().count >= 1 }
            #expect(try await line.summary().accepted == 1)
            #expect(try await line.queued().isEmpty)
        }
    }

    private static let rubbishMakers = ["uploader-u1", "uploader-u2", "device-reader-main", "health-importer-main"]

    /// Makes the broker retain a complete request that submits a reading, without subscribers.
    private func keepReading(_ line: RunningLine) async throws {
        let reading = try RunningLine.reading(7)
        try await line.hold("session-manager")
        try await line.asProcess("device-reader") { client in
            let request = SessionOperations.submitRecords.request.descriptor
            var envelope = client.envelope(request.type, data: SubmitRecords(records: [reading]))
            envelope.replyto = client.address.replyTopic
            let topic = client.address.topic(client.ownLeaf(request), hub: BusAddress.siteHub)
            let bytes = try WireJSON.encode(envelope)
            _ = try await client.bus.publish(BusMessage(topic: topic, payload: bytes, retain: true))
        }
    }

    private func waitingRecord(_ line: RunningLine) async throws -> LogID {
        let page = try await line.connection.requests.call(
            SessionOperations.queuedRecords,
            hub: BusAddress.siteHub,
            body: PageRequest()
        )
        return try #require(page.records.first?.record.logID)
    }

    static func outcome(_ logID: LogID, _ fence: Int64, _ result: String) -> UploadAck.Outcome {
        UploadAck.Outcome(logID: logID, revision: 1, fence: fence, result: .init(rawValue: result), possiblySent: false)
    }

    private static func isRefused(_ act: () async throws -> Void) async -> Bool {
        do {
            try await act()
            return false
        } catch {
            return (error as? BusError)?.code == .notAuthorized
        }
    }
}

/// A member that misuses its account at the broker.
struct Forger: Sendable {
    let client: BusClient
    private let requests: RequestClient
    private let grants: BusSubscription

    /// The worker's own name.
    var name: String { client.address.client }

    /// Runs with an uploader's account that is not in use.
    static func with(
        _ child: String,
        _ line: RunningLine,
        _ body: @Sendable @escaping (Forger) async throws -> Void
    ) async throws {
        try await line.asProcess(child) { client in
            let requests = RequestClient(client)
            let running = Task { try await requests.run() }
            defer { running.cancel() }
            let worker = ["worker": client.address.client]
            let topic = UploadWork.grant.descriptor
            let grants = try await client.subscribe(to: [topic], hub: BusAddress.siteHub, values: worker)
            try await body(Forger(client: client, requests: requests, grants: grants))
            grants.cancel()
        }
    }

    /// Sends an outcome and waits until the owner has received it.
    func answer(as worker: String, _ outcome: UploadAck.Outcome) async throws {
        let ack = UploadAck(worker: worker, outcomes: [outcome])
        _ = try await requests.callRaw(UploadWork.ack, hub: BusAddress.siteHub, body: ack)
    }

    /// Demands one record for a worker.
    func demand(as worker: String) async throws {
        let pull = WorkPull(worker: worker, free: 1, freeLive: 1, apis: ["inform"], pullID: UUID().uuidString)
        try await client.publish(UploadWork.pull, hub: BusAddress.siteHub, data: pull)
    }

    /// Demands one record for itself and takes it.
    func take() async throws -> UploadGrant.Item {
        try await demand(as: name)
        for await message in grants {
            if let item = try Envelope<UploadGrant>.decode(message.payload).data.items.first { return item }
        }
        throw NeverHappened(what: "a grant for \(name)")
    }

    /// Sends a request whose answer should go to another client.
    func send<Body>(_ body: Body, _ topic: Topic<Body>, replyTo: String) async throws {
        var envelope = client.envelope(topic.descriptor.type, data: body)
        envelope.replyto = replyTo
        let name = client.address.topic(client.ownLeaf(topic.descriptor), hub: BusAddress.siteHub)
        _ = try await client.send(envelope, to: name, descriptor: topic.descriptor)
    }
}
