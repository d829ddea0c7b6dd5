import Foundation

/// What the cloud has of what was measured.
struct FarEnd: Sendable {
    /// Readings that it has not.
    private(set) var lost = 0
    /// Records that were made a second time.
    private(set) var doubled = 0
    /// Records that were not measured for that person.
    private(set) var wrongPerson = 0

    private struct Line: Decodable {
        struct Record: Decodable, Hashable {
            let user: String
            let logID: String
        }
        let act: String
        let record: Record
    }

    /// Holds the cloud's journal against what was committed.
    ///
    /// A log id follows from its person and the reading's key, so that a record on another person is unexpected.
    ///
    /// - Throws: What reading the journal throws.
    init(journal: String, readings: [ReadingFacts]) throws {
        let wanted = Set(readings.map { Line.Record(user: $0.user, logID: $0.logID) })
        var found: Set<Line.Record> = []
        for text in try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n") {
            let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
            guard line.act == "create" else { continue }
            if !found.insert(line.record).inserted { doubled += 1 }
        }
        lost = wanted.subtracting(found).count
        wrongPerson = found.subtracting(wanted).count
    }
}
