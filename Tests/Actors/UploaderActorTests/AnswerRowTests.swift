import BusContract
import ContractLiterals
import DeliveryRules
import Foundation
import MessageBus
import Testing

@testable import UploaderActor

@Suite("Every row of the answer table, through the real HTTP client")
struct AnswerRowTests {
    /// Policies without look-ups.
    private static let quick = [
        "destination.inform.repeats": "upsert", "destination.legacy.repeats": "upsert", "request.timeout": "30s",
    ]

    private func outcome(
        of fault: String,
        _ flags: [String: String] = Self.quick,
        check: (Site, UploadAck.Outcome) async throws -> Void = { _, _ in }
    ) async throws {
        try await Site.with { site in
            try await site.cloud.fail(fault)
            try await site.running(flags) { _ in
                await site.owner.offer([Samples.item(try Samples.record())])
                try await check(site, try #require(try await site.owner.settled(1).first))
            }
        }
    }

    @Test("gives the expected outcome", arguments: AnswerRow.all)
    func row(_ row: AnswerRow) async throws {
        try await outcome(of: row.fault) { site, outcome in
            #expect(outcome.result.rawValue == row.result)
            if let code = row.code { #expect(outcome.error?.code == code) }
            #expect(outcome.possiblySent == row.possiblySent)
            let posts = try await site.cloud.seen.count("POST")
            #expect(posts == 1)
        }
    }

    @Test("the statuses in the settings, besides 425, 429 and 503, mean not accepted too", arguments: [500, 502, 504])
    func refused(_ status: Int) async throws {
        let flags = Self.quick.merging(["destination.inform.refused": "502,504"]) { $1 }
        try await outcome(of: #"[{"status": \#(status)}]"#, flags) { _, outcome in
            #expect(outcome.result == "retry")
            #expect(outcome.possiblySent == (status == 500))
        }
    }

    @Test("Retry-After as a date is converted to seconds from now")
    func retryAfterDate() async throws {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let start = Date()
        let date = format.string(from: start + 90)
        try await outcome(of: #"[{"status": 429, "headers": {"Retry-After": "\#(date)"}}]"#) { _, outcome in
            #expect(outcome.error?.code == "http429")
            // A slow machine reads it later.
            let passed = Int(Date().timeIntervalSince(start))
            #expect((87 - passed...91).contains(outcome.retryAfterSeconds ?? 0))
        }
    }

    @Test(
        "an unreasonable Retry-After is ignored, or limited to a day by the owner's back-off",
        arguments: [
            ("-1", 0), ("1.5", 0), ("soon", 0), ("", 0), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("1000000000000", 86_400),
            ("99999999999999999999999", 86_400), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
        ]
    )
    func wildRetryAfter(_ value: String, _ floor: Int) async throws {
        try await outcome(of: #"[{"status": 503, "headers": {"Retry-After": "\#(value)"}}]"#) { _, outcome in
            #expect(outcome.result == "retry")
            let after = outcome.retryAfterSeconds.map { Duration.seconds($0) }
            #expect(Backoff().delay(attempt: 1, random: 0, retryAfter: after) == .seconds(floor))
        }
    }

    @Test("a redirect to another server sends nothing there", arguments: [301, 302, 307, 308])
    func redirect(_ status: Int) async throws {
        let other = try await CloudServer()
        let fault =
            #"[{"status": \#(status), "headers": {"Location": "\#(other.base)/connect/provider/data/measurements"}}]"#
        try await outcome(of: fault) { _, outcome in
            #expect(outcome.result == "paused")
            #expect(!outcome.possiblySent)
        }
        #expect(try await other.seen.requests.isEmpty)
    }

    private func outcome(at base: String, trusting certificate: String?) async throws -> UploadAck.Outcome {
        var found: UploadAck.Outcome?
        try await Site.with { site in
            var flags = Self.quick.merging(["destination.inform.base-url": base]) { $1 }
            flags["tls.authority"] = certificate
            try await site.running(flags) { _ in
                await site.owner.offer([Samples.item(try Samples.record())])
                found = try await site.owner.settled(1).first
            }
        }
        return try #require(found)
    }

    @Test("a server with an untrusted certificate gets nothing; a trusted one gets the record")
    func certificate() async throws {
        try await TLSServer.with { base, certificate in
            for (authority, result) in [(nil, "retry"), (certificate, "done")] {
                let outcome = try await outcome(at: base, trusting: authority)
                #expect(outcome.result.rawValue == result)
                #expect(!outcome.possiblySent)
            }
        }
    }

    @Test("a server with an expired certificate, or one for another name, gets nothing, although its issuer is trusted")
    func wrongCertificate() async throws {
        for (name, days) in [("localhost", -1), ("other.example", 2)] {
            try await TLSServer.with(name: name, days: days) { base, certificate in
                let outcome = try await outcome(at: base, trusting: certificate)
                #expect(outcome.result == "retry", "\(name) \(days)")
                #expect(!outcome.possiblySent)
            }
        }
    }

    @Test(
        "a broken HTTP/2 stream or connection is retried, as possibly sent if the body had gone",
        arguments: [
            ("created", "done", false), ("pings", "done", false), ("refused", "retry", nil), ("goaway", "retry", nil),
            ("reset", "retry", true), ("goaway-after", "retry", true), ("continuation", "retry", true),
            ("settings", "retry", true), ("garbage", "retry", true), ("half", "retry", true),
        ] as [(String, String, Bool?)]
    )
    func http2(_ fault: String, _ result: String, _ possiblySent: Bool?) async throws {
        try await TLSServer.with(fault: fault) { base, certificate in
            let outcome = try await outcome(at: base, trusting: certificate)
            #expect(outcome.result.rawValue == result, "\(outcome)")
            if let possiblySent { #expect(outcome.possiblySent == possiblySent, "\(outcome)") }
        }
    }
}
