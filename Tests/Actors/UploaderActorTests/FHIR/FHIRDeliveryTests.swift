import ActorRuntime
import Curl
import DeliveryRules
import FHIRContent
import Foundation
import MessageBus
import Testing
import VitalRecords

@testable import UploaderActor

/// A destination and its transport in front of an in-memory server.
struct Chart {
    let server = ChartServer()
    let destination: FHIRDestination
    let transport: any DestinationTransport
    let access = SessionCredentials(userID: "Patient/123", organizationID: "", token: "")

    init(
        naming: FHIRDelivery.Naming = .own,
        auth: FHIRServer.Auth = .none,
        checksPatient: Bool = true,
        base: String = ChartServer.base,
        now: (@Sendable () -> ContinuousClock.Instant)? = nil
    ) throws {
        var settings = FHIRServer(
            base: try BaseURL(base, key: "k"),
            gateway: FHIRGateway(site: "ward", version: "1")
        )
        settings.naming = naming
        settings.auth = auth
        settings.checksPatient = checksPatient
        destination = FHIRDestination(settings)
        let wallClock: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_786_000_000) }
        // The clock is stopped, so that no machine is too slow for a request.
        let start = ContinuousClock.now
        transport = FHIRTransport(settings, http: server, wallClock: wallClock, now: now ?? { start })
    }

    /// The outcome of a request, as the uploader interprets it.
    func outcome(_ request: DestinationRequest, of record: VitalRecord) async throws -> AnswerClass {
        let sent = try await transport.send(request, mayReuseConnection: false, timeout: .seconds(60))
        return AnswerTable.classify(destination.answer(sent.reply, to: record), now: .distantPast)
    }

    @discardableResult
    func create(_ record: VitalRecord) async throws -> AnswerClass {
        try await outcome(try destination.create(record, with: access), of: record)
    }

    func update(_ record: VitalRecord) async throws -> AnswerClass {
        try await outcome(try #require(destination.update(record, serverID: nil, with: access)), of: record)
    }

    func delete(_ record: VitalRecord) async throws -> AnswerClass {
        try await outcome(try destination.delete(record, serverID: "", with: access), of: record)
    }

    func look(_ record: VitalRecord, isDeletion: Bool = false) async throws -> LookupResult {
        let request = try destination.lookup(record, isDeletion: isDeletion, offset: 0, with: access)
        let reply = try await transport.send(request, mayReuseConnection: true, timeout: .seconds(60)).reply
        return destination.found(reply, record: record, offset: 0)
    }

    static let pulse = Measurement(metric: .pulse, value: 64, unit: "/min")
    static let weight = Measurement(metric: .bodyWeight, value: 71, unit: "kg")
    typealias Measurement = VitalRecords.Measurement

    /// The status of each observation with a category, by its code's text.
    var states: [String: String] {
        let all = server.places("Observation").compactMap(server.content).filter { $0["category"] != nil }
        return Dictionary(all.map { ($0["code"]?["text"]?.text ?? "", $0["status"]?.text ?? "") }) { "\($0) \($1)" }
    }
}

@Suite("A record at a FHIR server")
struct FHIRDeliveryTests {
    @Test("is one transaction, preceded by its devices and by one check of its patient")
    func one() async throws {
        let chart = try Chart()
        let first = try Samples.record(1)
        let outcome = try await chart.create(first)
        guard case .submitted(let id?) = outcome else { throw Samples.Impossible() }
        #expect(id == chart.server.places("Observation").first)
        #expect(
            chart.server.asked.map { $0.prefix { $0 != "/" } } == [
                "GET metadata", "GET Patient", "GET Device", "PUT Device", "GET Device", "PUT Device", "POST ",
            ]
        )
        chart.server.forgetAsked()
        try await chart.create(Samples.record(2))
        #expect(chart.server.asked == ["POST "])
        #expect(chart.server.places("Observation").count == 2)
        let places = chart.server.places("Device") + chart.server.places("Observation")
        #expect(places.map(chart.server.versions) == [1, 1, 1, 1])
        let device = chart.server.content(id)?["device"]?["reference"]?.text ?? ""
        #expect(chart.server.places("Device").contains(device))
    }

    @Test("is found only in its own revision: no, earlier or different content does not count")
    func lookUp() async throws {
        let chart = try Chart()
        let first = try Samples.record(1)
        #expect(try await chart.look(first) == .absent)
        try await chart.create(first)
        let place = try #require(chart.server.places("Observation").first)
        #expect(try await chart.look(first) == .found(serverID: place))
        let second = try Samples.record(1, revision: 2)
        #expect(try await chart.look(second) == .absent)
        #expect(try await chart.update(second) == .submitted(serverID: place))
        #expect(try await chart.look(second) == .found(serverID: place))
        #expect(chart.server.versions(place) == 2)
        let other = try Samples.record(1, revision: 2, [Chart.pulse])
        #expect(try await chart.look(other) == .absent)
        #expect(try await chart.look(second, isDeletion: true) == .absent)
    }

    @Test("loses the values that a later revision lacks, and regains them with one that has them")
    func change() async throws {
        let chart = try Chart()
        try await chart.create(Samples.record(1, [Chart.pulse, Chart.weight]))
        #expect(chart.states == ["pulse": "final", "body weight": "final"])
        guard case .submitted = try await chart.update(Samples.record(1, revision: 2, [Chart.pulse])) else {
            throw Samples.Impossible()
        }
        #expect(chart.states == ["pulse": "final", "body weight": "entered-in-error"])
        let gone = try #require(
            chart.server.places("Observation").compactMap(chart.server.content).first {
                $0["status"]?.text == "entered-in-error"
            }
        )
        #expect(gone["valueQuantity"] == nil && gone["subject"] != nil && gone["dataAbsentReason"] != nil)
        chart.server.forgetAsked()
        _ = try await chart.update(Samples.record(1, revision: 3, [Chart.pulse, Chart.weight]))
        #expect(chart.states == ["pulse": "final", "body weight": "final"])
        #expect(chart.server.asked.filter { $0.hasPrefix("GET Observation?_id=") }.count > 1)
        #expect(chart.server.asked.allSatisfy { $0.utf8.count < 2_000 })
    }

    @Test("is marked as entered in error with the values of all its revisions, and found like this")
    func deletion() async throws {
        let chart = try Chart()
        try await chart.create(Samples.record(1, [Chart.pulse, Chart.weight]))
        let last = try Samples.record(1, revision: 2, [Chart.pulse])
        guard case .submitted = try await chart.delete(last) else { throw Samples.Impossible() }
        #expect(chart.states == ["pulse": "entered-in-error", "body weight": "entered-in-error"])
        guard case .found = try await chart.look(last, isDeletion: true) else { throw Samples.Impossible() }
        #expect(try await chart.look(last) == .absent)
    }

    @Test("whose later revision has nothing for a chart loses its earlier values, and reports it once")
    func nothingLeft() async throws {
        let chart = try Chart()
        try await chart.create(Samples.record(1, [Chart.pulse]))
        let control = ReadingContext(statusFlags: ["sample_control_solution"])
        let nobodys = try Samples.record(1, revision: 2, [Chart.pulse], context: control)
        guard case .submitted = try await chart.update(nobodys) else { throw Samples.Impossible() }
        #expect(chart.states == ["pulse": "entered-in-error"])
        chart.server.forgetAsked()
        #expect(try await chart.update(nobodys) == .submitted(serverID: nil))
        #expect(!chart.server.asked.contains("POST "))
        #expect(throws: UploaderError.self) { try chart.destination.create(nobodys, with: chart.access) }
    }

    @Test("at a server that chooses ids is recognised and changed by its identifier")
    func servers() async throws {
        let chart = try Chart(naming: .servers)
        let first = try Samples.record(1, [Chart.pulse, Chart.weight])
        #expect(try await chart.look(first) == .absent)
        guard case .submitted(let id?) = try await chart.create(first) else { throw Samples.Impossible() }
        #expect(id.hasPrefix("Observation/made-"))
        guard case .found = try await chart.look(first) else { throw Samples.Impossible() }
        // The same request again, which the server's own check must catch.
        _ = try await chart.create(first)
        #expect(chart.server.places("Observation").count == 2)
        #expect(chart.server.places("Device").count == 2)
        let second = try Samples.record(1, revision: 2, [Chart.pulse])
        guard case .submitted = try await chart.update(second) else { throw Samples.Impossible() }
        #expect(chart.states == ["pulse": "final", "body weight": "entered-in-error"])
        #expect(chart.server.places("Observation").count == 2)
        #expect(try await chart.look(first) == .absent)
        #expect(!chart.destination.showsAtOnce)
    }

    @Test("a device that another process wrote is only read; a changed one is written")
    func devices() async throws {
        let chart = try Chart()
        try await chart.create(Samples.record(1))
        let other = FHIRTransport(chart.destination.server, http: chart.server)
        let second = try Samples.record(2)
        let request = try chart.destination.create(second, with: chart.access)
        _ = try await other.send(request, mayReuseConnection: false, timeout: .seconds(60))
        #expect(chart.server.places("Device").map(chart.server.versions) == [1, 1])
        var changed = chart.destination.server
        changed = FHIRServer(base: changed.base, gateway: FHIRGateway(site: "ward", version: "2"))
        let later = FHIRTransport(changed, http: chart.server)
        let third = try FHIRDestination(changed).create(Samples.record(3), with: chart.access)
        _ = try await later.send(third, mayReuseConnection: false, timeout: .seconds(60))
        #expect(chart.server.places("Device").map(chart.server.versions).sorted() == [1, 2])
    }

    @Test("simultaneous records of a new meter write it once")
    func sideBySide() async throws {
        let chart = try Chart()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...8 { group.addTask { try await chart.create(Samples.record(number)) } }
            try await group.waitForAll()
        }
        #expect(chart.server.places("Device").map(chart.server.versions) == [1, 1])
        #expect(chart.server.places("Observation").count == 8)
        #expect(chart.server.asked.filter { $0 == "GET metadata" }.count == 1)
    }

    @Test("a request lost before anything is written leaves no doubt, and one lost after that does")
    func lost() async throws {
        let chart = try Chart()
        let record = try Samples.record(1)
        let request = try chart.destination.create(record, with: chart.access)
        for start in ["GET metadata", "GET Patient", "GET Device", "PUT Device"] {
            chart.server.lose(start)
            let sent = try await chart.transport.send(request, mayReuseConnection: false, timeout: .seconds(60))
            guard case .retry? = sent.reply.meaning else { throw Samples.Impossible() }
            #expect(sent.reply.wroteNothing)
        }
        chart.server.lose("POST")
        await #expect(throws: CurlError.self) {
            try await chart.transport.send(request, mayReuseConnection: false, timeout: .seconds(60))
        }
        guard case .found = try await chart.look(record) else { throw Samples.Impossible() }
    }

    @Test("all requests of a record share one time limit")
    func time() async throws {
        let chart = try Chart()
        let request = try chart.destination.create(Samples.record(1), with: chart.access)
        let sent = try await chart.transport.send(request, mayReuseConnection: false, timeout: .zero)
        guard case .retry? = sent.reply.meaning else { throw Samples.Impossible() }
        #expect(chart.server.asked.isEmpty && sent.reply.wroteNothing)
    }
}
