/// What a virtual device is told.
package enum DeviceInput: Equatable, Sendable {
    /// Somebody measures: the exact frame, the values, or neither to make them up.
    case measure(frame: [UInt8]?, values: CuffValues?)
    /// Somebody presses its button.
    case wake
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
    /// The device loses its bond.
    case forgetBond
    /// Time has passed; ``VirtualDevice/deadline`` may be reached.
    case tick
}
