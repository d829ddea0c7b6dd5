import BusContract
import FHIRSimulator
import Foundation
import Testing
import VitalRecords

@testable import UploaderActor

/// The simulated FHIR server on a separate port, and an uploader's site.
struct SimulatedChart: Sendable {
    let site: Site
    let origin: String
    /// The uploader's settings for the server.
    var flags: [String: String] { ["destination.fhir.base-url": "\(origin)/fhir", "request.timeout": "4s"] }

    static func with(
        _ configuration: FHIRServerConfiguration = FHIRServerConfiguration(),
        _ body: @escaping @Sendable (SimulatedChart) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.patients = [SimulatedPatient(id: "1"), SimulatedPatient(id: "2", replacedBy: "1")]
        let server = try FHIRSimulator.FHIRServer(configuration)
        let (ports, started) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await server.run { started.yield($0) } }
            group.addTask {
                var iterator = ports.makeAsyncIterator()
                guard let port = await iterator.next() else { return }
                try await Site.with { site in
                    await site.owner.serve("Patient/1")
                    try await body(SimulatedChart(site: site, origin: "http://127.0.0.1:\(port)"))
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    func control<Value: Decodable & Sendable>(_ method: String, _ path: String, _ body: String? = nil) async throws
        -> Value
    {
        try await Curling.json(method, "\(origin)/_control/\(path)", body)
    }

    var summary: FHIRSummary { get async throws { try await control("GET", "summary") } }
    var readings: [ReadingCount] { get async throws { try await control("GET", "readings") } }

    func fail(_ faults: String) async throws {
        let _: [String: Int] = try await control("POST", "faults", faults)
    }

    /// Grants returned records again, as the real owner does, until each one is done or refused.
    func deliver(_ items: [UploadGrant.Item]) async throws -> [UploadAck.Outcome] {
        var (open, ended) = (
            Dictionary(uniqueKeysWithValues: items.map { ($0.record.logID, $0) }), [UploadAck.Outcome]()
        )
        let before = Set(await site.owner.answers.map { "\($0.logID) \($0.fence)" }).count
        await site.owner.offer(items)
        var (granted, seen) = (before + items.count, before)
        while !open.isEmpty {
            let outcomes = try await site.owner.settled(seen + 1)
            for outcome in outcomes.dropFirst(seen) {
                guard var item = open.removeValue(forKey: outcome.logID) else { continue }
                guard outcome.result.rawValue == "retry" || outcome.result.rawValue == "release" else {
                    ended.append(outcome)
                    continue
                }
                let waited = outcome.retryAfterSeconds ?? 0
                try await Task.sleep(for: .seconds(waited))
                item.fence += 1
                item.possiblySent = item.possiblySent || outcome.possiblySent
                if outcome.possiblySent { (item.sentAgoSeconds, item.underWaySeconds) = (0, outcome.underWaySeconds) }
                let underWay = item.underWaySeconds ?? 0
                item.underWaySeconds = item.possiblySent ? max(0, underWay - waited) : nil
                item.sentAgoSeconds = item.sentAgoSeconds.map { $0 + max(0, waited - underWay) }
                open[outcome.logID] = item
                granted += 1
                await site.owner.offer([item])
            }
            seen = outcomes.count
        }
        #expect(granted >= seen)
        return ended
    }
}
