package import SeededRandom

/// A health device with a memory: it measures, advertises while it holds readings, indicates them one by one, erases
/// each once confirmed, and ends the idle link.
///
/// A state machine without I/O. Times are simulated time since the start and never decrease. Behaviour specific to a
/// kind of device is in its ``ProfileBehaviour``.
package struct VirtualDevice: Sendable {
    /// How long after service discovery a BM85 ignores CCCD writes (waiting 50 to 100 ms helps,
    /// derdilla/blood-pressure-monitor-fl#729).
    package static let deafTime: Duration = .milliseconds(80)
    /// How long a device waits for a subscription before it ends the link.
    package static let patience: Duration = .seconds(30)
    /// The pause between a CCCD write or a confirmation and the next frame.
    package static let framePause: Duration = .milliseconds(40)
    /// The pause between two frames of a device that sends endlessly.
    package static let floodPause: Duration = .milliseconds(20)

    /// The script.
    package internal(set) var script: ScenarioDevice
    /// The GATT table.
    package let layout: GattLayout
    /// The behaviour of its kind of device.
    package internal(set) var profile: any ProfileBehaviour
    /// The readings in memory, oldest first; meters keep theirs in their profile.
    package internal(set) var stored: [StoredReading] = []
    /// Whether it advertises.
    package internal(set) var isAdvertising = false
    /// Whether a link is up.
    package internal(set) var isConnected = false
    /// Whether the link is encrypted.
    package internal(set) var isEncrypted = false
    /// Whether it knows the central's keys.
    package internal(set) var isBonded = false
    /// The time of the next ``DeviceInput/tick``.
    package var deadline: Duration? {
        [advertisingEnds, nextFrame, idleEnds, flood?.next, profile.deadline].compactMap { $0 }.min()
    }

    /// A frame being sent endlessly.
    struct Flood: Sendable {
        let frame: DeviceFrame
        var left: Int?
        var next: Duration
    }

    var clock: DeviceClock
    var random: SplitMix64
    var taken = 0
    var confirmedReadings = 0
    var subscribed: Set<UInt16> = []
    var pending: StoredReading?
    /// The unconfirmed frames of the pending reading.
    var framesLeft: [DeviceFrame] = []
    var lastErased: StoredReading?
    var lastMeasured: StoredReading?
    var flood: Flood?
    var discoveredAt: Duration?
    var bondedOnThisLink = false
    var readableOnThisLink = 0
    var advertisingEnds: Duration?
    var nextFrame: Duration?
    var idleEnds: Duration?

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - epoch: The civil time at simulated time zero.
    ///   - random: The source of made-up values.
    package init(_ script: ScenarioDevice, epoch: CivilTime, random: SplitMix64, at now: Duration = .zero) {
        self.script = script
        self.random = random
        profile = script.profile.behaviour(of: script)
        layout = GattLayout(script, profile: profile.services)
        clock = DeviceClock(
            epoch: epoch,
            offset: script.clockOffset,
            isSet: !script.quirks.contains(.clockNotSet)
        )
        fillMemory(at: now)
    }

    /// Whether the measurement requires an encrypted link.
    package var isGuarded: Bool { script.pairing != .none }

    /// Whether it holds unfetched readings.
    package var hasNews: Bool { !stored.isEmpty || profile.hasNews }

    /// Processes an input and returns the device's outputs.
    package mutating func handle(_ input: DeviceInput, at now: Duration) -> [DeviceOutput] {
        switch input {
        case .measure(let frame, let values): measure(frame: frame, values: values, at: now)
        case .wake: advertise(at: now)
        case .silence: setAdvertising(false)
        case .connected(let encrypted): connected(encrypted: encrypted, at: now)
        case .discovered: discovered(at: now)
        case .bonded: bonded(at: now)
        case .disconnected: disconnected(at: now)
        case .subscribe(let short, let on): subscribe(short, on: on, at: now)
        case .confirmed: confirmed(at: now)
        case .answered: answered(at: now)
        case .endReport: profile.endReport()
        case .flood(let limit): startFlood(limit, at: now)
        case .forgetBond: forgetBond()
        case .clear: clear()
        case .clockOffset(let seconds): setClockOffset(seconds)
        case .pairing(let mode, let passkey): setPairing(mode, passkey: passkey)
        case .tick: tick(at: now)
        }
    }

    /// The current state, as far as the profile needs it.
    func moment(at now: Duration) -> ProfileMoment {
        ProfileMoment(now: now, clock: clock.time(at: now), isClockSet: clock.isSet, subscribed: subscribed)
    }

    private mutating func setClockOffset(_ seconds: Int) -> [DeviceOutput] {
        clock.offset = seconds
        return []
    }

    private mutating func setPairing(_ mode: PairingMode, passkey: UInt32?) -> [DeviceOutput] {
        script.pairing = mode
        script.passkey = passkey ?? script.passkey
        return []
    }
}

extension VirtualDevice {
    /// The measuring standard services, which it advertises, as BlueZ writes them.
    var advertisedServices: [String] {
        let hidden: Set<UInt16> = [0x1805, 0xFFF0, GattUUID.contourService]
        return profile.services.map(\.uuid).filter { !hidden.contains($0) }.map(GattUUID.text).sorted()
    }

    /// The service data that it advertises now, by UUID as BlueZ writes it.
    var serviceData: [String: [UInt8]] {
        profile.serviceData.reduce(into: script.serviceData) { $0[GattUUID.text($1.key)] = $1.value }
    }
}
