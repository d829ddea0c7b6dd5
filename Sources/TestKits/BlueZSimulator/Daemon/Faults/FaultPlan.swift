internal import SeededRandom

/// Decides when the faults of the scenario occur.
struct FaultPlan: Sendable {
    /// The faults in scenario order.
    private(set) var faults: [ScenarioFault] = []
    private let seed: UInt64
    private var struck: [Int] = []
    private var random: [SplitMix64] = []

    /// Creates a plan; every fault has its own random numbers, so that faults do not affect each other.
    init(_ faults: [ScenarioFault], seed: UInt64) {
        self.seed = seed
        for fault in faults { add(fault) }
    }

    /// Adds a fault and returns its index.
    @discardableResult
    mutating func add(_ fault: ScenarioFault) -> Int {
        random.append(SplitMix64(seed: seed, stream: 1000 + UInt64(faults.count)))
        struck.append(0)
        faults.append(fault)
        return faults.count - 1
    }

    /// Disables all faults and returns their number; active ones end by themselves.
    mutating func clear() -> Int {
        for index in faults.indices { faults[index].count = 0 }
        return faults.count
    }

    /// How often faults of each kind have occurred.
    var struckByKind: [String: Int] {
        var counts: [String: Int] = [:]
        for index in faults.indices { counts[faults[index].kind.rawValue, default: 0] += struck[index] }
        return counts
    }

    /// Returns the fault of a kind that a device suffers now, and counts it.
    ///
    /// - Parameter condition: An additional condition for the fault.
    mutating func strike(
        _ kind: FaultKind,
        device: String?,
        at now: Duration,
        where condition: (ScenarioFault) -> Bool = { _ in true }
    ) -> ScenarioFault? {
        for index in faults.indices {
            let fault = faults[index]
            guard fault.kind == kind, fault.device == nil || fault.device == device, condition(fault),
                fault.at <= now, fault.until.map({ now <= $0 }) ?? true
            else { continue }
            if happens(index) { return fault }
        }
        return nil
    }

    /// Whether a timed fault occurs at its time, and the time of its next occurrence.
    mutating func timed(_ index: Int, at now: Duration) -> (happens: Bool, next: Duration?) {
        let happens = happens(index)
        let fault = faults[index]
        guard let every = fault.every, fault.until.map({ now + every <= $0 }) ?? true,
            struck[index] < fault.count ?? .max
        else { return (happens, nil) }
        return (happens, now + every)
    }

    private mutating func happens(_ index: Int) -> Bool {
        let fault = faults[index]
        guard struck[index] < fault.count ?? .max,
            fault.probability >= 1 || Double.random(in: 0..<1, using: &random[index]) < fault.probability
        else { return false }
        struck[index] += 1
        return true
    }
}
