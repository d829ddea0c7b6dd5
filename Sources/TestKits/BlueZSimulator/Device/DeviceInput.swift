/// An input of a virtual device.
package enum DeviceInput: Equatable, Sendable {
    /// A person measures: the exact frame, or values; missing ones are made up.
    case measure(frame: [UInt8]?, values: MeasurementValues)
    /// A person presses its button.
    case wake
    /// It stops advertising.
    case silence
    /// A link came up; encrypted if both ends know the bond.
    case connected(encrypted: Bool)
    /// The central has discovered the services.
    case discovered
    /// The link is encrypted by a new bond.
    case bonded
    /// The link ended.
    case disconnected
    /// The CCCD of a characteristic was written.
    case subscribe(UInt16, Bool)
    /// The pending indication was confirmed.
    case confirmed
    /// The answer of a control point was confirmed.
    case answered
    /// The current report may end.
    case endReport
    /// It repeats its last frame, up to a limit.
    case flood(limit: Int?)
    /// The device loses its bond.
    case forgetBond
    /// Its memory is erased.
    case clear
    /// Its clock becomes wrong by a number of seconds.
    case clockOffset(Int)
    /// Its pairing mode changes.
    case pairing(PairingMode, passkey: UInt32?)
    /// Time has passed; ``VirtualDevice/deadline`` may be reached.
    case tick
}

/// An output of a virtual device.
package enum DeviceOutput: Equatable, Sendable {
    /// It starts or stops advertising.
    case advertising(Bool)
    /// It sends a frame of a stored reading as an indication and waits for the confirmation.
    case indicate(DeviceFrame, StoredReading)
    /// It answers on a control point with an indication.
    case answer(DeviceFrame)
    /// It sends a notification.
    case notify(DeviceFrame)
    /// It notifies a stored record, the n-th of a report, from 1.
    case record(StoredReading, place: Int)
    /// A report has no more records; ``DeviceInput/endReport`` lets it end.
    case reportEnds
    /// It repeats a frame endlessly.
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
    /// A log entry in words.
    case told(GroundTruthEvent.Kind, String)
}

/// A value of a characteristic, as a device sends it.
package struct DeviceFrame: Equatable, Sendable {
    /// The 16-bit UUID of the characteristic.
    package let characteristic: UInt16
    /// The bytes.
    package let bytes: [UInt8]

    /// Creates a frame.
    package init(_ characteristic: UInt16, bytes: [UInt8]) {
        self.characteristic = characteristic
        self.bytes = bytes
    }
}
