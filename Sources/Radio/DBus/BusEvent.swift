/// What the event sources of a ``BusLink`` tell its owner, by the link's own numbers.
enum BusEvent: Sendable {
    /// A watch's descriptor is ready, with libdbus's flags.
    case watch(Int, UInt32)
    /// A timeout is due.
    case timeout(Int)
}
