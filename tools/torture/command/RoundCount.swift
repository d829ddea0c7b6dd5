import Foundation
import LineFixture
import TortureGround
import VitalRecords

/// Compares what the producers committed with what the server accepted.
struct RoundCount {
    let system: TortureSystem
    /// When processes came back, in milliseconds since 1970.
    let returns: [Int64]

    /// What was committed, each with the moment of the first commit.
    static func committed(_ system: TortureSystem) throws -> [ServerJournal.Name: Int64] {
        let devices = try Ward.devices(siteSecret: system.deviceSecret).map(\.description)
        let numbers = Dictionary(uniqueKeysWithValues: devices.enumerated().map { ($1, $0) })
        var all: [ServerJournal.Name: Int64] = [:]
        for path in system.outboxes where FileManager.default.fileExists(atPath: path) {
            for entry in try TruthTable.read(path).entries {
                guard let number = numbers[entry.device], let key = ReadingKey(rawValue: entry.readingKey)
                else {
                    continue
                }
                let user = Ward.person(number).user
                let logID = LogID.derive(
                    sessionUser: user,
                    organization: LineSetup.organization,
                    readingKey: key
                )
                let name = ServerJournal.Name(user: user, logID: logID.rawValue)
                all[name] = min(all[name] ?? .max, entry.at)
            }
        }
        return all
    }

    /// How many readings wait in the outboxes.
    static func waiting(_ outboxes: [String]) throws -> Int {
        try outboxes.reduce(0) { $0 + (try TruthTable.read($1).waiting) }
    }

    /// The sums; everything but the server's faults is stopped.
    func result() throws -> RoundResult {
        let committed = try Self.committed(system)
        let journal = try ServerJournal(system.folder.journal)
        let told = try Ledgers.told(system.queue)
        var result = RoundResult()
        result.committed = committed.count
        result.atServer = committed.keys.count { journal.accepted[$0] != nil }
        result.lost = committed.count - result.atServer
        result.duplicates = journal.duplicates
        result.misbooked = journal.accepted.keys.count { committed[$0] == nil }
        result.resent = try Ledgers.resent(system.ledgers)
        result.mistold = journal.accepted.keys.count { told[$0.logID] != 1 }
        result.recoveries = recoveries(committed, journal)
        return result
    }

    /// From each return until the last reading that was committed by then is at the server.
    private func recoveries(_ committed: [ServerJournal.Name: Int64], _ journal: ServerJournal) -> [Double] {
        let pairs = committed.compactMap { name, at in journal.accepted[name].map { (committed: at, accepted: $0) } }
        return returns.map { moment in
            let last = pairs.lazy.filter { $0.committed <= moment }.map(\.accepted).max() ?? moment
            return Double(max(0, last - moment)) / 1_000
        }
    }
}
