internal import Foundation

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
