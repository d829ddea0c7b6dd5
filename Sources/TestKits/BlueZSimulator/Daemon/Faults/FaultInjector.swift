/// Injects faults, both scheduled ones and those triggered by an operation.
final class FaultInjector {
    private unowned let world: Simulation
    private var plan: FaultPlan

    init(_ world: Simulation) {
        self.world = world
        plan = FaultPlan(world.scenario.faults, seed: world.scenario.seed)
    }

    /// Adds a fault, and schedules it if it occurs at a time.
    func add(_ fault: ScenarioFault) {
        let index = plan.add(fault)
        if fault.kind.isTimed { world.queue.add(.fault(index), at: fault.at) }
    }

    /// Disables all faults and returns their number; active ones end by themselves.
    func clear() -> Int { plan.clear() }

    /// How often faults of each kind have occurred.
    var struckByKind: [String: Int] { plan.struckByKind }

    /// Whether a fault of a kind meets the adapter now; logs it.
    func strikesAdapter(_ kind: FaultKind) -> Bool {
        guard plan.strike(kind, device: nil, at: world.now) != nil else { return false }
        world.exports.log(.init(.fault, at: world.now, fault: kind.rawValue))
        return true
    }

    func timedFault(_ index: Int) {
        let fault = plan.faults[index]
        let (happens, next) = plan.timed(index, at: world.now)
        if let next { world.queue.add(.fault(index), at: next) }
        guard happens else { return }
        world.exports.log(.init(.fault, at: world.now, device: fault.device, fault: fault.kind.rawValue))
        strikeDaemon(fault)
        for device in world.devices.indices where !world.peers[device].isRemoved {
            if fault.device == nil || fault.device == world.devices[device].script.address {
                strikeDevice(device, fault: fault)
            }
        }
        if let end = lasts(fault) { world.queue.add(.faultEnds(index), at: world.now + end) }
    }

    /// The duration of a fault; nil if another event ends it, or nothing does.
    private func lasts(_ fault: ScenarioFault) -> Duration? {
        switch fault.kind {
        case .daemonHang: fault.seconds ?? .seconds(10)
        case .discoveryStuck, .adapterRemoved, .adapterPoweredOff, .adapterBlocked, .secondAdapter: fault.seconds
        default: nil
        }
    }

    private func strikeDaemon(_ fault: ScenarioFault) {
        switch fault.kind {
        case .discoveryStuck: world.discovery.stuck = fault.clearedBy
        case .adapterRemoved: world.adapter.removeAdapter()
        case .adapterBack: world.adapter.adapterAppears(fault.adapter ?? world.adapter.name)
        case .adapterPoweredOff: world.adapter.setPowered(false)
        case .adapterBlocked: world.adapter.setBlocked(true)
        case .secondAdapter: world.spare.secondAdapterAppears(fault.adapter ?? "hci1")
        case .daemonHang: world.daemon.startHang()
        case .daemonRestart:
            world.daemon.stopDaemon()
            world.queue.add(.daemonStarts, at: world.now + (fault.seconds ?? .milliseconds(500)))
        default: break
        }
    }

    private func strikeDevice(_ device: Int, fault: ScenarioFault) {
        switch fault.kind {
        case .staleBond: world.surroundings.tell(device, input: .forgetBond)
        case .addressChanges: world.surroundings.changeAddress(device)
        case .clockJumps:
            let jump = Int((fault.seconds ?? .seconds(3600)) / .seconds(1))
            world.surroundings.tell(device, input: .clockOffset(world.devices[device].clock.offset + jump))
        case .disappears: world.surroundings.disappear(device, for: fault.seconds)
        default: break
        }
    }

    func faultEnds(_ index: Int) {
        let fault = plan.faults[index]
        switch fault.kind {
        case .discoveryStuck: world.discovery.stuck = nil
        case .adapterRemoved: world.adapter.adapterAppears(fault.adapter ?? world.adapter.name)
        case .adapterPoweredOff: world.adapter.setPowered(true)
        case .adapterBlocked: world.adapter.setBlocked(false)
        case .secondAdapter: world.spare.secondAdapterGoes()
        case .daemonHang: world.daemon.endHang()
        default: break
        }
    }

    /// Returns the fault of a kind that a device suffers now, and logs it.
    func strike(
        _ kind: FaultKind,
        at index: Int,
        where condition: (ScenarioFault) -> Bool = { _ in true }
    ) -> ScenarioFault? {
        let address = world.devices[index].script.address
        guard let fault = plan.strike(kind, device: address, at: world.now, where: condition) else { return nil }
        world.exports.log(.init(.fault, at: world.now, device: address, fault: kind.rawValue))
        return fault
    }
}
