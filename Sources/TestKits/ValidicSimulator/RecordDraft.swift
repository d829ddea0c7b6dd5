/// A record that passed its API's checks and is not yet accepted.
struct RecordDraft: Sendable {
    let api: String
    let user: SimulatedUser
    let type: String
    let logID: String
    let content: JSONValue

    func record(id: String) -> SimulatedRecord {
        SimulatedRecord(
            id: id,
            api: api,
            organization: user.organization,
            user: user.uid,
            type: type,
            logID: logID,
            content: content
        )
    }
}
