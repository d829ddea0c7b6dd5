import Foundation
import SimulatedServer

/// Builds answers in FHIR's format.
enum FHIRAnswer {
    static let contentType = "application/fhir+json; charset=utf-8"

    /// An answer with a resource.
    static func resource(_ status: Int, body: JSONValue?) -> Answer {
        var answer = Answer(status, body: body)
        answer.headers["Content-Type"] = contentType
        return answer
    }

    /// An OperationOutcome with one issue.
    static func outcome(_ status: Int, code: String, text: String, expression: String? = nil) -> Answer {
        var issue: [String: JSONValue] = ["severity": "error", "code": .string(code), "diagnostics": .string(text)]
        issue["expression"] = expression.map { [.string($0)] }
        return resource(status, body: ["resourceType": "OperationOutcome", "issue": [.object(issue)]])
    }

    /// The resource of a version, with the members that the server adds.
    static func shown(_ version: StoredVersion) -> JSONValue {
        var members = version.content?.object ?? [:]
        var meta = members["meta"]?.object ?? [:]
        meta["versionId"] = .string(String(version.version))
        meta["lastUpdated"] = .string(time(version.at))
        members["meta"] = .object(meta)
        return .object(members)
    }

    /// An answer with a version, its location and its version id.
    static func version(_ status: Int, version: StoredVersion, base: String, minimal: Bool = false) -> Answer {
        var answer = resource(status, body: minimal ? nil : shown(version))
        answer.headers["ETag"] = etag(version)
        answer.headers["Last-Modified"] = time(version.at)
        answer.headers["Location"] = "\(base)/\(version.name.reference)/_history/\(version.version)"
        return answer
    }

    static func etag(_ version: StoredVersion) -> String { "W/\"\(version.version)\"" }

    /// A bundle with the results of a search.
    static func found(_ versions: [StoredVersion], type: String, base: String) -> Answer {
        let entries = versions.map { version -> JSONValue in
            [
                "fullUrl": .string("\(base)/\(version.name.reference)"), "resource": shown(version),
                "search": ["mode": "match"],
            ]
        }
        var members: [String: JSONValue] = [
            "resourceType": "Bundle", "type": .string(type), "total": .integer(versions.count),
        ]
        if !entries.isEmpty { members["entry"] = .array(entries) }
        return resource(200, body: .object(members))
    }

    /// The bundle that answers a transaction.
    static func carriedOut(_ results: [WriteSession.Written?]) -> Answer {
        let entries = results.map { result -> JSONValue in
            guard let result else { return ["response": ["status": "204 No Content"]] }
            let phrases = [200: "200 OK", 201: "201 Created", 204: "204 No Content"]
            let version = result.version
            return [
                "response": [
                    "status": .string(phrases[result.status] ?? String(result.status)),
                    "location": .string("\(version.name.reference)/_history/\(version.version)"),
                    "etag": .string(etag(version)), "lastModified": .string(time(version.at)),
                ]
            ]
        }
        return resource(
            200,
            body: ["resourceType": "Bundle", "type": "transaction-response", "entry": .array(entries)]
        )
    }

    private static func time(_ milliseconds: Int64) -> String {
        let date = Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
        return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
