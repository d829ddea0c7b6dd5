import Curl
import Foundation
import TestSupport
import Testing
import ValidicSimulator

@Suite struct ImageTests {
    private static let png = SampleImages.plainPNG()

    /// A form with fields and an image, or without one.
    private func form(
        _ fields: [(String, String)],
        _ image: [UInt8]? = png,
        type: String = "image/png",
        boundary: String = "b0undary"
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in fields {
            bytes += Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        if let image {
            let head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"image\"; filename=\"a.png\"\r\n"
            bytes += Array("\(head)Content-Type: \(type)\r\n\r\n".utf8) + image + Array("\r\n".utf8)
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    private func post(
        _ fixture: Fixture,
        _ body: [UInt8],
        path: String = "/connect/provider/media",
        contentType: String = "multipart/form-data; boundary=b0undary",
        token: String? = "token-ann"
    ) async throws -> CurlResponse {
        var headers: CurlHeaders = ["Content-Type": contentType]
        if let token { headers["Authorization"] = "Bearer \(token)" }
        return try await fixture.client.perform(
            CurlRequest("POST", url: fixture.base + path, headers: headers, body: .bytes(body), timeout: .seconds(60))
        )
    }

    private let good = [("image_id", "img-1"), ("log_id", "log-1")]

    @Test("A record's image is accepted once, and counted separately")
    func inform() async throws {
        try await Fixture.with { fixture in
            let record = try #require(try await fixture.post("log-1").json("id"))
            let made = try await post(fixture, form(good + [("record_id", record)]))
            #expect(made.status == 201 && made.json("log_id") == "log-1")
            let id = try #require(made.json("id"))
            #expect(made.json("url")?.hasSuffix(id) == true)
            let again = try await post(fixture, form(good))
            #expect(again.status == 200 && again.json("id") == id)
            let summary = try await fixture.summary()
            #expect(summary.accepted == 1 && summary.creates == 1 && summary.duplicates == 0)
            #expect(summary.images == 1 && summary.imageDuplicates == 0)
        }
    }

    @Test("The legacy API expects the token in the form")
    func legacy() async throws {
        try await Fixture.with { fixture in
            let path = "/v1/organizations/org/users/ann-1/"
            let record =
                #"{"weight":{"timestamp":"2026-02-24T12:30:09Z","weight":80,"data_id":"log-1"},"access_token":"token-ann"}"#
            #expect(try await fixture.send("POST", path + "weight.json", record).status == 201)
            let fields = [("access_token", "token-ann"), ("image_id", "img-1"), ("activity_id", "log-1")]
            let made = try await post(fixture, form(fields), path: path + "media.json", token: nil)
            #expect(made.status == 201 && made.json("media", "_id") != nil)
            let other = try await post(fixture, form(Array(fields.dropFirst())), path: path + "media.json", token: nil)
            #expect(other.status == 401)
        }
    }

    @Test("Incomplete images and images of unknown records are refused")
    func refusals() async throws {
        try await Fixture.with { fixture in
            _ = try await fixture.post("log-1")
            let cases: [([UInt8], Int)] = [
                (form([("image_id", "img-1"), ("log_id", "log-2")]), 422), (form([("log_id", "log-1")]), 422),
                (form([("image_id", "img-1")]), 422), (form(good + [("record_id", "x")]), 422), (form(good, nil), 422),
                (form(good, SampleImages.plainJPEG()), 422), (form(good, type: "image/heic"), 415),
                (form(good, Self.png + [UInt8](repeating: 0, count: 10_000_000)), 413),
                (form(good, boundary: "another"), 415), (Array("{}".utf8), 415), (Array(form(good).dropLast(5)), 415),
            ]
            for (index, (body, status)) in cases.enumerated() {
                #expect(try await post(fixture, body).status == status, "\(index)")
            }
            #expect(try await post(fixture, form(good), contentType: "application/json").status == 415)
            #expect(try await post(fixture, form(good), token: "token-bob").status == 422, "another one's record")
            #expect(try await post(fixture, form(good), token: "nobody").status == 401)
            #expect(try await fixture.summary().images == 0)
        }
    }
}
