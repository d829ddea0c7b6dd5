internal import BusContract
internal import FoundationEssentials

extension PassiveMachine {
    /// What a device does.
    enum Phase: Sendable, Hashable {
        /// It is read when it is sighted.
        case armed
        /// Its turn has not come.
        case waiting
        /// It is being read.
        case reading
        /// It was read and still advertises.
        case cooling(since: Date, content: Advertisement)
        /// It was read and is silent.
        case quiet(armedAt: Date)
        /// A reading failed.
        case failed(retryAt: Date, attempts: Int)
        /// It was there and gave no value.
        case resting(retryAt: Date, content: Advertisement?)
        /// Nothing helps but a pairing or a missing part.
        case barred(until: Date, isPairing: Bool)
        /// Another hub reads it.
        case claimed(until: Date)

        /// The word in `state/passive`.
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
        /// The latest sighting; nil while it is silent.
        var sighting: PeripheralSighted?
        /// When that came.
        var sightedAt: Date
        /// Since when the advertisement is the same.
        var steadySince: Date
        var peripheralID: Int
        var attempts = 0
        var rests = 0
    }
}
