import BusContract
import ContractLiterals
import HubRunner
import MessageBus
import OperatorConnection
import SimulatedHub
import Testing

/// Failures around an accepted request, whether a process dies, a connection breaks or an answer is late; counted at
/// the server.
@Suite(.serialized) struct HardMomentsDeliveryTests {
    static let policies = [("upsert", "upsert"), ("conflict", "refuses"), ("blind-lookup", "lookup")]

    /// A line without devices, whose readings the test submits.
    private func settings(_ kind: (repeats: String, policy: String)) -> RunningLine.Settings {
        var settings = RunningLine.Settings()
        settings.hasDevices = false
        settings.repeats = kind.repeats
        settings.policy = kind.policy
        return settings
    }

    /// Every record is at the server once and was announced once.
    private func check(_ line: RunningLine, records: Int) async throws {
        try await line.wait("\(records) told records") { try await line.toldSubmitted().count >= records }
        let (summary, told) = (try await line.summary(), try await line.toldSubmitted())
        #expect(summary.accepted == records)
        #expect(summary.duplicates == 0)
        #expect(Set(told) == Set(try await line.cloud.accepted().map(\.logID)))
        #expect(told.count == records, "a record was told twice")
        #expect(try await line.told("submissionFailed").isEmpty)
    }

    /// The answers to all first requests are lost, and the list omits the records for longer than the lease.
    @Test(arguments: [(12, true), (0, false)])
    func aListThatLagsDoublesNothing(settleSeconds: Int, isSafe: Bool) async throws {
        var settings = settings(("blind-lookup", "lookup"))
        (settings.listLag, settings.leaseSeconds, settings.requestTimeout) = (8, 7, "4s")
        settings.configuration["uploader"] = ["lookup.settle": "\(settleSeconds)s", "concurrency": "16"]
        settings.faults = #"[{"kind":"resetAfter","method":"POST","count":60}]"#
        try await RunningLine.with(settings) { line in
            try await line.submit(1...60)
            try await line.wait("60 told records") { try await line.toldSubmitted().count >= 60 }
            let summary = try await line.summary()
            #expect(summary.accepted == 60)
            #expect((summary.duplicates == 0) == isSafe, "without the wait this test has to see what it is for")
            #expect(try await line.toldSubmitted().count == 60)
        }
    }

    /// A request without an answer is over after its timeout, so a newer revision need not wait for the lease's end.
    @Test(arguments: Self.policies)
    func aChangeWaitsForTheRequestAndNotForTheLease(kind: (String, String)) async throws {
        var settings = settings(kind)
        (settings.leaseSeconds, settings.requestTimeout) = (300, "2s")
        settings.faults = #"[{"kind":"resetAfter","method":"POST","count":1}]"#
        try await RunningLine.with(settings) { line in
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            let logID = try await line.cloud.accepted()[0].logID
            try await line.records.update(logID, revision: 1, systolic: 131)
            try await line.kill("session-manager")
            try await line.wait("the change") { try await line.summary().updates == 1 }
            let summary = try await line.summary()
            #expect(summary.accepted == 1)
            #expect(summary.duplicates == 0)
        }
    }

    /// The server fails while records are being sent, and their own back-off would delay them for minutes.
    @Test func whatFailedIsSentWhenTheServerIsWellAgain() async throws {
        var settings = settings(("upsert", "upsert"))
        settings.configuration["session-manager"] = ["retry.base": "10min", "retry.cap": "10min"]
        settings.faults = #"[{"kind":"resetBefore"}]"#
        try await RunningLine.with(settings) { line in
            try await line.submit(1...8)
            try await line.wait("8 that wait") { try await line.told("submissionRetrying").count >= 8 }
            #expect(try await line.summary().accepted == 0)
            try await line.cloud.setFaults("[]")
            try await check(line, records: 8)
        }
    }

    /// Before the commit the answer is lost with the process; after the event it is committed, but the reply may be
    /// lost.
    @Test(arguments: [true, false])
    func aSessionManagerKilledBetweenAnAnswerAndItsReplyDoublesNothing(isBeforeTheCommit: Bool) async throws {
        var settings = settings(("upsert", "upsert"))
        settings.configuration["uploader"] = [
            "ack.timeout": "300ms", "ack.retry-cap": "500ms", "health.interval": "1s",
        ]
        (settings.leaseSeconds, settings.requestTimeout) = (60, "50s")
        settings.faults = #"[{"kind":"hold","method":"POST","count":1}]"#
        try await RunningLine.with(settings) { line in
            let events = try await line.connection.client.subscribe(
                to: [SessionEvents.recordSubmitted.descriptor],
                hub: nil
            )
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            if isBeforeTheCommit {
                // It receives the answer but can no longer process it.
                try await line.hold("session-manager")
                try await line.cloud.setFaults("[]")
                let isTold = { health in health.queueDepths["unconfirmed"] == 1 } as @Sendable (ActorHealth) -> Bool
                try await line.states.waitForHealth("uploader-u1", what: "an unconfirmed answer", isTold)
            } else {
                try await line.cloud.setFaults("[]")
                _ = await events.first { _ in true }
            }
            try await line.kill("session-manager")
            try await line.submit(2...2)
            try await check(line, records: 2)
            #expect(try await line.summary().requests == 2, "nothing is sent again: the ledger has the outcome")
        }
    }

    /// libcurl repeats a request on its own if a kept connection breaks; the uploader never learns of the first one.
    @Test(arguments: [("upsert", "upsert"), ("conflict", "refuses")])
    func aKeptConnectionThatBreaksAfterAcceptanceDoublesNothing(repeats: String, policy: String) async throws {
        var settings = settings((repeats, policy))
        settings.configuration["uploader"] = ["concurrency": "1", "prefetch": "8"]
        // Requests are counted: a slow machine must not repeat one.
        (settings.leaseSeconds, settings.requestTimeout) = (60, "50s")
        settings.faults = #"[{"kind":"resetAfter","method":"POST","count":1,"skip":3}]"#
        try await RunningLine.with(settings) { line in
            try await line.submit(1...6)
            try await check(line, records: 6)
            let summary = try await line.summary()
            #expect(summary.requests == 7, "the broken request came twice")
            #expect(summary.repeats == 1, "and the server knew it the second time")
            // libcurl itself repeats requests only on a kept connection: for the uploader it was one request.
            #expect(try await line.told("submissionRetrying").isEmpty)
        }
    }

    @Test(arguments: policies)
    func aLateAnswerOfAWorkerWhoseLeaseEndedChangesNothing(repeats: String, policy: String) async throws {
        var settings = settings((repeats, policy))
        settings.uploaders = 2
        settings.leaseSeconds = 12
        settings.requestTimeout = "8s"
        // One record at a time: otherwise a stopped worker would be given more until its demand is too old.
        settings.configuration["uploader"] = [
            "concurrency": "1", "prefetch": "0", "pull.interval": "500ms", "health.interval": "1s",
        ]
        settings.faults = #"[{"kind":"hold","method":"POST","count":1}]"#
        try await RunningLine.with(settings) { line in
            // The second one is absent, so the first one gets the record.
            try await line.hold("uploader-u2")
            try await line.sayOffline("uploader-u2")
            try await line.submit(1...1)
            try await line.waitForAccepted(1)
            try await line.hold("uploader-u1")
            try await line.cloud.setFaults("[]")
            try await line.letGo("uploader-u2")
            try await line.wait("the second uploader's delivery") { try await line.toldSubmitted().count == 1 }
            let before = try await line.summary()
            #expect(before.requests == 2, "one of each uploader")
            // The answer has waited in its socket; it is delivered now and changes nothing.
            try await line.letGo("uploader-u1")
            try await line.states.waitForHealth("uploader-u1", what: "its answer to be confirmed") {
                $0.counters["posted"] == 1 && $0.queueDepths["sending"] == 0 && $0.queueDepths["unconfirmed"] == 0
            }
            try await line.submit(2...2)
            try await check(line, records: 2)
            #expect(try await line.summary().requests == 3)
            #expect(try await line.queued().isEmpty)
        }
    }
}
