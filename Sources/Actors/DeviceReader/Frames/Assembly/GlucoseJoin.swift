internal import DeviceCodecs
internal import FoundationEssentials

/// Joins glucose measurements with their contexts by sequence number.
///
/// A measurement that announces a context waits for it until the link ends, because the context may change the value's
/// meaning. Other measurements are delivered at once; a context that arrives later updates them.
struct GlucoseJoin: Sendable {
    private struct Waiting: Sendable {
        let measurement: DeviceMeasurement
        var rows: [Int64]
        let at: Date
    }

    private var waiting: [(number: UInt16, entry: Waiting)] = []
    /// Measurements delivered without a context, the latest for each number.
    private var told: [UInt16: DeviceMeasurement] = [:]
    /// Measurements delivered with a context.
    private var joined: [UInt16: Set<DeviceMeasurement>] = [:]
    /// Contexts that arrived before their measurement.
    private var early: [UInt16: (context: GlucoseContext, row: Int64)] = [:]

    mutating func add(_ measurement: DeviceMeasurement, frame: ArrivedFrame) -> [AssembledFrames] {
        var result = AssembledFrames(rows: [frame.row], receivedAt: frame.at)
        guard case .glucoseRecord(let number)? = measurement.partner else {
            result.measurement = measurement
            return [result]
        }
        // This record is a repeat, requested because another one was missing.
        if told[number] == measurement || joined[number]?.contains(measurement) == true { return [result] }
        if let index = waiting.firstIndex(where: { $0.number == number && $0.entry.measurement == measurement }) {
            waiting[index].entry.rows.append(frame.row)
            return []
        }
        if let other = early.removeValue(forKey: number) {
            result.rows.append(other.row)
            result.measurement = measurement.joined(with: other.context)
            joined[number, default: []].insert(measurement)
        } else if measurement.awaitsPartner {
            waiting.append((number, Waiting(measurement: measurement, rows: [frame.row], at: frame.at)))
            return []
        } else {
            result.measurement = measurement
            told[number] = measurement
        }
        return [result]
    }

    mutating func add(_ context: GlucoseContext, frame: ArrivedFrame) -> [AssembledFrames] {
        var result = AssembledFrames(rows: [frame.row], receivedAt: frame.at)
        let number = context.sequence
        if let index = waiting.firstIndex(where: { $0.number == number }) {
            let entry = waiting.remove(at: index).entry
            result.rows += entry.rows
            result.receivedAt = entry.at
            result.measurement = entry.measurement.joined(with: context)
            joined[number, default: []].insert(entry.measurement)
        } else if let measurement = told.removeValue(forKey: number) {
            result.measurement = measurement.joined(with: context)
            joined[number, default: []].insert(measurement)
        } else if joined[number] == nil, early[number] == nil {
            early[number] = (context, frame.row)
            return []
        }
        return [result]
    }

    mutating func flush() -> [AssembledFrames] {
        let alone = waiting.map { _, entry in
            AssembledFrames(rows: entry.rows, measurement: entry.measurement, receivedAt: entry.at)
        }
        let orphans = early.values.map { AssembledFrames(rows: [$0.row], receivedAt: .distantPast, isOrphan: true) }
        waiting = []
        early = [:]
        return alone + orphans
    }
}
