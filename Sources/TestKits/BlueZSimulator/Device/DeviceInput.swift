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
