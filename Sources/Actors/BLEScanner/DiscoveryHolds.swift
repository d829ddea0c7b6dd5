internal import FoundationEssentials
internal import VitalRecords

/// Holds discovery for devices, and remembers for which devices every advertisement is published.
struct DiscoveryHolds: Sendable {
    /// The largest number of holds; beyond it, the one that ends first is dropped.
    static let limit = 64

    private var holds: [DeviceID: Date] = [:]
    private var pairing: (device: DeviceID?, until: Date)?

    /// Whether any hold is active.
    func isHeld(at now: Date) -> Bool {
        holds.values.contains { $0 > now } || pairing.map { $0.until > now } ?? false
    }

    /// Whether discovery is held for a device.
    func isHeld(for device: DeviceID, at now: Date) -> Bool { holds[device].map { $0 > now } ?? false }

    /// Whether a client waits for a device.
    func isWaited(for device: DeviceID, at now: Date) -> Bool {
        guard let pairing, pairing.until > now else { return false }
        return pairing.device.map { $0 == device } ?? true
    }

    /// Holds discovery for a device.
    ///
    /// A new hold replaces the old one only if it ends later.
    ///
    /// - Parameter seconds: The duration; 0 ends the device's hold.
    /// - Returns: The end of the hold.
    mutating func hold(_ device: DeviceID, seconds: Int, at now: Date) -> Date {
        holds = holds.filter { $0.value > now }
        guard seconds > 0 else {
            holds[device] = nil
            return now
        }
        let until = max(now.addingTimeInterval(Double(seconds)), holds[device] ?? now)
        holds[device] = until
        if holds.count > Self.limit, let first = holds.min(by: { $0.value < $1.value })?.key { holds[first] = nil }
        return until
    }

    /// Publishes every advertisement of a device, or of all devices, for a while; replaces the earlier request.
    ///
    /// - Returns: The end of the request.
    mutating func pair(_ device: DeviceID?, seconds: Int, at now: Date) -> Date {
        let until = now.addingTimeInterval(Double(seconds))
        pairing = seconds > 0 ? (device, until) : nil
        return until
    }
}
