internal import SeededRandom

/// The faults asked for, and how often each has happened: request in, faults out.
struct FaultPlan: Sendable {
    private var entries: [Entry] = []

    private struct Entry: Sendable {
        let fault: Fault
        var generator: SplitMix64
        var matched = 0
        var happened = 0

        mutating func happens(path: String, method: String) -> Bool {
            if let wanted = fault.path, !path.contains(wanted) { return false }
            if let wanted = fault.method, wanted != method { return false }
            matched += 1
            guard matched > fault.skip ?? 0, happened < fault.count ?? .max else { return false }
            guard Double.random(in: 0..<1, using: &generator) < fault.probability ?? 1 else { return false }
            happened += 1
            return true
        }
    }

    init(_ faults: [Fault] = []) {
        entries = faults.map { Entry(fault: $0, generator: SplitMix64(seed: $0.seed ?? 0)) }
    }

    var faults: [Fault] { entries.map(\.fault) }

    /// The faults of one request: any number of `latency`, and the first of the others that happens.
    mutating func draw(path: String, method: String) -> [Fault] {
        var drawn: [Fault] = []
        for index in entries.indices {
            let isLatency = entries[index].fault.kind == .latency
            if !isLatency, drawn.contains(where: { $0.kind != .latency }) { continue }
            if entries[index].happens(path: path, method: method) { drawn.append(entries[index].fault) }
        }
        return drawn
    }
}
