package import Curl
internal import Foundation
internal import TestSupport

/// The totals of the simulated server.
package struct ServerSummary: Decodable, Sendable {
    /// The number of distinct pairs of user and log ID accepted.
    package let accepted: Int
    /// The number of record changes.
    package let updates: Int
    /// The number of deleted records.
    package let deletes: Int
    /// The number of records created while another one with the same log ID existed.
    package let duplicates: Int

    /// The number of repeats that changed nothing.
    package let repeats: Int
    /// The number of log IDs accepted for more than one user.
    package let logIDsOfSeveralUsers: Int
    /// The number of API requests received, whatever their outcome.
    package let requests: Int
    /// The number of accepted images.
    package let images: Int
    /// The number of images created while another one with the same image ID existed.
    package let imageDuplicates: Int

    /// Fetches the summary from the server.
    package static func ask(_ base: String, client: CurlClient) async throws -> ServerSummary {
        let response = try await client.perform(CurlRequest(url: "\(base)/_control/summary", timeout: Patience.answer))
        return try JSONDecoder().decode(ServerSummary.self, from: Data(response.body))
    }
}

/// The records of an export at the simulated server.
package enum ImportedRecords {
    private struct Entry: Decodable {
        struct Record: Decodable {
            let logID: String
            let content: Content?
        }
        struct Content: Decodable { let source: Source? }
        struct Source: Decodable { let type: String }
        let record: Record
    }

    /// Counts them by distinct log ID.
    package static func count(journal: String) -> Int {
        var ids: Set<String> = []
        for line in journal.split(separator: "\n") {
            guard let record = (try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)))?.record else { continue }
            if record.content?.source?.type == "apple_health" { ids.insert(record.logID) }
        }
        return ids.count
    }
}
