internal import SeededRandom

/// Decides when the scenario's faults strike.
struct FaultPlan: Sendable {
    /// The faults in the scenario's order.
    let faults: [ScenarioFault]
    private var struck: [Int]
    private var random: [SplitMix64]

    /// Makes a plan; every fault has random numbers of its own, so that one does not shift another.
    init(_ faults: [ScenarioFault], seed: UInt64) {
        self.faults = faults
        struck = faults.map { _ in 0 }
        random = faults.indices.map { SplitMix64(seed: seed, stream: 1000 + UInt64($0)) }
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
