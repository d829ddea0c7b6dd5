internal import BusContract
internal import DeliveryRules
internal import FoundationEssentials
internal import VitalRecords

/// Decides when each device is read passively, one at a time.
///
/// Sighted → read → cooling → armed again. Cooling ends when the device stops advertising and the re-arm time passes,
/// its advertisement changes, or the model's re-arm time passes. A reading that failed or found no values is retried
/// after growing pauses while the device is in sight. A device that lacks a pairing or a key waits until it has it.
///
/// Of the devices that are due, the one that has waited longest is next. A reading that nothing new calls for counts as
/// due ``repeatDelay`` later than it is, and leaves time for a device that fell silent before its turn. So a device that
/// is always ready keeps no other from being read, and none waits forever.
struct PassiveMachine: Sendable {
    /// The next action for the caller.
    enum Action: Sendable, Hashable {
        /// Read a device.
        case read(PeripheralSighted, peripheralID: Int)
        /// Stop the reading of a device in order, because foreground work is waiting.
        case stop(DeviceID)
    }

    /// The largest number of devices remembered; further ones in sight are ignored.
    static let limit = 1024
    /// How long a sighting is valid without repetition, in seconds; the scanner repeats each after 10 s.
    ///
    /// The scanner publishes a loss only once, and the message may be lost without a broker.
    static let expiry: TimeInterval = 30
    /// The pause after a broken link that still made progress, in seconds: a long memory over a bad link needs many
    /// attempts.
    static let shortPause: TimeInterval = 2
    /// The time after which a device that lacks a pairing or part is tried anyway, in seconds.
    static let barredFor: TimeInterval = 3_600
    /// How much later a reading that nothing new calls for counts as due, in seconds.
    ///
    /// A cuff that advertises for half a minute must be read in that time, whatever devices never stop.
    static let repeatDelay: TimeInterval = 120
    /// The pauses between links that found no reading.
    private static let rest = Backoff(base: .seconds(5), cap: .seconds(60))
    /// The pauses between links that failed.
    private static let retry = Backoff(base: .seconds(4), cap: .seconds(60))

    /// The silence after which a device is armed again, in seconds.
    let rearm: TimeInterval
    /// The time after which a device that never stops advertising is read again, in seconds, unless its model has its
    /// own.
    let longestCooling: TimeInterval
    /// The models with special rules, by peripheral ID.
    let models: [Int: PassiveModel]
    /// The peripherals that are read passively.
    private(set) var peripherals: Set<Int>
    private var devices: [DeviceID: Device] = [:]
    private var current: DeviceID?
    private var places = 0
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

    /// Whether a device is in sight and may be scheduled.
    func isInSight(_ id: DeviceID) -> Bool { devices[id]?.sighting != nil }

    /// Replaces the passive set; an empty one disables passive reading.
    mutating func set(_ peripherals: Set<Int>) {
        self.peripherals = peripherals
        devices = devices.filter { $0.key == current }
    }

    /// Handles a sighting.
    mutating func sighted(_ sighting: PeripheralSighted, at now: Date) -> [Action] {
        guard let id = sighting.peripheralIDs.first(where: peripherals.contains) else { return [] }
        guard devices[sighting.device] != nil || makeRoom() else { return [] }
        var device =
            devices[sighting.device] ?? Device(sightedAt: now, steadySince: now, peripheralID: id)
        if device.sighting?.advertisement != sighting.advertisement {
            device.steadySince = now
            // The new advertisement makes the waiting reading more than a repetition.
            if device.phase == .waiting { device.phase = .armed }
        }
        device.sighting = sighting
        device.sightedAt = now
        devices[sighting.device] = device
        rearm(sighting.device, at: now)
        return next()
    }

    /// Forgets silent devices when there are too many, because private addresses create a new device every quarter of
    /// an hour.
    private mutating func makeRoom() -> Bool {
        if devices.count >= Self.limit {
            devices = devices.filter { $0.value.sighting != nil || $0.key == current }
        }
        return devices.count < Self.limit
    }

    /// Handles a device that fell silent.
    mutating func lost(_ id: DeviceID, at now: Date) {
        guard var device = devices[id] else { return }
        device.sighting = nil
        device.rests = 0
        switch device.phase {
        case .cooling: device.phase = .quiet(armedAt: now.addingTimeInterval(rearm))
        case .waiting, .failed, .resting: device.phase = .armed
        case .armed, .reading, .quiet, .barred, .claimed: break
        }
        devices[id] = device
    }

    /// Handles the end of a reading.
    mutating func finished(_ id: DeviceID, outcome: PassiveOutcome, at now: Date) -> [Action] {
        if current == id { current = nil }
        if var device = devices[id] {
            device.phase = phase(after: outcome, device: &device, at: now)
            // If it was removed from the set meanwhile, it is not read again.
            devices[id] = peripherals.contains(device.peripheralID) ? device : nil
        }
        return next()
    }

    private func phase(after outcome: PassiveOutcome, device: inout Device, at now: Date) -> Phase {
        let content = device.sighting?.advertisement
        if outcome != .failed { device.attempts = 0 }
        if outcome != .noReading { device.rests = 0 }
        switch outcome {
        case .done, .empty: return cooled(device, at: now)
        case .noReading:
            device.rests += 1
            return .resting(retryAt: now.addingTimeInterval(Self.rest.pause(device.rests)), content: content)
        case .advanced:
            return isUsable(device)
                ? .failed(retryAt: now.addingTimeInterval(Self.shortPause), attempts: 0) : .armed
        case .failed:
            // A failure for lack of a radio does not count against the device.
            guard isUsable(device) else { return .armed }
            device.attempts += 1
            let retryAt = now.addingTimeInterval(Self.retry.pause(device.attempts))
            return .failed(retryAt: retryAt, attempts: device.attempts)
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

    /// Expires sightings, and arms devices that are due.
    mutating func tick(at now: Date) -> [Action] {
        for id in devices.keys.sorted(by: { $0.description < $1.description }) {
            if let device = devices[id], device.sighting != nil, now.timeIntervalSince(device.sightedAt) >= Self.expiry
            {
                lost(id, at: now)
            }
            rearm(id, at: now)
        }
        // Repeated with each tick, so that it does not depend on who suspended.
        if suspensions > 0, !isClosed, let current { return [.stop(current)] }
        return next()
    }

    /// Suspends passive reading for foreground work, or ends one suspension.
    ///
    /// Every suspension needs its own end, because a reading and a pairing may overlap.
    mutating func suspend(_ suspended: Bool) -> [Action] {
        suspensions = max(0, suspensions + (suspended ? 1 : -1))
        if suspended, let current { return [.stop(current)] }
        return next()
    }

    /// Starts no new reading; the current one finishes on its own.
    mutating func close() {
        isClosed = true
    }

    /// Handles the radio's loss or return.
    ///
    /// No reading starts without a radio, and failures for lack of it do not count.
    mutating func radio(isUp: Bool) -> [Action] {
        guard isUp != isRadioUp else { return [] }
        isRadioUp = isUp
        guard !isUp else { return next() }
        for (id, device) in devices where !isUsable(device) {
            switch device.phase {
            case .waiting, .failed, .resting:
                devices[id]?.phase = .armed
                devices[id]?.attempts = 0
            case .armed, .reading, .cooling, .quiet, .barred, .claimed: break
            }
        }
        return []
    }

    /// Arms a device that was paired or whose missing part was added.
    ///
    /// What was found before the pairing says nothing about the device now: it has no pause to wait for.
    mutating func repaired(_ id: DeviceID, at now: Date) -> [Action] {
        guard var device = devices[id] else { return [] }
        switch device.phase {
        case .cooling, .quiet, .failed, .resting, .barred: device.phase = .armed
        case .armed, .waiting, .reading, .claimed: return []
        }
        device.attempts = 0
        device.rests = 0
        devices[id] = device
        rearm(id, at: now)
        return next()
    }

    /// Leaves a device to another hub until a given time, or until ``released(_:isDone:at:)``.
    mutating func claimed(_ id: DeviceID, until: Date) {
        guard let phase = devices[id]?.phase else { return }
        switch phase {
        case .armed, .waiting, .failed, .resting, .claimed: devices[id]?.phase = .claimed(until: until)
        case .reading, .cooling, .quiet, .barred: break
        }
    }

    /// Handles another hub's release of a device.
    mutating func released(_ id: DeviceID, isDone: Bool, at now: Date) -> [Action] {
        guard let device = devices[id], case .claimed = device.phase else { return [] }
        let phase = isDone ? cooled(device, at: now) : .armed
        devices[id]?.phase = phase
        if isDone { devices[id]?.place = nil }
        rearm(id, at: now)
        return next()
    }

    /// Arms a device that is due, and lets it wait for its turn if it is in sight.
    ///
    /// It keeps its place when it falls silent, because a busy radio hears a weak device only now and then.
    private mutating func rearm(_ id: DeviceID, at now: Date) {
        guard var device = devices[id], isDue(device, at: now) else { return }
        let isRepeat = isRepeat(device)
        guard !isRepeat || !isPlaceKept(at: now) else { return }
        let steadiness = models[device.peripheralID]?.connectDelay ?? 0
        let isSteady = now.timeIntervalSince(device.steadySince) >= steadiness
        let isReady = device.sighting != nil && isUsable(device) && isSteady
        device.phase = isReady ? .waiting : .armed
        if isReady {
            places += 1
            let place = Place(dueAt: now.addingTimeInterval(isRepeat ? Self.repeatDelay : 0), number: places)
            device.place = min(device.place ?? place, place)
        }
        devices[id] = device
    }

    /// Whether a device fell silent before its turn, and may be heard again.
    private func isPlaceKept(at now: Date) -> Bool {
        devices.values.contains {
            $0.place != nil && $0.phase == .armed && $0.sighting == nil
                && now.timeIntervalSince($0.sightedAt) < Self.expiry
        }
    }

    /// Whether a device that is due shows nothing new.
    private func isRepeat(_ device: Device) -> Bool {
        switch device.phase {
        case .cooling(_, let content): !isNew(device, content: content)
        case .resting(_, let content): !(content.map { isNew(device, content: $0) } ?? true)
        // What could not be read is still new.
        case .armed, .waiting, .reading, .quiet, .failed, .barred, .claimed: false
        }
    }

    /// Whether what the device is read by is there: the radio, or the cable that it is on while it is in sight.
    private func isUsable(_ device: Device) -> Bool { isRadioUp || models[device.peripheralID]?.isOnCable == true }

    private func isDue(_ device: Device, at now: Date) -> Bool {
        let model = models[device.peripheralID] ?? PassiveModel()
        switch device.phase {
        case .armed: return true
        case .waiting, .reading: return false
        case .cooling(let since, let content):
            return isNew(device, content: content) || now.timeIntervalSince(since) >= model.rearm ?? longestCooling
        case .quiet(let armedAt): return now >= armedAt
        case .failed(let retryAt, _): return now >= retryAt
        case .resting(let retryAt, let content):
            // If a device advertises before a measurement, a new advertisement may announce one.
            return now >= retryAt || model.isAnnounced && content.map { isNew(device, content: $0) } ?? false
        case .barred(let until, _), .claimed(let until): return now >= until
        }
    }

    private func isNew(_ device: Device, content: Advertisement) -> Bool {
        device.sighting.map { $0.advertisement != content } ?? false
    }

    private mutating func next() -> [Action] {
        guard current == nil, suspensions == 0, !isClosed,
            let (id, device) = devices.filter({ $0.value.phase == .waiting && isUsable($0.value) })
                .min(by: { $0.value.precedes($1.value) }),
            let sighting = device.sighting
        else { return [] }
        devices[id]?.phase = .reading
        devices[id]?.place = nil
        current = id
        return [.read(sighting, peripheralID: device.peripheralID)]
    }
}

extension Backoff {
    /// The backoff's ceiling in seconds; random jitter is not needed, because no other client competes for the device.
    fileprivate func pause(_ attempt: Int) -> TimeInterval {
        TimeInterval(ceiling(attempt: attempt).components.seconds)
    }
}
