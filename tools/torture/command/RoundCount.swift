/// Compares what the producers committed with what the server accepted and the session manager keeps; pure.
struct RoundCount {
    /// What was committed, each reading once.
    let committed: [Commitment]
    /// What the server wrote down.
    let journal: ServerJournal
    /// How often each log id was announced as submitted.
    let told: [String: Int]
    /// What is not to be delivered, because its session ended or none had begun.
    let kept: Kept
    /// When processes came back, in milliseconds since 1970.
    let returns: [Int64]
    /// What the glucose meter measured; nil without one.
    var meter: MeterCount?
    /// The photos that were read; nil where none were.
    var photos: PhotoCount?

    /// The sums.
    func result() -> RoundResult {
        var result = RoundResult()
        result.committed = committed.count
        for reading in committed { place(reading, &result) }
        let permitted = Set(committed.lazy.flatMap(\.names))
        result.misbooked += journal.accepted.keys.count { !permitted.contains($0) }
        result.duplicates = journal.duplicates
        result.mistold = kept.untoldEnds + journal.accepted.keys.count { isMistold($0.logID) }
        let there = Set(journal.accepted.keys.lazy.map(\.logID))
        result.mistold += kept.unsynced.count { logID, isUnknown in !isUnknown && there.contains(logID) }
        result.recoveries = recoveries
        meter?.judge(journal, kept, &result)
        photos?.judge(journal, kept, &result)
        return result
    }

    private func place(_ reading: Commitment, _ result: inout RoundResult) {
        switch fate(of: reading) {
        case .atServer(let people):
            result.atServer += 1
            // Two people of one seat cannot both have measured it.
            result.misbooked += people - 1
        case .unsynced: result.unsynced += 1
        case .held: result.held += 1
        case .lost: result.lost += 1
        }
    }

    private func isMistold(_ logID: String) -> Bool {
        let count = told[logID] ?? 0
        return count != 1 && !(count == 0 && kept.unsynced[logID] == true)
    }

    /// From each return until the last reading that was committed by then is at the server.
    private var recoveries: [Double] {
        let pairs = committed.compactMap { reading in
            reading.names.compactMap { journal.accepted[$0] }.min().map { (committed: reading.at, accepted: $0) }
        }
        return returns.map { moment in
            let last = pairs.lazy.filter { $0.committed <= moment }.map(\.accepted).max() ?? moment
            return Double(max(0, last - moment)) / 1_000
        }
    }
}
