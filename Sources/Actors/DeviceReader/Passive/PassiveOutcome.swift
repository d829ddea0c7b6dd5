internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials

/// How one passive reading ended.
enum PassiveOutcome: Sendable, Hashable {
    /// The device sent readings.
    case done
    /// The device ended normally and had no readings.
    case empty
    /// The device was present but sent no value in time.
    case noReading
    /// The link broke, but more of the memory was read than before.
    case advanced
    /// A step failed.
    case failed
    /// The device needs a pairing; a retry helps only after one.
    case notPaired
    /// A key, license or driver is missing; a retry helps only after it was added.
    case missingPart
    /// Stopped for foreground work, or before any request to the device.
    case stopped
    /// Another hub has the device, until its claim expires or is renewed.
    case yielded(until: Date)
}

extension PassiveOutcome {
    /// Creates the outcome of a reading.
    ///
    /// - Parameter isStopped: Whether a stop was requested.
    init(_ result: Result<LinkResult, any Error>, isStopped: Bool) {
        switch result {
        case .success(let link): self.init(link, isStopped: isStopped)
        case .failure(let error as BlueZError) where error.code == .notPaired: self = .notPaired
        case .failure(is MissingPart): self = .missingPart
        case .failure(is CancellationError): self = .stopped
        case .failure: self = isStopped ? .stopped : .failed
        }
    }

    private init(_ link: LinkResult, isStopped: Bool) {
        guard link.failure == nil else {
            self = .failed
            return
        }
        switch link.end {
        case .done where !link.readings.isEmpty: self = .done
        // Unreadable frames will be repeated, and do not mean that no measurement was taken.
        case .done: self = link.unreadable.isEmpty ? .noReading : .failed
        case .empty: self = .empty
        case .noReading: self = link.unreadable.isEmpty ? .noReading : .failed
        case .failed(.notPaired): self = .notPaired
        case .partial(.linkLost) where link.hasMovedOn && !isStopped: self = .advanced
        case .stopped: self = .stopped
        case .partial, .failed: self = isStopped ? .stopped : .failed
        }
    }
}

/// What passive reading needs to know about a device model.
struct PassiveModel: Sendable, Hashable {
    /// Whether it advertises only before a measurement, so that a changed advertisement indicates a new use.
    var isAnnounced = false
    /// The time after which a device that never stops advertising is read again, in seconds; nil for the default.
    var rearm: TimeInterval?
    /// How long the advertisement must stay unchanged before connecting, in seconds; Yonker cuffs need this.
    var connectDelay: TimeInterval = 0
    /// Whether it is read on a cable, without a radio.
    var isOnCable = false
}

extension PassiveModel {
    /// Reads the rules from a catalogue entry.
    init(_ peripheral: Peripheral) {
        self.init(
            isAnnounced: peripheral.advertises == .beforeMeasurement,
            rearm: peripheral.rearmSeconds.map(Double.init),
            connectDelay: Double(peripheral.connectDelay ?? 0) / 1_000,
            isOnCable: peripheral.isOnCable
        )
    }

    /// The models of a catalogue with special rules, by peripheral ID.
    static func models(of catalogue: PeripheralCatalogue) -> [Int: PassiveModel] {
        let models = catalogue.peripherals.map { ($0.id, PassiveModel($0)) }
        return Dictionary(models.filter { $0.1 != PassiveModel() }, uniquingKeysWith: { first, _ in first })
    }
}
