/// What a virtual device is told.
package enum DeviceInput: Equatable, Sendable {
    /// Somebody measures: the exact frame, or the values; what is missing is made up.
    case measure(frame: [UInt8]?, values: MeasurementValues)
    /// Somebody presses its button.
    case wake
    /// It stops to advertise.
    case silence
    /// A link came up; `encrypted` with a bond that both ends know.
    case connected(encrypted: Bool)
    /// The central has found the services.
    case discovered
    /// The link is encrypted by a new bond.
    case bonded
    /// The link ended.
    case disconnected
    /// The CCCD of a characteristic was written.
    case subscribe(UInt16, Bool)
    /// The confirmation of the pending indication came.
    case confirmed
    /// The confirmation of a control point's answer came.
    case answered
    /// A report may end now.
    case endReport
    /// It repeats its last frame, so often at most.
    case flood(limit: Int?)
    /// The device loses its bond.
    case forgetBond
    /// Its memory is erased.
    case clear
    /// Its clock is put wrong by so many seconds.
    case clockOffset(Int)
    /// It wants to be paired another way.
    case pairing(PairingMode, passkey: UInt32?)
    /// Time has passed; ``VirtualDevice/deadline`` may be reached.
    case tick
}

/// What a virtual device does.
package enum DeviceOutput: Equatable, Sendable {
    /// It begins or stops to advertise.
    case advertising(Bool)
    /// It sends a frame of a stored reading as an indication and waits for the confirmation.
    case indicate(DeviceFrame, StoredReading)
    /// It answers on a control point by an indication.
    case answer(DeviceFrame)
    /// It sends a notification.
    case notify(DeviceFrame)
    /// It notifies a stored record, the n-th of a report, from 1.
    case record(StoredReading, place: Int)
    /// A report has no more records; ``DeviceInput/endReport`` lets it end.
    case reportEnds
    /// It repeats a frame without an end.
    case flood(DeviceFrame)
    /// It ends the link.
    case disconnect
    /// A reading was taken and stored.
    case measured(StoredReading)
    /// A reading was confirmed and erased.
    case erased(StoredReading)
    /// A CCCD write had no effect.
    case ignoredSubscription(UInt16)
    /// The clock was written; the new time minus the old one.
    case clockSet(shift: Int)
    /// Something for the log, in words.
    case told(GroundTruthEvent.Kind, String)
}

/// A value of one characteristic, as a device sends it.
package struct DeviceFrame: Equatable, Sendable {
    /// The characteristic's 16-bit UUID.
    package let characteristic: UInt16
    /// The bytes.
    package let bytes: [UInt8]

    /// Makes a frame.
    package init(_ characteristic: UInt16, _ bytes: [UInt8]) {
        self.characteristic = characteristic
        self.bytes = bytes
    }
}
