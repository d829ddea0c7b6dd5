import BusContract
import ContractLiterals
import Crypto
import FHIRSimulator
import Foundation
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("A whole uploader with a FHIR server that keeps every version")
struct FHIRSystemTests {
    private static let one = pulse(61)
    private static let other = VitalRecords.Measurement(metric: .bodyWeight, value: 70, unit: "kg")

    /// The first members of a list of faults: POSTs whose answers are lost in full or in half, and one that never
    /// arrives.
    private static let cuts =
        #"[{"kind":"resetAfter","method":"POST","count":2,"skip":1},{"kind":"resetBefore","method":"POST","count":1},"#
        + #"{"kind":"halfAnswer","method":"POST","count":1},"#

    private static func pulse(_ value: Int64) -> VitalRecords.Measurement {
        VitalRecords.Measurement(metric: .pulse, value: DecimalNumber(value), unit: "/min")
    }

    private func item(
        _ number: Int,
        revision: Int = 1,
        _ measurements: [VitalRecords.Measurement],
        isDeletion: Bool = false
    ) throws -> UploadGrant.Item {
        let record = try Samples.record(number, revision: revision, measurements)
        // A later revision has later fences.
        var item = Samples.item(record, fence: Int64(revision) * 100, api: "fhir", isUpdate: revision > 1)
        if isDeletion { item.isDeletion = true }
        return item
    }

    @Test("has each revision there in one version, whatever happens to the answers", arguments: ["put", "ifNoneExist"])
    func once(mode: String) async throws {
        try await SimulatedChart.with { chart in
            var flags = chart.flags
            flags["destination.fhir.mode"] = mode
            flags["lookup.settle"] = "1s"
            try await chart.site.running(flags) { _ in
                for revision in 1...2 {
                    try await chart.fail(
                        Self.cuts
                            + #"{"kind":"status","status":503,"count":2,"skip":4},"#
                            + #"{"kind":"later","method":"POST","count":1,"milliseconds":300}]"#
                    )
                    let values = revision == 1 ? [Self.one, Self.other] : [Self.pulse(62)]
                    let items = try (1...6).map { try item($0, revision: revision, values) }
                    let outcomes = try await chart.deliver(items)
                    #expect(outcomes.map(\.result.rawValue) == Array(repeating: "done", count: 6))
                }
                try await chart.fail("[]")
                let deletion = try item(1, revision: 3, [Self.one], isDeletion: true)
                #expect(try await chart.deliver([deletion]).map(\.result.rawValue) == ["done"])
            }
            let summary = try await chart.summary
            #expect(summary.observations == 12 && summary.doubled == 0, "\(summary)")
            // Two for each of six records, a second version of all, and another one of the observation that existed
            // when the record was deleted.
            #expect(summary.repeats == 0 && summary.versions == 25, "\(summary)")
            let counts = try await chart.readings
            #expect(counts.count == 12 && counts.allSatisfy { $0.resources.count == 1 }, "\(counts)")
        }
    }

    @Test("has each observation there in one version at a server without transactions, whatever happens to the answers")
    func singles() async throws {
        var configuration = FHIRServerConfiguration()
        configuration.behaviour.transactions = false
        try await SimulatedChart.with(configuration) { chart in
            var flags = chart.flags
            flags["destination.fhir.mode"] = "ifNoneExist"
            flags["lookup.settle"] = "1s"
            try await chart.site.running(flags) { _ in
                for revision in 1...2 {
                    try await chart.fail(
                        Self.cuts
                            + #"{"kind":"resetAfter","method":"PUT","count":1},"#
                            + #"{"kind":"status","status":503,"count":2,"skip":4}]"#
                    )
                    let values = revision == 1 ? [Self.one, Self.other] : [Self.pulse(62), Self.other]
                    let items = try (1...6).map { try item($0, revision: revision, values) }
                    let outcomes = try await chart.deliver(items)
                    #expect(outcomes.map(\.result.rawValue) == Array(repeating: "done", count: 6))
                }
            }
            let summary = try await chart.summary
            #expect(summary.observations == 12 && summary.doubled == 0 && summary.repeats == 0, "\(summary)")
            #expect(summary.versions == 24, "\(summary)")
        }
    }

    @Test("reports a merged chart, and delivers the others")
    func merged() async throws {
        try await SimulatedChart.with { chart in
            try await chart.site.running(chart.flags) { _ in
                await chart.site.owner.serve("Patient/2")
                let refused = try await chart.deliver([try item(1, [Self.one])])
                #expect(refused.map(\.result.rawValue) == ["failed"])
                #expect(refused.first?.error?.code == "patientMerged")
                await chart.site.owner.serve("Patient/1")
                var next = try item(2, [Self.one])
                next.sessionID = "s-2"
                #expect(try await chart.deliver([next]).map(\.result.rawValue) == ["done"])
            }
            #expect(try await chart.summary.onReplaced == 0)
        }
    }

    /// A key in the client's and in the server's format.
    private func key() throws -> (pem: String, known: String) {
        let key = P384.Signing.PrivateKey()
        let bytes = Array(key.publicKey.rawRepresentation)
        let (x, y) = (Base64URL.text(bytes.prefix(48)), Base64URL.text(bytes.suffix(48)))
        return (
            key.pemRepresentation,
            #"{"id":"hub","keys":{"keys":[{"kty":"EC","crv":"P-384","kid":"k","x":"\#(x)","y":"\#(y)"}]}}"#
        )
    }

    private func write(_ pem: String, to path: String) throws {
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: path, contents: Data(pem.utf8), attributes: attributes) else {
            throw Samples.Impossible()
        }
    }

    @Test("requests tokens, requests another when one is revoked, and continues when the key in its file is replaced")
    func smart() async throws {
        let first = try key()
        let client = try JSONDecoder().decode(SimulatedClient.self, from: Data(first.known.utf8))
        try await SimulatedChart.with(FHIRServerConfiguration(clients: [client])) { chart in
            let file = chart.site.folder.url.appending(path: "key.pem").path
            try write(first.pem, to: file)
            var flags = chart.flags
            flags["destination.fhir.auth"] = "smart"
            flags["destination.fhir.client-id"] = "hub"
            flags["destination.fhir.key-file"] = file
            flags["destination.fhir.key-id"] = "k"
            try await chart.site.running(flags) { _ in
                #expect(try await chart.deliver([try item(1, [Self.one])]).map(\.result.rawValue) == ["done"])
                let _: [String: Int] = try await chart.control("POST", "revoke")
                #expect(try await chart.deliver([try item(2, [Self.one])]).map(\.result.rawValue) == ["done"])
                let second = try key()
                let _: [String: Int] = try await chart.control("POST", "clients", second.known)
                let _: [String: Int] = try await chart.control("POST", "revoke")
                let paused = try await chart.deliver([try item(3, [Self.one])])
                #expect(paused.map(\.result.rawValue) == ["paused"] && paused.first?.error?.code == "fhirToken")
                #expect(paused.first?.possiblySent == false)
                try write(second.pem, to: file)
                var again = try item(3, [Self.one])
                again.fence += 50
                #expect(try await chart.deliver([again]).map(\.result.rawValue) == ["done"])
            }
            #expect(try await chart.summary.observations == 3)
        }
    }
}
