import Curl
import Foundation
import HubRunner
import SimulatedHub

/// A browser at a line's page, entered with the address that is good for one entry.
struct PageVisit: Sendable {
    /// The error that the page did not do what a browser asked for.
    struct Failure: Error {
        let description: String
    }

    private let base: String
    private let cookie: String
    private let client: CurlClient

    /// Enters the page.
    ///
    /// - Parameter tablet: The address that is good for one tablet; nil enters as an operator.
    init(_ line: RunningLine, tablet: String? = nil) async throws {
        let entry = try PageEntry(line.plan.layout, site: line.plan.site)
        guard let own = try await entry.wait(), let base = line.plan.page.map({ "http://\($0)" }) else {
            throw Failure(description: "no page is served")
        }
        let address = tablet ?? own
        client = try CurlClient()
        let answer = try await client.perform(CurlRequest(url: address))
        guard let given = answer.headers["Set-Cookie"]?.split(separator: ";").first else {
            throw Failure(description: "the page let nothing in: \(answer.status)")
        }
        (self.base, cookie) = (base, String(given))
    }

    /// What a browser receives for a page.
    func text(of page: String) async throws -> String {
        String(decoding: try await answer(of: page).body, as: UTF8.self)
    }

    /// The answer to a browser that asks for a page.
    func answer(of page: String) async throws -> CurlResponse {
        try await client.perform(CurlRequest(url: base + page, headers: ["Cookie": cookie]))
    }

    /// The token of a page's forms.
    private func token(of page: String) async throws -> String {
        guard let token = try await text(of: page).firstMatch(of: #/name="csrf" value="([^"]+)"/#)?.output.1 else {
            throw Failure(description: "\(page) has no form")
        }
        return String(token)
    }

    /// Uploads an export for the person of a session; returns the answer's status.
    func upload(_ body: CurlBody, seat: String, stay: String) async throws -> Int {
        let word = try await token(of: "/seats/\(seat)")
        let headers: CurlHeaders = ["Cookie": cookie, "X-VitalBus-Form": word, "Accept": "application/json"]
        let url = "\(base)/import/file?seat=\(seat)&stay=\(stay)&name=export.xml"
        return try await client.perform(CurlRequest("POST", url: url, headers: headers, body: body)).status
    }

    /// Sends a photo for the person of a session; returns the answer's status.
    func photo(seat: String, stay: String) async throws -> Int {
        let word = try await token(of: "/seats/\(seat)")
        let headers: CurlHeaders = ["Cookie": cookie, "X-VitalBus-Form": word, "Accept": "application/json"]
        let url = "\(base)/snap/photo?seat=\(seat)&stay=\(stay)&key=photo-0123456789abcdef&hub=room-1"
        return try await client.perform(CurlRequest("POST", url: url, headers: headers, body: .bytes([1]))).status
    }

    /// Sends a form that is on a seat's page, with that page's own token; returns the answer's status.
    func status(of fields: [String: String], to path: String, from page: String) async throws -> Int {
        try await answer(to: fields, at: path, from: page).status
    }

    /// Sends a form that is on a seat's page, with that page's own token.
    func send(_ fields: [String: String], to path: String, from page: String) async throws {
        let answer = try await answer(to: fields, at: path, from: page)
        guard answer.status == 200 else {
            throw Failure(
                description: "\(path): \(answer.status) \(String(decoding: answer.body, as: UTF8.self).prefix(300))"
            )
        }
    }

    private func answer(to fields: [String: String], at path: String, from page: String) async throws -> CurlResponse {
        let pairs = fields.merging(["csrf": try await token(of: page)]) { $1 }.map { name, value in
            let allowed = CharacterSet.alphanumerics
            return "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        return try await client.perform(
            CurlRequest(
                "POST",
                url: base + path,
                headers: ["Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"],
                body: .bytes(Array(pairs.joined(separator: "&").utf8))
            )
        )
    }
}
