import Foundation

/// A line of the simulator's log, which records the true events as seen by the devices.
package struct GroundTruthEvent: Codable, Equatable, Sendable {
    /// The kind of event; the raw value is the `event` field.
    package enum Kind: String, Codable, Sendable {
        /// The simulator is ready; `address` is the bus.
        case ready
        /// A device took and stored a reading; `frame` is what it will send.
        case measured
        /// A device began to advertise.
        case advertising
        /// A device stopped advertising.
        case silent
        /// A link came up.
        case connected
        /// A link ended; `detail` names the side that ended it.
        case disconnected
        /// A CCCD was written; `detail` is the characteristic, with `off` or `ignored`.
        case subscribed
        /// A frame was sent over the air; `delivered` is the part that the daemon received.
        case sent
        /// The daemon's confirmation reached the device, which erased the reading.
        case confirmed
        /// A bond was created.
        case paired
        /// A bond was removed by RemoveDevice.
        case unpaired
        /// The device's clock was written; `detail` is the shift in seconds.
        case clockSet
        /// A fault occurred; `fault` is its kind.
        case fault
        /// The daemon lost its name and its state.
        case daemonStopped
        /// The daemon is back on the bus.
        case daemonStarted
        /// Every scripted reading was measured and confirmed; meters keep theirs and do not count.
        case finished
        /// A glucose meter received a request or `reported N` records; `detail` is the request in hex.
        case racp
        /// A scale's user control point received a request: opcode, response code and operand in hex.
        case user
        /// A device shows the six digits of a numeric comparison, in `detail`.
        case passkeyShown
        /// Pairing failed; `detail` is the Security Manager's reason.
        case pairingFailed
        /// A device took a new private address, `address`.
        case addressChanged
        /// The adapter was detached, attached, powered on or off, blocked or unblocked, as named in `detail`.
        case adapter
    }

    /// The kind of event.
    package var event: Kind
    /// Simulated seconds since the start, in steps of a millisecond.
    package var at: Double
    /// The device's address.
    package var device: String?
    /// The number of the reading on its device, from 1.
    package var reading: Int?
    /// The frame as the device sent it, in hex.
    package var frame: String?
    /// The frame as the daemon received it, in hex.
    package var delivered: String?
    /// The fault's kind.
    package var fault: String?
    /// The bus address, or a device's new address.
    package var address: String?
    /// The path of the control socket.
    package var control: String?
    /// Anything else, in words.
    package var detail: String?

    /// Creates an event.
    package init(
        _ event: Kind,
        at: Duration,
        device: String? = nil,
        reading: Int? = nil,
        frame: [UInt8]? = nil,
        delivered: [UInt8]? = nil,
        fault: String? = nil,
        address: String? = nil,
        control: String? = nil,
        detail: String? = nil
    ) {
        self.event = event
        self.at = Double(Int64((at / .milliseconds(1)).rounded())) / 1000
        self.device = device
        self.reading = reading
        self.frame = frame?.hex
        self.delivered = delivered?.hex
        self.fault = fault
        self.address = address
        self.control = control
        self.detail = detail
    }
}

extension GroundTruthEvent {
    /// The event as a line of JSON with its line feed; nil if it cannot be encoded.
    package var line: [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { [UInt8]($0) + [0x0A] }
    }
}
