import BusContract
import ContractLiterals
import FoundationEssentials
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import SessionManagerActor

/// Sessions that name further destinations.
@Suite struct DestinationTests {
    private func working(
        _ body: (RunningManager, FakeWorker) async throws -> Void,
        further: FurtherDestination...
    ) async throws {
        let site = try SessionSite()
        try await site.running([:]) { manager in
            var request = try manager.startOf("bed-1")
            request.destinations = further
            _ = try await manager.call(SessionOperations.startSession, request)
            try await manager.assign()
            try await body(manager, try await FakeWorker("a", site))
        }
    }

    private func told<Payload: Decodable>(_ manager: RunningManager, _ topic: Topic<Payload>) async throws -> [Payload]
    {
        try await manager.told(topic.descriptor.name)
            .map { try WireJSON.decode(Payload.self, from: Array($0.data.utf8)) }
    }

    @Test func aRecordIsToldOncePerDestination() async throws {
        try await working(
            { manager, worker in
                #expect(try await manager.submit(Samples.reading(1)) == ["accepted"])
                try await worker.pull()
                let items = try await worker.next().items
                // The server is asked for the patient, as for credentials, before or after its records are granted.
                #expect(try await worker.check(everOf: items[1].sessionID).apiVersion == "fhir")
                #expect(items.map(\.apiVersion) == ["inform", "fhir"])
                #expect(items[0].record == items[1].record, "the same record under the same log id")
                #expect(items[0].delivery == nil && items[1].delivery != nil)
                #expect(items[0].sessionID != items[1].sessionID)
                #expect(try await manager.queued().map(\.destination) == ["inform", "fhir"])
                try await manager.answer(worker.name, items[1].outcome("done", serverID: "Observation/7"))
                try await manager.answer(worker.name, items[0].outcome("failed", error: Self.refusal))
                let submitted = try await told(manager, SessionEvents.recordSubmitted)
                #expect(submitted.map(\.destination) == ["fhir"] && submitted.map(\.serverID) == ["Observation/7"])
                #expect(submitted.map(\.record.logID) == [items[0].record.logID])
                let failed = try await told(manager, SessionEvents.submissionFailed)
                #expect(failed.map(\.destination) == ["inform"])
                #expect(try await manager.rejected().map(\.destination) == ["inform"])
                let request = RecordHistoryRequest(seat: "bed-1")
                let history = try await manager.call(SessionOperations.recordHistory, request)
                #expect(history.records.map(\.state) == ["failed"])
                let there = try #require(history.records.first?.elsewhere)
                #expect(there.map(\.destination) == ["fhir"] && there.map(\.state) == ["submitted"])
                #expect(there.map(\.serverID) == ["Observation/7"])
            },
            further: FurtherDestination("fhir", userID: "Patient/7")
        )
    }

    private static let refusal = WireFault(code: "http422", message: "no such metric", retriable: false)

    @Test func theCredentialsAreThoseOfThePersonThere() async throws {
        try await working(
            { manager, worker in
                _ = try await manager.submit(Samples.reading(1))
                let items = try await worker.take()
                var found: [Credentials] = []
                for item in items {
                    found.append(
                        try await manager.call(
                            SessionOperations.credentials,
                            CredentialsRequest(sessionID: item.sessionID)
                        )
                    )
                }
                #expect(found.map(\.userID) == ["user-bed-1", "urn:oid:1.2|4711", "user-bed-1", "user-bed-1"])
                #expect(found.map(\.sealedToken.isEmpty) == [false, true, true, false])
                #expect(found[0].sealedToken == found[3].sealedToken, "the same service's other interface")
            },
            further: FurtherDestination("fhir", userID: "urn:oid:1.2|4711"),
            FurtherDestination("file"),
            FurtherDestination("legacy")
        )
    }

    @Test func anEndAtOneDestinationIsTold() async throws {
        try await working(
            { manager, worker in
                _ = try await manager.submit(Samples.reading(1))
                let items = try await worker.take()
                try await manager.answer(worker.name, items[1].outcome("unauthorized"))
                let ended = try await told(manager, SessionEvents.destinationEnded)
                #expect(ended.map(\.destination) == ["legacy"] && ended.map(\.reason) == ["unauthorized"])
                #expect(ended.map(\.unsyncedRecords) == [1] && ended.map(\.sessionID) == [items[0].sessionID])
                #expect(try await manager.told("sessionEnded").isEmpty)
                try await eventually("the event is on the bus") { try !manager.events("destinationEnded").isEmpty }
                let view = try await manager.call(SessionOperations.session, SeatReference(seat: "bed-1"))
                #expect(view.destinations?.map(\.endReason) == ["unauthorized"])
                try await manager.until("the seat's state names it", passing: 1) {
                    let told = manager.site.messages.all.last { $0.topic.hasSuffix("/state/session/bed-1") }
                    return try told.map { try Envelope<SessionState>.decode($0.payload).data.endedDestinations } == [
                        "legacy"
                    ]
                }
                try await manager.answer(worker.name, items[0].outcome("done", serverID: "1"))
                #expect(try await told(manager, SessionEvents.recordSubmitted).map(\.destination) == ["inform"])
                _ = try await manager.call(SessionOperations.endSession, SeatReference(seat: "bed-1"))
                #expect(try await manager.told("sessionEnded").count == 1)
                #expect(try await told(manager, SessionEvents.destinationEnded).count == 1, "it had ended before")
            },
            further: FurtherDestination("legacy")
        )
    }

    @Test func whatCannotBeDeliveredToIsRefusedAtOnce() async throws {
        let site = try SessionSite()
        try await site.running([:]) { manager in
            for (further, word) in [
                ([FurtherDestination("cloud")], "'cloud' is unknown"),
                ([FurtherDestination("fhir")], "Patient/123"),
                ([FurtherDestination("fhir", userID: "somebody")], "Patient/123"),
                ([FurtherDestination("inform")], "each once"),
                ([FurtherDestination("file"), FurtherDestination("file")], "each once"),
                ([FurtherDestination("legacy", sealedToken: "AAAA")], "not sealed"),
            ] as [([FurtherDestination], String)] {
                var body = try manager.startOf("bed-1")
                body.destinations = further
                let error = await #expect(throws: BusError.self) {
                    try await manager.call(SessionOperations.startSession, body)
                }
                #expect(error?.code == .invalidArgument && error?.message.contains(word) == true)
            }
            #expect(try await manager.told("sessionStarted").isEmpty)
        }
    }

    /// A session may have only a destination that needs no token.
    @Test func theFirstDestinationMayTakeNoToken() async throws {
        let site = try SessionSite()
        try await site.running([:]) { manager in
            let body = StartSession(seat: "bed-1", userID: "somebody", apiVersion: "file")
            let view = try await manager.call(SessionOperations.startSession, body)
            #expect(view.apiVersion == "file" && view.validated == .yes && view.organizationID == nil)
            try await manager.assign()
            _ = try await manager.submit(Samples.reading(1))
            let items = try await FakeWorker("a", site).take()
            #expect(items.map(\.apiVersion) == ["file"] && items.map(\.delivery) == [nil])
        }
    }
}
