internal import BlueZ
internal import VitalRecords

/// Detects stale pairings: this hub still has its half, but the device has lost or replaced its own.
///
/// Causes are a removed battery, a pairing with a phone, or a meter that changes its keys; all look like a bad radio
/// link. Nothing is cleared here, because only a person may do that, with `forgetDevice`.
struct BondDiagnosis: Sendable {
    /// What a failure indicates about the pairing.
    enum Sign: Sendable, Hashable {
        /// The device reports that it has no key.
        case keyMissing
        /// The device refuses an operation that a paired hub may use.
        case refused
        /// The link was aborted although the device's signal is good.
        case abortedNearby
        /// Nothing.
        case other
    }

    /// How many signs in a row prove that the pairing is stale.
    static let limit = 3
    /// The signal strength above which a device is near enough to connect, in dBm.
    static let nearby = -75
    /// The largest number of devices remembered.
    static let deviceLimit = 512

    private var signs: [DeviceID: Int] = [:]

    /// What an error indicates about the pairing of a device that BlueZ considers bonded.
    ///
    /// - Parameter rssi: The signal strength of the device's advertisement in dBm; nil if none is heard.
    /// - Returns: The sign; nil for an error that did not come from the radio.
    static func sign(of error: any Error, rssi: Int?) -> Sign? {
        if let error = error as? ReadFailure { return error.code == "notPaired" ? .refused : .other }
        guard let error = error as? BlueZError else { return nil }
        if error.detail?.contains("key-missing") == true { return .keyMissing }
        if error.code == .notPaired || error.code == .pairingFailed { return .refused }
        let isAborted = error.detail?.contains("abort-by-local") == true
        if isAborted, let rssi, rssi > nearby, rssi < 0 { return .abortedNearby }
        return .other
    }

    /// Counts a failure; true once the pairing is certainly stale.
    mutating func failed(_ device: DeviceID, isBonded: Bool, sign: Sign) -> Bool {
        guard isBonded, sign != .other else {
            if !isBonded { signs[device] = nil }
            return false
        }
        if sign == .keyMissing { return true }
        if signs[device] == nil, signs.count >= Self.deviceLimit { signs.removeAll() }
        let count = signs[device, default: 0] + 1
        signs[device] = count
        return count >= Self.limit
    }

    /// Forgets a device's signs after it was read, paired or forgotten.
    mutating func clear(_ device: DeviceID) {
        signs[device] = nil
    }
}
