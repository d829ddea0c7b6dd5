internal import FoundationEssentials
public import MessageBus
internal import VitalRecords

extension BusEnvironment {
    /// The system's clock, and UUIDv7 ids.
    public static var system: BusEnvironment {
        BusEnvironment(
            now: { Date() },
            newID: { UUID.v7(at: Date()).lowercaseString },
            clock: ContinuousClock()
        )
    }
}
