internal import BusContract
internal import MessageBus
internal import QueueStore

extension SeatRoll {
    /// The seats that a caller's lists have; nil for all.
    ///
    /// The command line of a joined hub's box sees its own hub's; what it may name is bounded by ``Reach/table``.
    func reach(of caller: BusAddress) -> Set<String>? {
        caller.actor == BusRole.vitalbus.rawValue ? seats(of: caller.hub) : nil
    }

    /// The held readings that a caller's lists have; nil for all.
    func heldReach(of caller: BusAddress) -> HeldReach? {
        reach(of: caller).map { HeldReach(hub: caller.hub, seats: $0) }
    }
}
