/// The kinds of faults; most occur at an opportunity, the timed ones at a scheduled time.
package enum FaultKind: String, Codable, Sendable {
    /// Connect fails with `le-connection-abort-by-local`.
    case connectAbortByLocal
    /// Connect waits for the connect timeout, then fails with `le-connection-abort-by-local`.
    case connectTimeout
    /// The device object is removed as Connect is called.
    case deviceGoneBeforeConnect
    /// The link is lost after `frames` frames of one connection.
    case dropAfterFrames
    /// ServicesResolved is `seconds` late.
    case servicesResolvedLate
    /// A frame arrives truncated to `frames` bytes, or to half.
    case truncatedFrame
    /// Meaningless bytes arrive before a frame.
    case garbageFrame
    /// A notification is lost on the air; the radio repeats indications, so they are never lost.
    case notifyLost
    /// The confirmation is lost with the link: the device sends the same reading again.
    case duplicateIndication
    /// StopDiscovery answers InProgress and discovery continues.
    case stopDiscoveryInProgress
    /// The link is lost at `step`; at `racp` after `frames` records.
    case dropAtStep
    /// From `step` on the device stops answering on this link.
    case neverAnswers
    /// A reading, or a record of a report, is repeated until the link ends, or `frames` times.
    case sendsForever
    /// The closing answer of a report never arrives.
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
    /// Timed: Discovering stays true, but adverts are no longer received.
    case discoveryStuck
    /// Timed: the adapter disappears, for `seconds` or permanently.
    case adapterRemoved
    /// Timed: the adapter comes back, named `adapter` if given.
    case adapterBack
    /// Timed: the adapter is powered off, for `seconds` or until a client powers it on.
    case adapterPoweredOff
    /// Timed: bluetoothd ends and is back after `seconds`.
    case daemonRestart
    /// Timed: the device loses its bond.
    case staleBond
    /// Timed: the adapter is blocked by rfkill, for `seconds` or until it is unblocked.
    case adapterBlocked
    /// Timed: bluetoothd hangs, for `seconds` (default 10).
    case daemonHang
    /// Timed: a second adapter appears, named `adapter` (default hci1), for `seconds` or permanently; it receives
    /// nothing.
    case secondAdapter
    /// Timed: a device with private addresses takes a new one.
    case addressChanges
    /// Timed: the device's clock jumps by `seconds` (default 3600).
    case clockJumps
    /// Timed: the device is out of range, for `seconds` or permanently.
    case disappears

    /// Whether it occurs at a scheduled time.
    var isTimed: Bool {
        switch self {
        case .discoveryStuck, .adapterRemoved, .adapterBack, .adapterPoweredOff, .daemonRestart, .staleBond,
            .adapterBlocked, .daemonHang, .secondAdapter, .addressChanges, .clockJumps, .disappears:
            true
        default: false
        }
    }
}

/// A step of reading a device at which a fault may occur.
package enum LinkStep: String, Codable, CaseIterable, Sendable {
    /// The link has just come up.
    case connected
    /// The central discovers the services.
    case discovery
    /// Pairing is in progress.
    case pairing
    /// Device Information is read; for `dropAtStep`, `frames` counts the reads of a link.
    case information
    /// A clock is read or written; for `dropAtStep`, `frames` counts the accesses, and a write stays effective.
    case clock
    /// A CCCD is written.
    case subscribed
    /// A control point is written; for `dropAtStep`, `frames` is the number of records sent before, 0 as soon as a
    /// report is requested.
    case racp
    /// A maker's own request is written; for `dropAtStep`, `frames` counts them, and the last is answered.
    case memory
    /// A maker's stream runs; for `dropAtStep`, `frames` counts its notifications.
    case stream

    /// The step of a read or a write; nil if it belongs to none.
    init?(short: UInt16) {
        switch short {
        case 0x2A24, 0x2A25, 0x2A29: self = .information
        case 0x2A08, 0x2A2B, GattUUID.contourClock, 0xFFF1: self = .clock
        default:
            guard MakerProfile.requests.contains(short) else { return nil }
            self = .memory
        }
    }
}
