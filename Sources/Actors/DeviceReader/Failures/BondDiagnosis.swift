internal import BlueZ
internal import VitalRecords

/// Tells when a pairing went stale: this hub has its half, the device has lost or replaced its own.
///
/// A battery that was pulled, a pairing with a phone, or a meter that changes its keys look like bad radio. Nothing is
/// cleared here: only a person does that, with `forgetDevice`.
struct BondDiagnosis: Sendable {
    /// What a failure says.
    enum Sign: Sendable, Hashable {
        /// The device says that it has no key.
        case keyMissing
        /// The device refuses what a paired hub may do.
        case refused
        /// The link was given up although the device is heard well.
        case abortedNearby
        /// Nothing about the pairing.
        case other
    }

    /// How many signs in a row make it certain.
    static let limit = 3
    /// A device that is heard over this, in dBm, is near enough to be connected.
    static let nearby = -75
    /// The most devices remembered.
    static let deviceLimit = 512

    private var signs: [DeviceID: Int] = [:]

    /// What an error says of the pairing of a device that BlueZ holds for bonded.
    ///
    /// - Parameter rssi: How the device's advertisement is heard now; nil where it is not.
    ///
    /// - Returns: nil for an error that is not the radio's.
    static func sign(of error: any Error, rssi: Int?) -> Sign? {
        if let error = error as? ReadFailure { return error.code == "notPaired" ? .refused : .other }
        guard let error = error as? BlueZError else { return nil }
        if error.detail?.contains("key-missing") == true { return .keyMissing }
        if error.code == .notPaired || error.code == .pairingFailed { return .refused }
        let isAborted = error.detail?.contains("abort-by-local") == true
        if isAborted, let rssi, rssi > nearby, rssi < 0 { return .abortedNearby }
        return .other
    }

    /// A reading failed; true where the pairing is stale for certain.
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

    /// A reading or a pairing went well, or the device was forgotten.
    mutating func clear(_ device: DeviceID) {
        signs[device] = nil
    }
}
