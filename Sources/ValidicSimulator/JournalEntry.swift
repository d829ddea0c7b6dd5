/// One line of the journal: what was accepted, as which act.
struct JournalEntry: Codable, Hashable, Sendable {
    let act: Act
    let record: SimulatedRecord

    /// What accepting did.
    enum Act: String, Codable, Sendable {
        case create
        case update
        case `repeat`
        case delete
    }
}
