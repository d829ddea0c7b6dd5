internal import BlueZ
internal import DeviceCodecs
internal import DeviceDrivers
internal import FoundationEssentials

/// How one passive reading ended.
enum PassiveOutcome: Sendable, Hashable {
    /// Readings came.
    case done
    /// The device ended in order and had nothing to give.
    case empty
    /// The device was there and gave no value in time.
    case noReading
    /// The link broke, but not before more of the memory was read than ever.
    case advanced
    /// Something on the way failed.
    case failed
    /// The device wants a pairing first; trying again helps only after one.
    case notPaired
    /// A key, a license or a driver is missing; trying again helps only once it is there.
    case missingPart
    /// It was stopped for work in the foreground, or before anything was asked of the device.
    case stopped
    /// Another hub has the device, until then unless it tells more.
    case yielded(until: Date)
}

extension PassiveOutcome {
    /// What a reading's end means for the next one.
    ///
    /// - Parameter isStopped: Whether it was asked to end.
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

/// What passive reading has to know of a device model.
struct PassiveModel: Sendable, Hashable {
    /// Whether it advertises before a measurement only, so that new content of its advertisement is a new use.
    var isAnnounced = false
    /// After so long a device that was read is read again, also when it never stopped advertising; nil for the usual time.
    var rearm: TimeInterval?
    /// For so long the advertisement must stay the same before the device is connected (Yonker cuffs advertise before they are ready).
    var connectDelay: TimeInterval = 0
}

extension PassiveModel {
    /// What the catalogue says of a model.
    init(_ peripheral: Peripheral) {
        self.init(
            isAnnounced: peripheral.advertises == .beforeMeasurement,
            rearm: peripheral.rearmSeconds.map(Double.init),
            connectDelay: Double(peripheral.connectDelay ?? 0) / 1_000
        )
    }

    /// The models of a catalogue that are not like the others, by peripheral ID.
    static func models(of catalogue: PeripheralCatalogue) -> [Int: PassiveModel] {
        let models = catalogue.peripherals.map { ($0.id, PassiveModel($0)) }
        return Dictionary(models.filter { $0.1 != PassiveModel() }, uniquingKeysWith: { first, _ in first })
    }
}
