/// What can go wrong; most wait for their opportunity, the timed ones happen at their time.
package enum FaultKind: String, Codable, Sendable {
    /// Connect fails with `le-connection-abort-by-local`.
    case connectAbortByLocal
    /// Connect waits for the connect time-out, then fails with `le-connection-abort-by-local`.
    case connectTimeout
    /// The device object vanishes as Connect is called.
    case deviceGoneBeforeConnect
    /// The link is lost after `frames` frames of one connection.
    case dropAfterFrames
    /// ServicesResolved comes `seconds` later than usual.
    case servicesResolvedLate
    /// A frame arrives cut short to `frames` bytes, or to half.
    case truncatedFrame
    /// Bytes that mean nothing arrive before a frame.
    case garbageFrame
    /// A notification is lost on the air; indications are repeated by the radio and never lost.
    case notifyLost
    /// The confirmation is lost with the link: the device sends the same reading again.
    case duplicateIndication
    /// StopDiscovery answers InProgress and discovery goes on.
    case stopDiscoveryInProgress
    /// The link is lost at `step`; at `racp` after `frames` records.
    case dropAtStep
    /// From `step` on the device answers nothing more on this link.
    case neverAnswers
    /// A reading, or a record of a report, is repeated until the link ends, or `frames` times.
    case sendsForever
    /// The closing answer of a report does not come.
    case racpNeverEnds
    /// The device refuses to pair this time.
    case pairingRefused
    /// StartDiscovery answers InProgress.
    case startDiscoveryInProgress
    /// Connect answers InProgress.
    case connectInProgress
    /// ReadValue, WriteValue or StartNotify answers InProgress.
    case gattInProgress
    /// A write to a control point is refused with "procedure in progress".
    case racpBusy
    /// Timed: Discovering stays true, adverts are not heard any more.
    case discoveryStuck
    /// Timed: the adapter disappears, for `seconds` or for good.
    case adapterRemoved
    /// Timed: the adapter comes back, as `adapter` where that is given.
    case adapterBack
    /// Timed: the adapter is switched off, for `seconds` or until a client switches it on.
    case adapterPoweredOff
    /// Timed: bluetoothd ends and is back after `seconds`.
    case daemonRestart
    /// Timed: the device loses its bond.
    case staleBond
    /// Timed: the adapter is blocked by rfkill, for `seconds` or until it is unblocked.
    case adapterBlocked
    /// Timed: bluetoothd answers and tells nothing, for `seconds` (10).
    case daemonHang
    /// Timed: a second adapter appears, as `adapter` (hci1), for `seconds` or for good; it hears nothing.
    case secondAdapter
    /// Timed: a device with private addresses takes a new one.
    case addressChanges
    /// Timed: the device's clock jumps by `seconds` (3600).
    case clockJumps
    /// Timed: the device is out of range, for `seconds` or for good.
    case disappears

    /// Whether it happens at its time by itself.
    var isTimed: Bool {
        switch self {
        case .discoveryStuck, .adapterRemoved, .adapterBack, .adapterPoweredOff, .daemonRestart, .staleBond,
            .adapterBlocked, .daemonHang, .secondAdapter, .addressChanges, .clockJumps, .disappears:
            true
        default: false
        }
    }
}

/// A step of reading a device, where a fault may strike.
package enum LinkStep: String, Codable, CaseIterable, Sendable {
    /// The link has just come up.
    case connected
    /// The central asks for the services.
    case discovery
    /// Pairing is under way.
    case pairing
    /// Device Information is read; `dropAtStep` counts the reads of a link by `frames`.
    case information
    /// A clock is read or written; `dropAtStep` counts that by `frames`, and what was written stands.
    case clock
    /// A CCCD is written.
    case subscribed
    /// A control point is written; for `dropAtStep` after so many records of a report, 0 as soon as one is asked for.
    case racp

    /// The step of a read or a write; nil where it is of none.
    init?(short: UInt16) {
        switch short {
        case 0x2A24, 0x2A25, 0x2A29: self = .information
        case 0x2A08, 0x2A2B, GattUUID.contourClock, 0xFFF1: self = .clock
        default: return nil
        }
    }
}
