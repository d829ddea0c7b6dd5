internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Decides when each device is read passively, one at a time.
///
/// Sighted → read → cooling until it stops advertising and the re-arm time passes, or its advertisement changes, or the
/// model's re-arm time passes → armed again. A failed reading, and one that brought nothing, is tried again after a growing
/// pause while the device is in sight. A device that wants a pairing or a key waits until it has it.
struct PassiveMachine: Sendable {
    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Read a device.
        case read(PeripheralSighted, peripheralID: Int)
        /// End the reading of a device softly, because somebody waits in the foreground.
        case stop(DeviceID)
    }

    /// The most devices remembered; more in sight at a time are passed over.
    static let limit = 1024
    /// A sighting that is not repeated for so long is over; the scanner repeats each after 10 s.
    ///
    /// Losses are told once only, and may be told while there is no broker.
    static let expiry: TimeInterval = 30
    /// The pause after a link that broke and still brought something new: a long memory on a bad link takes many of them.
    static let shortPause: TimeInterval = 2
    /// After this a device that wants a pairing or a missing part is tried all the same.
    static let barredFor: TimeInterval = 3_600

    /// The silence after which a device is armed again.
    let rearm: TimeInterval
    /// After this a device that never stops advertising is read again, unless its model has a time of its own.
    let longestCooling: TimeInterval
    /// The models that are not like the others, by peripheral ID.
    let models: [Int: PassiveModel]
    /// The peripherals that are read; replaced as a whole.
    private(set) var peripherals: Set<Int>
    private var devices: [DeviceID: Device] = [:]
    private var queue: [DeviceID] = []
    private var current: DeviceID?
    private var suspensions = 0
    private var isClosed = false
    private var isRadioUp = true

    init(
        peripherals: Set<Int>,
        models: [Int: PassiveModel] = [:],
        rearm: TimeInterval,
        longestCooling: TimeInterval
    ) {
        self.peripherals = peripherals
        self.models = models
        self.rearm = rearm
        self.longestCooling = longestCooling
    }

    /// Each device's phase.
    var phases: [(device: DeviceID, peripheralID: Int, phase: Phase)] {
        devices.map { ($0.key, $0.value.peripheralID, $0.value.phase) }.sorted { $0.0.description < $1.0.description }
    }

    /// Whether a device is in sight and its turn may come.
    func isInSight(_ id: DeviceID) -> Bool { devices[id]?.sighting != nil }

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
        var device =
            devices[sighting.device] ?? Device(sightedAt: now, steadySince: now, peripheralID: id)
        if device.sighting?.advertisement != sighting.advertisement { device.steadySince = now }
        device.sighting = sighting
        device.sightedAt = now
        devices[sighting.device] = device
        rearm(sighting.device, at: now)
        return next()
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
        device.rests = 0
        switch device.phase {
        case .cooling: device.phase = .quiet(armedAt: now.addingTimeInterval(rearm))
        case .waiting, .failed, .resting:
            device.phase = .armed
            queue.removeAll { $0 == id }
        case .armed, .reading, .quiet, .barred, .claimed: break
        }
        devices[id] = device
    }

    /// A reading ended.
    mutating func finished(_ id: DeviceID, _ outcome: PassiveOutcome, at now: Date) -> [Action] {
        if current == id { current = nil }
        if var device = devices[id] {
            device.phase = phase(after: outcome, &device, at: now)
            // Taken out of the set meanwhile, it is not read again.
            devices[id] = peripherals.contains(device.peripheralID) ? device : nil
        }
        return next()
    }

    private func phase(after outcome: PassiveOutcome, _ device: inout Device, at now: Date) -> Phase {
        let content = device.sighting?.advertisement
        if outcome != .failed { device.attempts = 0 }
        if outcome != .noReading { device.rests = 0 }
        switch outcome {
        case .done, .empty: return cooled(device, at: now)
        case .noReading:
            let pause = min(60, 5 * Double(1 << min(device.rests, 4)))
            device.rests += 1
            return .resting(retryAt: now.addingTimeInterval(pause), content: content)
        case .advanced:
            return isRadioUp ? .failed(retryAt: now.addingTimeInterval(Self.shortPause), attempts: 0) : .armed
        case .failed:
            // What fails without a radio says nothing of the device.
            guard isRadioUp else { return .armed }
            device.attempts += 1
            let pause = min(60, 2 * Double(1 << min(device.attempts, 5)))
            return .failed(retryAt: now.addingTimeInterval(pause), attempts: device.attempts)
        case .notPaired: return .barred(until: now.addingTimeInterval(Self.barredFor), isPairing: true)
        case .missingPart: return .barred(until: now.addingTimeInterval(Self.barredFor), isPairing: false)
        case .stopped: return .armed
        case .yielded(let until): return .claimed(until: until)
        }
    }

    private func cooled(_ device: Device, at now: Date) -> Phase {
        guard let content = device.sighting?.advertisement else {
            return .quiet(armedAt: now.addingTimeInterval(rearm))
        }
        return .cooling(since: now, content: content)
    }

    /// Time has passed.
    mutating func tick(at now: Date) -> [Action] {
        for id in devices.keys.sorted(by: { $0.description < $1.description }) {
            if let device = devices[id], device.sighting != nil, now.timeIntervalSince(device.sightedAt) >= Self.expiry
            {
                lost(id, at: now)
            }
            rearm(id, at: now)
        }
        // Told again with each tick, so that it does not matter who suspended.
        if suspensions > 0, !isClosed, let current { return [.stop(current)] }
        return next()
    }

    /// Foreground work begins or ends; passive reading waits until all of it has ended.
    ///
    /// Each beginning needs its own end: a reading and a pairing may overlap.
    mutating func suspend(_ suspended: Bool) -> [Action] {
        suspensions = max(0, suspensions + (suspended ? 1 : -1))
        if suspended, let current { return [.stop(current)] }
        return next()
    }

    /// The process ends: nothing new begins, and what is under way ends by itself.
    mutating func close() {
        isClosed = true
    }

    /// The radio went away or came back.
    ///
    /// Nothing begins without it, and what failed for want of it does not count.
    mutating func radio(isUp: Bool) -> [Action] {
        guard isUp != isRadioUp else { return [] }
        isRadioUp = isUp
        guard !isUp else { return next() }
        queue = []
        for (id, device) in devices {
            switch device.phase {
            case .waiting, .failed, .resting:
                devices[id]?.phase = .armed
                devices[id]?.attempts = 0
            case .armed, .reading, .cooling, .quiet, .barred, .claimed: break
            }
        }
        return []
    }

    /// A device was paired, or what it lacked is there.
    mutating func repaired(_ id: DeviceID, at now: Date) -> [Action] {
        guard case .barred = devices[id]?.phase else { return [] }
        devices[id]?.phase = .armed
        rearm(id, at: now)
        return next()
    }

    /// Another hub reads a device: it is left alone until then, or until ``released(_:isDone:at:)``.
    mutating func claimed(_ id: DeviceID, until: Date) {
        guard let phase = devices[id]?.phase else { return }
        switch phase {
        case .armed, .waiting, .failed, .resting, .claimed:
            queue.removeAll { $0 == id }
            devices[id]?.phase = .claimed(until: until)
        case .reading, .cooling, .quiet, .barred: break
        }
    }

    /// Another hub is done with a device, or gave it up.
    mutating func released(_ id: DeviceID, isDone: Bool, at now: Date) -> [Action] {
        guard let device = devices[id], case .claimed = device.phase else { return [] }
        let phase = isDone ? cooled(device, at: now) : .armed
        devices[id]?.phase = phase
        rearm(id, at: now)
        return next()
    }

    /// Arms a device whose time has come, and puts it in the queue when it is in sight.
    private mutating func rearm(_ id: DeviceID, at now: Date) {
        guard var device = devices[id], isDue(device, at: now) else { return }
        let delay = models[device.peripheralID]?.connectDelay ?? 0
        let isSteady = now.timeIntervalSince(device.steadySince) >= delay
        let isReady = device.sighting != nil && isRadioUp && isSteady
        device.phase = isReady ? .waiting : .armed
        devices[id] = device
        if isReady { queue.append(id) }
    }

    private func isDue(_ device: Device, at now: Date) -> Bool {
        let model = models[device.peripheralID] ?? PassiveModel()
        switch device.phase {
        case .armed: return true
        case .waiting, .reading: return false
        case .cooling(let since, let content):
            return isNew(device, content) || now.timeIntervalSince(since) >= model.rearm ?? longestCooling
        case .quiet(let armedAt): return now >= armedAt
        case .failed(let retryAt, _): return now >= retryAt
        case .resting(let retryAt, let content):
            // Whoever advertises before a measurement may say so by what it advertises.
            return now >= retryAt || model.isAnnounced && content.map { isNew(device, $0) } ?? false
        case .barred(let until, _), .claimed(let until): return now >= until
        }
    }

    private func isNew(_ device: Device, _ content: Advertisement) -> Bool {
        device.sighting.map { $0.advertisement != content } ?? false
    }

    private mutating func next() -> [Action] {
        guard current == nil, suspensions == 0, !isClosed, isRadioUp else { return [] }
        while !queue.isEmpty {
            let id = queue.removeFirst()
            guard let device = devices[id], device.phase == .waiting, let sighting = device.sighting else { continue }
            devices[id]?.phase = .reading
            current = id
            return [.read(sighting, peripheralID: device.peripheralID)]
        }
        return []
    }
}

extension PassiveMachine {
    /// What a device does.
    enum Phase: Sendable, Hashable {
        /// It is read when it is sighted.
        case armed
        /// Its turn has not come.
        case waiting
        /// It is being read.
        case reading
        /// It was read and still advertises.
        case cooling(since: Date, content: Advertisement)
        /// It was read and is silent.
        case quiet(armedAt: Date)
        /// A reading failed.
        case failed(retryAt: Date, attempts: Int)
        /// It was there and gave no value.
        case resting(retryAt: Date, content: Advertisement?)
        /// Nothing helps but a pairing or a missing part.
        case barred(until: Date, isPairing: Bool)
        /// Another hub reads it.
        case claimed(until: Date)

        /// The word in `state/passive`.
        var word: String {
            switch self {
            case .armed: "armed"
            case .waiting, .reading: "reading"
            case .cooling, .quiet: "cooling"
            case .failed: "failed"
            case .resting: "noReading"
            case .barred(_, let isPairing): isPairing ? "notPaired" : "missingPart"
            case .claimed: "claimed"
            }
        }
    }

    /// The state of one device.
    struct Device: Sendable {
        var phase = Phase.armed
        /// The latest sighting; nil while it is silent.
        var sighting: PeripheralSighted?
        /// When that came.
        var sightedAt: Date
        /// Since when the advertisement is the same.
        var steadySince: Date
        var peripheralID: Int
        var attempts = 0
        var rests = 0
    }
}
