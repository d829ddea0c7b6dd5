import Foundation

/// What the simulated server wrote down as accepted.
struct ServerJournal: Sendable {
    /// One person's record.
    struct Name: Hashable, Sendable {
        let user: String
        let logID: String
    }

    private struct Line: Decodable {
        struct Record: Decodable {
            let user: String
            let logID: String
        }
        let act: String
        let record: Record
        let at: Int64
    }

    /// When each was accepted first, in milliseconds since 1970.
    private(set) var accepted: [Name: Int64] = [:]
    /// How many records were made beyond the first of a name.
    private(set) var duplicates = 0

    /// Reads the journal; its last line may be unfinished while the server runs.
    init(_ content: Data) {
        let decoder = JSONDecoder()
        for text in content.split(separator: 0x0A) {
            guard let line = try? decoder.decode(Line.self, from: text), line.act == "create" else { continue }
            let name = Name(user: line.record.user, logID: line.record.logID)
            if accepted[name] == nil { accepted[name] = line.at } else { duplicates += 1 }
        }
    }
}
