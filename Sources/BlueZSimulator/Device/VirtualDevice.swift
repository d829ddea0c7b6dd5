package import SeededRandom

/// A health device with a memory: measures, advertises while it holds readings, delivers them one
/// indication after the other, erases each on its confirmation, then ends the idle link.
///
/// A pure state machine. Times are simulated time since the start and never go backwards.
package struct VirtualDevice: Sendable {
    /// How long after service discovery a BM85 ignores CCCD writes
    /// (50 to 100 ms wait cures it, derdilla/blood-pressure-monitor-fl#729).
    package static let deafTime: Duration = .milliseconds(80)
    /// How long a device waits for a subscription before it ends the link.
    package static let patience: Duration = .seconds(30)
    /// From a CCCD write or a confirmation to the next frame.
    package static let framePause: Duration = .milliseconds(40)

    /// The script.
    package let script: ScenarioDevice
    /// The GATT table.
    package let layout: GattLayout
    /// The readings in memory, oldest first.
    package internal(set) var stored: [StoredReading] = []
    /// Whether it advertises.
    package internal(set) var isAdvertising = false
    /// Whether a link is up.
    package internal(set) var isConnected = false
    /// Whether the link is encrypted.
    package internal(set) var isEncrypted = false
    /// Whether it knows the central's keys.
    package internal(set) var isBonded = false
    /// When it next wants a ``DeviceInput/tick``.
    package var deadline: Duration? {
        [advertisingEnds, nextFrame, idleEnds].compactMap { $0 }.min()
    }

    let epoch: CivilTime
    var clockOffset: Int
    var isClockSet: Bool
    var random: SplitMix64
    var taken = 0
    var subscribed: Set<UInt16> = []
    var pending: StoredReading?
    var discoveredAt: Duration?
    var bondedOnThisLink = false
    var readableOnThisLink = 0
    var advertisingEnds: Duration?
    var nextFrame: Duration?
    var idleEnds: Duration?

    /// Makes a device.
    ///
    /// - Parameters:
    ///   - epoch: The civil time at simulated time zero.
    ///   - random: Where made-up values come from.
    package init(_ script: ScenarioDevice, epoch: CivilTime, random: SplitMix64) {
        self.script = script
        self.epoch = epoch
        self.random = random
        layout = GattLayout(script)
        clockOffset = script.clockOffset
        isClockSet = !script.quirks.contains(.clockNotSet)
    }

    /// Whether the measurement needs an encrypted link.
    package var isGuarded: Bool { script.pairing != .none }

    /// Takes an input and says what the device does.
    package mutating func handle(_ input: DeviceInput, at now: Duration) -> [DeviceOutput] {
        switch input {
        case .measure(let frame, let values): measure(frame: frame, values: values, at: now)
        case .wake: advertise(at: now)
        case .connected(let encrypted): connected(encrypted: encrypted, at: now)
        case .discovered: discovered(at: now)
        case .bonded: bonded(at: now)
        case .disconnected: disconnected(at: now)
        case .subscribe(let short, let on): subscribe(short, on, at: now)
        case .confirmed: confirmed(at: now)
        case .forgetBond: forgetBond()
        case .tick: tick(at: now)
        }
    }

    /// The device clock's civil time.
    package func clock(at now: Duration) -> CivilTime {
        CivilTime(seconds: epoch.seconds + clockOffset + Int(now.components.seconds))
    }

    private mutating func measure(frame: [UInt8]?, values: CuffValues?, at now: Duration) -> [DeviceOutput] {
        let values = values ?? CuffValues(random: &random)
        taken += 1
        let reading = StoredReading(number: taken, frame: frame ?? makeFrame(values, at: now))
        stored.append(reading)
        var outputs: [DeviceOutput] = [.measured(reading)]
        guard isConnected else { return outputs + advertise(at: now) }
        if let short = script.profile.intermediate, subscribed.contains(short) {
            outputs.append(.notify(short, CuffFrame.intermediate(pressure: values.systolic + 20)))
        }
        // An A&D device has its new reading only for the next link.
        if !script.quirks.contains(.aAndD) {
            readableOnThisLink += 1
            scheduleFrame(at: now)
        }
        return outputs
    }

    private func makeFrame(_ values: CuffValues, at now: Duration) -> [UInt8] {
        let time = dateTime(at: now)
        if script.quirks.contains(.beurerBM85) { return CuffFrame.beurer(values, time: time) }
        if script.quirks.contains(.rfuFlags) { return CuffFrame.reservedFlags(values, time: time) }
        return CuffFrame.standard(values, time: time, fields: script.fields)
    }

    /// The clock as 0x2A08 shows it; the year is 0 while the clock was never set.
    func dateTime(at now: Duration) -> [UInt8] {
        let bytes = clock(at: now).dateTime
        return isClockSet ? bytes : [0, 0] + bytes.dropFirst(2)
    }
}
