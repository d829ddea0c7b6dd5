package import Curl
internal import Foundation

/// The simulated server's sums.
package struct ServerSummary: Decodable, Sendable {
    /// Distinct pairs of user and log id that were accepted.
    package let accepted: Int
    /// Records changed.
    package let updates: Int
    /// Records deleted.
    package let deletes: Int
    /// Records made while another one of the same log id was there.
    package let duplicates: Int

    /// Repeats that changed nothing.
    package let repeats: Int
    /// Log ids that were accepted for more than one user.
    package let logIDsOfSeveralUsers: Int
    /// API requests that arrived, whatever became of them.
    package let requests: Int
    /// Images that were accepted.
    package let images: Int
    /// Images made while another one of the same image id was there.
    package let imageDuplicates: Int

    /// Asks the server.
    package static func ask(_ base: String, _ client: CurlClient) async throws -> ServerSummary {
        let response = try await client.perform(CurlRequest(url: "\(base)/_control/summary", timeout: .seconds(5)))
        return try JSONDecoder().decode(ServerSummary.self, from: Data(response.body))
    }
}

/// The records of an export that the simulated server has.
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

    /// Counts them by distinct log id.
    package static func count(journal: String) -> Int {
        var ids: Set<String> = []
        for line in journal.split(separator: "\n") {
            guard let record = (try? JSONDecoder().decode(Entry.self, from: Data(line.utf8)))?.record else { continue }
            if record.content?.source?.type == "apple_health" { ids.insert(record.logID) }
        }
        return ids.count
    }
}
