internal import BlueZ
internal import BusContract
internal import DeviceCodecs
internal import DeviceDrivers
internal import MessageBus
internal import Outbox
internal import StoreEngine

/// Maps failures to the mobile SDK's reasons, by the error and the step that failed.
enum FailureTable {
    /// The step of the work.
    enum Step: Sendable, Hashable, CaseIterable {
        /// Waiting for the device to come into sight.
        case searching
        /// Connecting to the device.
        case connecting
        /// Pairing with the device.
        case pairing
        /// Waiting for a measurement, or receiving it.
        case reading
    }

    /// The reason of an error.
    static func reason(_ error: any Error, at step: Step) -> ReaderFailure {
        switch error {
        case let error as BlueZError: reason(error, step: step)
        case let error as ReadFailure: ReaderFailure(rawValue: error.code)
        case is CodecError: .unreadable
        case is MissingPart: .missingPart
        case is StoreError: .storeUnavailable
        case is CancellationError: .cancelled
        case let error as BusError: reason(error, step: step)
        default: step == .pairing ? .pairingFailed : .communication
        }
    }

    private static func reason(_ error: BlueZError, step: Step) -> ReaderFailure {
        let off: [BlueZError.Code] = [
            .busUnavailable, .serviceNotRunning, .noAdapter, .ambiguousAdapter, .adapterBlocked, .adapterPoweredOff,
            .accessDenied,
        ]
        if off.contains(error.code) { return .bluetoothOff }
        if error.detail?.contains("adapter-not-powered") == true { return .bluetoothOff }
        switch error.code {
        case .timeout: return timeout(at: step)
        case .deviceGone: return step == .pairing ? .connection : timeout(at: step)
        case .connectFailed: return .connection
        case .pairingFailed: return .pairingFailed
        case .notPaired: return step == .pairing ? .pairingFailed : .notPaired
        case .notConnected: return step == .reading ? .communication : .connection
        default: return step == .pairing ? .pairingFailed : .communication
        }
    }

    /// Whether a reading failed because the model needs a pairing and has none: it ends the link or refuses requests.
    ///
    /// Bringing such a device nearer does not help.
    static func isWantOfPairing(_ reason: ReaderFailure, at step: Step, of peripheral: Peripheral?, isBonded: Bool)
        -> Bool
    {
        step != .pairing && !isBonded && peripheral?.requiresPairing == true
            && [.connection, .communication].contains(reason)
    }

    private static func timeout(at step: Step) -> ReaderFailure {
        switch step {
        case .searching, .connecting: .connectionTimeout
        case .pairing: .pairingFailed
        case .reading: .readingTimeout
        }
    }

    private static func reason(_ error: BusError, step: Step) -> ReaderFailure {
        switch error.code {
        case .storeUnavailable, .noSpace: .storeUnavailable
        case .busy: .busy
        case .timeout: .readingTimeout
        case .cancelled: .cancelled
        case .deadlineExceeded: timeout(at: step)
        default: step == .pairing ? .pairingFailed : .communication
        }
    }
}

extension FailureTable {
    /// An error as sent over the bus.
    static func fault(of error: any Error) -> WireFault {
        switch error {
        case let error as BlueZError:
            WireFault(code: error.code.rawValue, message: error.message, retriable: error.isRetriable)
        case let error as CodecError:
            WireFault(code: error.code.rawValue, message: error.message, retriable: false)
        case let error as BusError: WireFault(error)
        case let error as MissingPart: WireFault(error)
        case let error as ReadFailure:
            WireFault(code: error.code, message: error.message, retriable: error.isRetriable)
        default: WireFault(code: "failed", message: error.plainWords, retriable: true)
        }
    }

    /// An error's code as the activity log names it.
    static func code(of error: any Error) -> String {
        error is CancellationError ? BusError.Code.cancelled.rawValue : fault(of: error).code
    }
}

extension WireFault {
    /// A missing part as sent over the bus.
    init(_ part: MissingPart) {
        self.init(code: part.code.rawValue, message: part.message, retriable: part.isRetriable)
    }
}

extension BusErrorCode {
    /// A person cancelled the work.
    static let cancelled = Self(rawValue: "cancelled")
    /// The device is not among the allowed ones.
    static let notAllowed = Self(rawValue: "notAllowed")
    /// The time limit passed.
    static let timeout = Self(rawValue: "timeout")
    /// The hub's Bluetooth is off, blocked or absent.
    static let bluetoothOff = Self(rawValue: "bluetoothOff")
    /// The seat has no session.
    static let noUser = Self(rawValue: "noUser")
}
