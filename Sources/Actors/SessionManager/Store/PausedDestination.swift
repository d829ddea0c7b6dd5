public import DeliveryRules
public import FoundationEssentials

/// A destination to which nothing is sent, except a probe.
public struct PausedDestination: Sendable, Hashable {
    /// The destination.
    public let api: String
    /// Why.
    public let reason: String
    /// Since when.
    public let pausedAt: Date
    /// When a single record may be granted again as a probe, on the owner's boot clock.
    public let nextProbe: BootInstant
}
