internal import Curl
package import Foundation
internal import MessageBus
internal import OperatorConnection
internal import TestSupport

/// The data on the simulated server of a running line, and controls for its faults.
package struct LineCloud: Sendable {
    let line: RunningLine

    /// A record at the server.
    package struct Acceptance: Decodable, Sendable, Hashable {
        /// The ID of the user.
        package let user: String
        /// The log ID of the record, or the ID of the image.
        package let logID: String
        /// Whether it is an image.
        package let isImage: Bool?
    }

    /// The readings at the server, each as often as it was created.
    package var delivered: [Triple] {
        let journal = (try? String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)) ?? ""
        return journal.split(separator: "\n").compactMap { Triple(journal: $0) }
    }

    /// A record as the server created it.
    package struct Creation: Sendable {
        /// The ID of the user.
        package let user: String
        /// The values by metric.
        package let values: [String: Double]
        /// The time of measurement.
        package let at: Date?
    }

    /// The records at the server, each as often as it was created.
    package var created: [Creation] {
        struct Line: Decodable {
            let act: String
            let record: Record
        }
        struct Record: Decodable {
            let user: String
            let content: Content?
        }
        struct Content: Decodable {
            let metrics: [Metric]?
            let start_time: String?
        }
        struct Metric: Decodable {
            let type: String
            let value: Double?
        }
        let journal = (try? String(contentsOf: URL(filePath: line.folder.journal), encoding: .utf8)) ?? ""
        return journal.split(separator: "\n").compactMap { text in
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)), line.act == "create",
                let content = line.record.content
            else { return nil }
            let values = (content.metrics ?? []).compactMap { metric in metric.value.map { (metric.type, $0) } }
            return Creation(
                user: line.record.user,
                values: Dictionary(values) { $1 },
                at: content.start_time.flatMap(WireJSON.time)
            )
        }
    }

    /// The values of a metric at the server with their times of measurement, each as often as it was created.
    package func delivered(_ metric: String) -> [(value: Double, at: Date?)] {
        created.compactMap { record in record.values[metric].map { ($0, record.at) } }
    }

    /// The values of a metric that a user's records have at the server, sorted, each as often as it was created.
    package func delivered(_ metric: String, to user: String) -> [Double] {
        created.filter { $0.user == user }.compactMap { $0.values[metric] }.sorted()
    }

    /// The records accepted by the server, by user and log ID.
    package func accepted() async throws -> [Acceptance] {
        try JSONDecoder().decode([Acceptance].self, from: try await control("GET", path: "accepted"))
    }

    /// Makes the server refuse a token from now on.
    package func revoke(_ token: String) async throws {
        _ = try await control("POST", path: "revoke", body: #"{"token":"\#(token)"}"#)
    }

    /// Replaces the faults of the server.
    package func setFaults(_ faults: String) async throws {
        _ = try await control("POST", path: "faults", body: faults)
    }

    func control(_ method: String, path: String, body: String? = nil) async throws -> Data {
        let response = try await line.client.perform(
            CurlRequest(
                method,
                url: "\(line.server)/_control/\(path)",
                body: body.map { .bytes(Array($0.utf8)) } ?? .none,
                timeout: Patience.answer
            )
        )
        guard response.status < 300 else {
            throw RunningLine.Failure(description: "\(path) is answered with \(response.status)")
        }
        return Data(response.body)
    }
}
