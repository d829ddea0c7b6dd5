import Foundation
import SimulatedHub
import TortureGround
import VitalRecords

extension RoundCount {
    /// Cuffs tell whole seconds, and their clocks are corrected by what was read from them.
    private static let coarseness: Int64 = 3_000
    /// What two processes' clocks may differ by, which is rounding only.
    private static let rounding: Int64 = 20

    /// Reads what a system left; everything but the server is stopped.
    init(_ system: TortureSystem, stays: [Int: [Stay]], photos taken: [TakenPhoto], returns: [Int64]) throws {
        committed = try Self.committed(system, stays) + taken.compactMap(\.commitment)
        journal = ServerJournal(try Data(contentsOf: URL(filePath: system.folder.journal)))
        told = try Ledgers.told(system.queue)
        kept = try Ledgers.kept(system.queue)
        self.returns = returns
        meter = system.hasMeter ? MeterCount(GroundTruth(system.folder.truth), stays[Ward.meter] ?? []) : nil
        photos = taken.isEmpty ? nil : PhotoCount(taken)
    }

    /// What was committed, each reading once, by its first commit.
    private static func committed(_ system: TortureSystem, _ stays: [Int: [Stay]]) throws -> [Commitment] {
        let devices = try Ward.devices(siteSecret: system.deviceSecret).map(\.description)
        let numbers = Dictionary(uniqueKeysWithValues: devices.enumerated().map { ($1, $0) })
        return try entries(system.outboxes).compactMap { entry in
            guard let number = numbers[entry.device], let key = ReadingKey(rawValue: entry.readingKey) else {
                return nil
            }
            return commitment(entry, key, of: number, stays[number] ?? [])
        }
    }

    /// Whose a reading may be, by when it was measured.
    static func commitment(
        _ entry: TruthTable.Entry,
        _ key: ReadingKey,
        of device: Int,
        _ stays: [Stay]
    ) -> Commitment {
        let time = entry.measuredAt ?? entry.at
        let leeway = device >= Ward.count ? coarseness : rounding
        let people = stays.filter { $0.mayHold(time, leeway: leeway) }
        let isSure = stays.contains { $0.surelyHolds(time - leeway) && $0.surelyHolds(time + leeway) }
        return Commitment(
            readingKey: key.rawValue,
            device: device,
            at: entry.at,
            names: people.map { name($0, key) },
            ended: Set(people.filter { $0.surelyUntil != nil }.map { name($0, key) }),
            mayBeHeld: !isSure
        )
    }

    private static func name(_ stay: Stay, _ key: ReadingKey) -> ServerJournal.Name {
        let logID = LogID.derive(sessionUser: stay.user, organization: LineSetup.organization, readingKey: key)
        return ServerJournal.Name(user: stay.user, logID: logID.rawValue)
    }

    private static func entries(_ outboxes: [String]) throws -> [TruthTable.Entry] {
        var first: [String: TruthTable.Entry] = [:]
        for path in outboxes where FileManager.default.fileExists(atPath: path) {
            for entry in try TruthTable.read(path).entries {
                if let known = first[entry.readingKey], known.at <= entry.at { continue }
                first[entry.readingKey] = entry
            }
        }
        return Array(first.values)
    }

    /// How many distinct readings were committed so far.
    static func committedCount(_ outboxes: [String]) -> Int { (try? entries(outboxes).count) ?? 0 }

    /// How many readings wait in the outboxes.
    static func waiting(_ outboxes: [String]) throws -> Int {
        try outboxes.reduce(0) { $0 + (try TruthTable.read($1).waiting) }
    }
}
