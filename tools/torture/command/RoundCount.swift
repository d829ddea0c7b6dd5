import Foundation
import LineFixture
import TortureGround
import VitalRecords

/// Compares what the producers committed with what the server accepted; pure.
struct RoundCount {
    /// What was committed, each with the moment of the first commit in milliseconds since 1970.
    let committed: [ServerJournal.Name: Int64]
    /// What the server wrote down.
    let journal: ServerJournal
    /// How often each log id was told as submitted.
    let told: [String: Int]
    /// When processes came back, in milliseconds since 1970.
    let returns: [Int64]

    /// The sums.
    func result() -> RoundResult {
        var result = RoundResult()
        result.committed = committed.count
        result.atServer = committed.keys.count { journal.accepted[$0] != nil }
        result.lost = committed.count - result.atServer
        result.duplicates = journal.duplicates
        result.misbooked = journal.accepted.keys.count { committed[$0] == nil }
        result.mistold = journal.accepted.keys.count { told[$0.logID] != 1 }
        result.recoveries = recoveries
        return result
    }

    /// From each return until the last reading that was committed by then is at the server.
    private var recoveries: [Double] {
        let pairs = committed.compactMap { name, at in journal.accepted[name].map { (committed: at, accepted: $0) } }
        return returns.map { moment in
            let last = pairs.lazy.filter { $0.committed <= moment }.map(\.accepted).max() ?? moment
            return Double(max(0, last - moment)) / 1_000
        }
    }
}

extension RoundCount {
    /// Reads what a system left; everything but the server is stopped.
    init(_ system: TortureSystem, returns: [Int64]) throws {
        committed = try Self.committed(system)
        journal = ServerJournal(try Data(contentsOf: URL(filePath: system.folder.journal)))
        told = try Ledgers.told(system.queue)
        self.returns = returns
    }

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
}
