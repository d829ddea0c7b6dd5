internal import BusContract
internal import FoundationEssentials

extension PassiveMachine {
    /// The phase of a device.
    enum Phase: Sendable, Hashable {
        /// To be read at the next sighting.
        case armed
        /// Queued.
        case waiting
        /// Being read.
        case reading
        /// Read, and still advertising.
        case cooling(since: Date, content: Advertisement)
        /// Read, and silent.
        case quiet(armedAt: Date)
        /// The last reading failed.
        case failed(retryAt: Date, attempts: Int)
        /// In sight, but sent no value.
        case resting(retryAt: Date, content: Advertisement?)
        /// Waits for a pairing or a missing part.
        case barred(until: Date, isPairing: Bool)
        /// Read by another hub.
        case claimed(until: Date)

        /// The phase's name in `state/passive`.
        var word: PassiveState.Device.Phase {
            switch self {
            case .armed: .armed
            case .waiting, .reading: .reading
            case .cooling, .quiet: .cooling
            case .failed: .failed
            case .resting: .noReading
            case .barred(_, let isPairing): isPairing ? .notPaired : .missingPart
            case .claimed: .claimed
            }
        }
    }

    /// The state of one device.
    struct Device: Sendable {
        var phase = Phase.armed
        /// The latest sighting; nil while the device is silent.
        var sighting: PeripheralSighted?
        /// The time of the last sighting.
        var sightedAt: Date
        /// Since when the advertisement has been unchanged.
        var steadySince: Date
        var peripheralID: Int
        var attempts = 0
        var rests = 0
        /// Its place among those that wait; nil if it has not waited since its last turn.
        var place: Place?

        /// Whether it is read before another one that also waits.
        func precedes(_ other: Device) -> Bool {
            guard let place, let other = other.place else { return place != nil }
            return place < other
        }
    }

    /// A device's place among those that wait for their turn.
    struct Place: Sendable, Hashable, Comparable {
        /// Since when it counts as due.
        let dueAt: Date
        /// Decides between equal times.
        let number: Int

        static func < (one: Self, other: Self) -> Bool { (one.dueAt, one.number) < (other.dueAt, other.number) }
    }
}
