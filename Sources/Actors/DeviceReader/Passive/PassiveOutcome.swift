internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials

/// How one passive reading ended.
enum PassiveOutcome: Sendable, Hashable {
    /// The device sent readings.
    case done
    /// The device ended in order and had no readings.
    case empty
    /// The device was present and gave no value in time.
    case noReading
    /// The link broke after it brought more of the memory than any before.
    case advanced
    /// Some step failed.
    case failed
    /// The device needs a pairing; retrying helps only after one.
    case notPaired
    /// A key, a license or a driver is missing; retrying helps only once it is there.
    case missingPart
    /// Stopped for foreground work, or before anything was asked of the device.
    case stopped
    /// Another hub has the device; its claim expires then unless it is repeated.
    case yielded(until: Date)
}

extension PassiveOutcome {
    /// Makes the outcome of a reading.
    ///
    /// - Parameter isStopped: Whether the reading was told to stop.
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
        // Frames that nobody can read come again; it is no sign that nobody measured.
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
    /// Whether it advertises only before a measurement, so that a changed advertisement is a new use.
    var isAnnounced = false
    /// After so many seconds a device that never stopped advertising is read again; nil for the default.
    var rearm: TimeInterval?
    /// How many seconds the advertisement must stay the same before the device is connected, as Yonker cuffs need.
    var connectDelay: TimeInterval = 0
}

extension PassiveModel {
    /// Takes the rules of a catalogue entry.
    init(_ peripheral: Peripheral) {
        self.init(
            isAnnounced: peripheral.advertises == .beforeMeasurement,
            rearm: peripheral.rearmSeconds.map(Double.init),
            connectDelay: Double(peripheral.connectDelay ?? 0) / 1_000
        )
    }

    /// The models of a catalogue with special rules, by peripheral ID.
    static func models(of catalogue: PeripheralCatalogue) -> [Int: PassiveModel] {
        let models = catalogue.peripherals.map { ($0.id, PassiveModel($0)) }
        return Dictionary(models.filter { $0.1 != PassiveModel() }, uniquingKeysWith: { first, _ in first })
    }
}
