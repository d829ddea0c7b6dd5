internal import SeededRandom

/// Decides when the scenario's faults strike.
struct FaultPlan: Sendable {
    /// The faults in the scenario's order.
    private(set) var faults: [ScenarioFault] = []
    private let seed: UInt64
    private var struck: [Int] = []
    private var random: [SplitMix64] = []

    /// Makes a plan; every fault has random numbers of its own, so that one does not shift another.
    init(_ faults: [ScenarioFault], seed: UInt64) {
        self.seed = seed
        for fault in faults { add(fault) }
    }

    /// Adds a fault and gives its place.
    @discardableResult
    mutating func add(_ fault: ScenarioFault) -> Int {
        random.append(SplitMix64(seed: seed, stream: 1000 + UInt64(faults.count)))
        struck.append(0)
        faults.append(fault)
        return faults.count - 1
    }

    /// Lets no fault strike any more, and says how many there are; those under way end by themselves.
    mutating func clear() -> Int {
        for index in faults.indices { faults[index].count = 0 }
        return faults.count
    }

    /// How often faults of each kind have struck.
    var struckByKind: [String: Int] {
        var counts: [String: Int] = [:]
        for index in faults.indices { counts[faults[index].kind.rawValue, default: 0] += struck[index] }
        return counts
    }

    /// The fault of a kind that strikes a device now; it counts as struck.
    ///
    /// - Parameter condition: What else must hold for the fault.
    mutating func strike(
        _ kind: FaultKind,
        _ device: String?,
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

    /// Whether a timed fault happens at its time, and when its next time is.
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
