/// Where a ``DBusConnection`` stands.
enum ConnectionPhase {
    /// Never connected, or the first attempt failed.
    case idle
    /// A link is being made.
    case connecting
    case connected(uniqueName: String)
    /// Lost; the next attempt is due later.
    case waiting
    case closed
}
