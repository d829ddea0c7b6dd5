import Foundation

/// One line of the journal: what was accepted, as which act.
struct JournalEntry: Codable, Hashable, Sendable {
    let act: Act
    let record: SimulatedRecord
    /// When, in milliseconds since 1970; absent in journals of earlier versions.
    let at: Int64?

    /// Makes a line.
    init(act: Act, record: SimulatedRecord, at: Date = Date()) {
        self.act = act
        self.record = record
        self.at = Int64(at.timeIntervalSince1970 * 1_000)
    }

    /// What accepting did.
    enum Act: String, Codable, Sendable {
        case create
        case update
        case `repeat`
        case delete
    }
}
