import BusContract
import ContractLiterals
import Foundation
import ImageCleaning
import MessageBus
import TestSupport
import Testing
import VitalRecords

@testable import UploaderActor

@Suite("Images that are uploaded")
struct ImageDeliveryTests {
    private static let paths = [
        "destination.inform.paths.image": "/connect/provider/{org}/{logID}/media",
        "destination.legacy.paths.image": "/v1/users/{user}/{recordID}/media", "image.timeout": "20s",
    ]

    private func image(
        _ bytes: [UInt8],
        fence: Int64 = 1,
        api: String = "inform",
        recordID: String? = "rec-1",
        possiblySent: Bool = false
    ) throws -> UploadGrant.Image {
        UploadGrant.Image(
            imageID: try #require(LogID(rawValue: "image-1")),
            logID: try #require(LogID(rawValue: "log-1")),
            recordID: recordID,
            fence: fence,
            sessionID: "s-1",
            apiVersion: .init(rawValue: api),
            contentType: "image/jpeg",
            size: bytes.count,
            sha256: CleanImage.sha256(of: bytes),
            possiblySent: possiblySent
        )
    }

    /// About 62 kB, so that it is sent in two pieces.
    private static let bytes = SampleImages.plainJPEG(side: 4_000)

    private func deliver(
        _ image: UploadGrant.Image,
        _ bytes: [UInt8] = bytes,
        faults: String = "[]",
        flags: [String: String] = paths,
        check: (Site, UploadAck.Outcome, UploaderActor) async throws -> Void
    ) async throws {
        try await Site.with { site in
            try await site.cloud.fail(faults)
            try await site.running(flags) { actor in
                await site.owner.offer(image, bytes)
                try await check(site, try #require(try await site.owner.settled(1).first), actor)
            }
        }
    }

    @Test("an image arrives complete, as a form, with its record's ids", arguments: ["inform", "legacy"])
    func arrives(_ api: String) async throws {
        try await deliver(try image(Self.bytes, api: api)) { site, outcome, _ in
            #expect(outcome.result == "done" && outcome.serverID == "media-1" && outcome.logID.rawValue == "image-1")
            #expect(outcome.url == "https://media.invalid/media-1?token=[token]", "a token stands in no event")
            let request = try #require(try await site.cloud.seen.requests.first)
            #expect(request.path == (api == "inform" ? "/connect/provider/o/log-1/media" : "/v1/users/u/rec-1/media"))
            let form = request.body
            #expect(form?["image"]?.text == Data(Self.bytes).base64EncodedString())
            #expect(form?["image_id"]?.text == "image-1" && form?["record_id"]?.text == "rec-1")
            #expect(form?[api == "inform" ? "log_id" : "activity_id"]?.text == "log-1")
            #expect(form?["head"]?.text?.contains("filename=\"image-1.jpg\"\r\nContent-Type: image/jpeg") == true)
            let named = await site.owner.destinations
            #expect(named.allSatisfy { $0.contains("\(api)/images") })
        }
    }

    @Test("without a path no images are requested")
    func noPath() async throws {
        try await Site.with { site in
            try await site.running { _ in
                try await eventually("a demand") { await !site.owner.destinations.isEmpty }
                #expect(await site.owner.destinations.first == ["inform", "legacy"])
            }
        }
        try await deliver(try image(Self.bytes), flags: [:]) { site, outcome, actor in
            #expect(outcome.result == "paused" && outcome.error?.code == "imagePathNotConfigured")
            #expect(outcome.error?.message.contains("destination.inform.paths.image") == true)
            let seen = try await site.cloud.seen
            #expect(seen.requests.isEmpty)
            #expect(await actor.health().problems.map(\.code) == ["imagePathNotConfigured"])
        }
    }

    @Test(
        "answers count as for records",
        arguments: [
            (#"{"status":422,"body":"{\"errors\":{\"image\":[\"is too dark\"]}}"}"#, "failed", "http422", false),
            (#"{"status":413,"body":"{\"errors\":[\"too large\"]}"}"#, "failed", "http413", false),
            (
                #"{"status":503,"body":"{\"errors\":[\"later\"]}","headers":{"Retry-After":"7"}}"#, "retry", "http503",
                false
            ),
            (#"{"status":401,"body":"{\"errors\":[\"bad token\"]}"}"#, "unauthorized", "unauthorized", false),
            (#"{"status":200,"body":"<html>portal</html>"}"#, "paused", "http200", true),
            (#"{"status":404,"body":"{\"errors\":[\"not found\"]}"}"#, "retry", "http404", true),
            (#"{"status":404,"body":"<html>no</html>"}"#, "paused", "http404", false),
            (#"{"status":409,"body":"{\"errors\":{\"image_id\":[\"taken\"]}}"}"#, "done", nil, false),
            (#"{"drop":true}"#, "retry", "connectionBroken", true),
        ] as [(String, String, String?, Bool)]
    )
    func answers(fault: String, result: String, code: String?, possiblySent: Bool) async throws {
        try await deliver(try image(Self.bytes), faults: "[\(fault)]") { site, outcome, _ in
            #expect(outcome.result.rawValue == result, "\(fault)")
            #expect(outcome.possiblySent == possiblySent)
            if code != "connectionBroken" { #expect(outcome.error?.code == code) }
            #expect(outcome.requests == 1)
            #expect(outcome.url == nil)
        }
    }

    @Test("only the granted image is sent")
    func damaged() async throws {
        let other = SampleImages.plainJPEG(side: 4_008)
        for bytes in [other, Array(Self.bytes.dropLast(1)), []] {
            try await deliver(try image(Self.bytes), bytes) { site, outcome, _ in
                #expect(outcome.result == "retry" && outcome.error?.code == "imageDamaged")
                #expect(!outcome.possiblySent)
                let seen = try await site.cloud.seen
                #expect(seen.requests.isEmpty)
            }
        }
    }

    @Test("a path with an unknown id is refused with a clear reason")
    func unknownRecordID() async throws {
        try await deliver(try image(Self.bytes, api: "legacy", recordID: nil)) { site, outcome, _ in
            #expect(outcome.result == "failed" && outcome.error?.code == "recordIDUnknown")
            let seen = try await site.cloud.seen
            #expect(seen.requests.isEmpty)
        }
    }

    @Test("a lease too short for any image is reported, not tried for ever")
    func shortLease() async throws {
        var flags = Self.paths
        flags["image.timeout"] = "90s"
        try await deliver(try image(Self.bytes), flags: flags) { site, outcome, _ in
            #expect(outcome.result == "retry" && outcome.error?.code == "leaseTooShort")
            let seen = try await site.cloud.seen
            #expect(seen.requests.isEmpty)
        }
    }

    @Test("an outcome that the owner did not receive is repeated after a restart, with the image's address")
    func restart() async throws {
        try await Site.with { site in
            await site.owner.goDeaf(for: 1_000)
            try await site.running(Self.paths) { _ in
                await site.owner.offer(try image(Self.bytes), Self.bytes)
                _ = try await site.owner.settled(1)
            }
            await site.owner.goDeaf(for: 0)
            let told = await site.owner.answers.count
            try await site.running(Self.paths) { _ in
                try await eventually("the outcome again") { await site.owner.answers.count > told }
                let again = await site.owner.answers[told]
                #expect(again.result == "done" && again.serverID == "media-1" && again.url?.contains("media-1") == true)
            }
            let seen = try await site.cloud.seen
            #expect(seen.count("POST") == 1)
        }
    }
}
