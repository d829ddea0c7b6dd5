internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// When each device is read passively (DESIGN §8), one at a time.
///
/// Sighted → read → cooling until it stops advertising and the re-arm time passes, or its advertisement changes, or the
/// longest cooling passes → armed again. A failed reading is tried again after a growing pause while it is in sight.
struct PassiveMachine: Sendable {
    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Tell that a device awaits a measurement.
        case tellReady(PeripheralSighted, peripheralID: Int)
        /// Read a device.
        case read(PeripheralSighted, peripheralID: Int)
    }

    /// What a device does.
    enum Phase: Sendable, Hashable {
        case armed
        case waiting
        case reading
        case cooling(since: Date, content: Advertisement)
        case quiet(armedAt: Date)
        case failed(retryAt: Date, attempts: Int)

        /// The word in `state/passive`.
        var word: String {
            switch self {
            case .armed: "armed"
            case .waiting, .reading: "reading"
            case .cooling, .quiet: "cooling"
            case .failed: "failed"
            }
        }
    }

    private struct Device: Sendable {
        var phase = Phase.armed
        /// The latest sighting; nil while it is silent.
        var sighting: PeripheralSighted?
        var peripheralID: Int
        var attempts = 0
    }

    /// The most devices remembered; more in sight at a time are passed over.
    static let limit = 1024

    /// The silence after which a device is armed again.
    let rearm: TimeInterval
    /// After this a device that never stops advertising is read again.
    let longestCooling: TimeInterval
    /// The peripherals that are read; replaced as a whole.
    private(set) var peripherals: Set<Int>
    /// The peripherals that advertise before a measurement.
    let announced: Set<Int>
    private var devices: [DeviceID: Device] = [:]
    private var queue: [DeviceID] = []
    private var current: DeviceID?
    private var isSuspended = false

    init(peripherals: Set<Int>, announced: Set<Int>, rearm: TimeInterval, longestCooling: TimeInterval) {
        self.peripherals = peripherals
        self.announced = announced
        self.rearm = rearm
        self.longestCooling = longestCooling
    }

    /// Each device's phase.
    var phases: [(device: DeviceID, peripheralID: Int, phase: Phase)] {
        devices.map { ($0.key, $0.value.peripheralID, $0.value.phase) }.sorted { $0.0.description < $1.0.description }
    }

    /// Replaces the passive set; an empty one disables.
    mutating func set(_ peripherals: Set<Int>) {
        self.peripherals = peripherals
        queue = []
        devices = devices.filter { $0.key == current }
    }

    /// A device is in sight.
    mutating func sighted(_ sighting: PeripheralSighted, at now: Date) -> [Action] {
        guard let id = sighting.peripheralIDs.first(where: peripherals.contains) else { return [] }
        guard devices[sighting.device] != nil || makeRoom() else { return [] }
        var device = devices[sighting.device] ?? Device(peripheralID: id)
        device.sighting = sighting
        devices[sighting.device] = device
        return rearmed(sighting.device, at: now) + next()
    }

    /// Forgets the silent devices when there are too many: private addresses make a new device every quarter of an hour.
    private mutating func makeRoom() -> Bool {
        if devices.count >= Self.limit {
            devices = devices.filter { $0.value.sighting != nil || $0.key == current }
        }
        return devices.count < Self.limit
    }

    /// A device is silent.
    mutating func lost(_ id: DeviceID, at now: Date) {
        guard var device = devices[id] else { return }
        device.sighting = nil
        switch device.phase {
        case .cooling: device.phase = .quiet(armedAt: now.addingTimeInterval(rearm))
        case .waiting, .failed:
            device.phase = .armed
            queue.removeAll { $0 == id }
        case .armed, .reading, .quiet: break
        }
        devices[id] = device
    }

    /// A reading ended.
    mutating func finished(_ id: DeviceID, succeeded: Bool, at now: Date) -> [Action] {
        if current == id { current = nil }
        if var device = devices[id] {
            device.attempts = succeeded ? 0 : device.attempts + 1
            let content = device.sighting?.advertisement
            if !succeeded {
                let pause = min(60, 2 * Double(1 << min(device.attempts, 5)))
                device.phase = .failed(retryAt: now.addingTimeInterval(pause), attempts: device.attempts)
            } else if let content {
                device.phase = .cooling(since: now, content: content)
            } else {
                device.phase = .quiet(armedAt: now.addingTimeInterval(rearm))
            }
            // Taken out of the set meanwhile, it is not read again.
            devices[id] = peripherals.contains(device.peripheralID) ? device : nil
        }
        return next()
    }

    /// Time has passed.
    mutating func tick(at now: Date) -> [Action] {
        let ids = devices.keys.sorted { $0.description < $1.description }
        return ids.flatMap { rearmed($0, at: now) } + next()
    }

    /// Foreground work begins or ends; passive reading waits meanwhile.
    mutating func suspend(_ suspended: Bool) -> [Action] {
        isSuspended = suspended
        return next()
    }

    /// Arms a device whose time has come, and puts it in the queue when it is in sight.
    private mutating func rearmed(_ id: DeviceID, at now: Date) -> [Action] {
        guard var device = devices[id] else { return [] }
        let isArmed =
            switch device.phase {
            case .armed: true
            case .waiting, .reading: false
            case .cooling(let since, let content):
                device.sighting.map { $0.advertisement != content } ?? false
                    || now.timeIntervalSince(since) >= longestCooling
            case .quiet(let armedAt): now >= armedAt
            case .failed(let retryAt, _): now >= retryAt
            }
        guard isArmed else { return [] }
        device.phase = device.sighting == nil ? .armed : .waiting
        devices[id] = device
        guard let sighting = device.sighting else { return [] }
        queue.append(id)
        return announced.contains(device.peripheralID) ? [.tellReady(sighting, peripheralID: device.peripheralID)] : []
    }

    private mutating func next() -> [Action] {
        guard current == nil, !isSuspended else { return [] }
        while !queue.isEmpty {
            let id = queue.removeFirst()
            guard var device = devices[id], let sighting = device.sighting else { continue }
            device.phase = .reading
            devices[id] = device
            current = id
            return [.read(sighting, peripheralID: device.peripheralID)]
        }
        return []
    }
}
