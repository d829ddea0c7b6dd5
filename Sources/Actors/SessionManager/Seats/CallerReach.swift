internal import BusContract
internal import MessageBus
internal import QueueStore

extension SeatRoll {
    /// The seats that a caller may list; nil for all.
    ///
    /// The command line on a joined hub's box sees only its own hub's seats; ``Reach/table`` limits what it may name.
    func reach(of caller: BusAddress) -> Set<String>? {
        caller.actor == BusRole.vitalbus.rawValue ? seats(of: caller.hub) : nil
    }

    /// The held readings that a caller may list; nil for all.
    func heldReach(of caller: BusAddress) -> HeldReach? {
        reach(of: caller).map { HeldReach(hub: caller.hub, seats: $0) }
    }
}
