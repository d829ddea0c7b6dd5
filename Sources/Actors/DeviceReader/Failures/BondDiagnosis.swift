internal import BlueZ
internal import VitalRecords

/// Detects stale pairings: this hub still has its half, the device has lost or replaced its own.
///
/// A pulled battery, a pairing with a phone or a meter that changes its keys look like bad radio. Nothing is cleared here:
/// only a person does that, with `forgetDevice`.
struct BondDiagnosis: Sendable {
    /// What a failure says about the pairing.
    enum Sign: Sendable, Hashable {
        /// The device says that it has no key.
        case keyMissing
        /// The device refuses what a paired hub may do.
        case refused
        /// The link was given up although the device is heard well.
        case abortedNearby
        /// Nothing.
        case other
    }

    /// How many signs in a row prove that the pairing is stale.
    static let limit = 3
    /// The signal strength in dBm above which a device is near enough to connect.
    static let nearby = -75
    /// The most devices remembered.
    static let deviceLimit = 512

    private var signs: [DeviceID: Int] = [:]

    /// What an error says about the pairing of a device that BlueZ considers bonded.
    ///
    /// - Parameter rssi: The signal strength of the device's advertisement in dBm; nil where none is heard.
    /// - Returns: nil for an error that did not come from the radio.
    static func sign(of error: any Error, rssi: Int?) -> Sign? {
        if let error = error as? ReadFailure { return error.code == "notPaired" ? .refused : .other }
        guard let error = error as? BlueZError else { return nil }
        if error.detail?.contains("key-missing") == true { return .keyMissing }
        if error.code == .notPaired || error.code == .pairingFailed { return .refused }
        let isAborted = error.detail?.contains("abort-by-local") == true
        if isAborted, let rssi, rssi > nearby, rssi < 0 { return .abortedNearby }
        return .other
    }

    /// Counts a failure; true where the pairing is certainly stale.
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

    /// Forgets a device's signs: it was read, paired or forgotten.
    mutating func clear(_ device: DeviceID) {
        signs[device] = nil
    }
}
