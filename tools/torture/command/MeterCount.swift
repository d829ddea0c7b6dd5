import SimulatedHub
import TortureGround

/// Compares what a glucose meter measured with what the server has of it; pure.
///
/// A record is known by its value, and its person by the time that the meter gave it: nothing of the system that is
/// under test, neither its keys nor its times, has a say in it.
struct MeterCount: Sendable {
    /// One record and whose it may be.
    struct Record: Sendable, Hashable {
        let value: Int
        let measuredAt: Int64
        let owners: Set<String>
    }

    /// The meter's clock shows whole seconds, and the one that it is compared with does not.
    private static let coarseness: Int64 = 3_000
    /// Its second began up to a second ago when it is shown, and up to two when the clock was set in whole seconds.
    private static let middle: Int64 = 1_000

    /// How many records it was to make.
    let expected: Int
    /// What it made.
    let records: [Record]

    init(expected: Int, records: [Record]) {
        self.expected = expected
        self.records = records
    }

    /// Takes the meter's own log and who had it when.
    init(_ truth: GroundTruth, _ stays: [Stay]) {
        self.init(
            expected: MeterScript.count,
            records: MeterScript.records(truth).map { record in
                let time = record.measuredAt + Self.middle
                let owners = stays.filter { $0.mayHold(time, leeway: Self.coarseness) }.map(\.user)
                return Record(value: record.value, measuredAt: time, owners: Set(owners))
            }
        )
    }

    /// Adds what became of the records.
    ///
    /// A record between two persons may be held instead of sent.
    func judge(_ journal: ServerJournal, _ kept: Kept, _ result: inout RoundResult) {
        let found = Dictionary(grouping: journal.glucose) { $0.value.value }
        result.meter += records.count
        // What was never measured cannot arrive: the round shows less than it was to show.
        result.meterLost += max(0, expected - records.count)
        for record in records {
            let there = found[Double(record.value)] ?? []
            let held = kept.heldGlucose.count { $0 == Double(record.value) }
            let isOpen = record.owners.count > 1
            if isOpen {
                result.meterOpen += 1
                result.meterHeld += held
            }
            if there.isEmpty, held == 0 || !isOpen { result.meterLost += 1 }
            result.meterDoubled += max(0, there.count + held - 1)
            result.meterMisbooked += there.count { !record.owners.contains($0.key.user) }
            result.meterMistimed += there.count { !isRight($0.value.time, of: record) }
        }
        let known = Set(records.map { Double($0.value) })
        result.meterMisbooked += found.lazy.filter { !known.contains($0.key) }.reduce(0) { $0 + $1.value.count }
    }

    private func isRight(_ time: Int64?, of record: Record) -> Bool {
        time.map { abs($0 - record.measuredAt) <= Self.coarseness } ?? false
    }
}
