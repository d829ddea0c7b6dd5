/// One client's discovery.
struct DiscoverySession: Sendable {
    /// Whether StartDiscovery was called.
    var isActive = false
    /// The filter; nil without one.
    var filter: DiscoveryFilter?
}
