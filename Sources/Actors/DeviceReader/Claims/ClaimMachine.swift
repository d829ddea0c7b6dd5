internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Decides which of several hubs reads a device that all of them hear.
///
/// A hub that wants a device publishes a claim and waits a moment. A paired hub has priority, then the hub with the
/// stronger signal, then the first by name. The hub that took the device repeats its claim every few seconds; the
/// others leave the device alone until it is released or the claim expires. Lost messages can cause two readings, never
/// none: the reading key removes the duplicate.
struct ClaimMachine: Sendable {
    /// The next action for the caller.
    enum Action: Sendable, Hashable {
        /// Publish a claim to the other hubs.
        case tell(DeviceClaim)
        /// Another hub has a device, until its claim expires or is renewed.
        case claimed(DeviceID, until: Date)
        /// Another hub has finished reading a device (`isDone`) or has given it up.
        case released(DeviceID, isDone: Bool)
    }

    /// Which hub reads.
    enum Verdict: Sendable, Hashable {
        /// This hub.
        case mine
        /// Another hub; try again at this time.
        case yield(until: Date)
        /// No hub: another one has just read the device.
        case settled
    }

    /// How long a `taken` claim is valid, in seconds; this tolerates three lost repetitions.
    static let takenFor: TimeInterval = 20
    /// How often a `taken` claim is repeated, in seconds.
    static let repeatInterval: TimeInterval = 5
    /// How long a `wanted` claim is valid, in seconds; by then its hub has taken the device or is gone.
    static let wantedFor: TimeInterval = 2
    /// How long a hub waits for other hubs' claims after it last heard one, in seconds; later it does not wait.
    static let companyFor: TimeInterval = 3_600
    /// The largest number of other hubs' claims remembered; the oldest are dropped.
    static let limit = 1_024

    fileprivate struct Rival: Sendable {
        var claim: DeviceClaim
        var heardAt: Date
    }

    private struct Key: Hashable, Sendable {
        let device: DeviceID
        let hub: String
    }

    private struct Own: Sendable {
        var claim: DeviceClaim
        var toldAt: Date
        /// Whether another hub read the device while this one waited.
        var isSettled = false
    }

    /// This hub.
    let hub: String
    /// How long other hubs have to claim the device too, in seconds.
    let wait: TimeInterval
    private var own: [DeviceID: Own] = [:]
    private var rivals: [Key: Rival] = [:]
    private var companyAt: Date?

    init(hub: String, wait: TimeInterval) {
        self.hub = hub
        self.wait = wait
    }

    /// The number of other hubs' claims remembered.
    var rivalCount: Int { rivals.count }
    /// Whether another hub was ever heard.
    var isInCompany: Bool { companyAt != nil }

    /// Claims a device for this hub.
    ///
    /// - Returns: The seconds to wait before ``decide(_:at:)``; 0 if no other hub was heard lately.
    mutating func want(
        _ device: DeviceID,
        rssi: Int?,
        isBonded: Bool,
        at now: Date
    ) -> (wait: TimeInterval, actions: [Action]) {
        let claim = DeviceClaim(hub: hub, device: device, rssi: rssi, bonded: isBonded, state: .wanted)
        own[device] = Own(claim: claim, toldAt: now)
        let hasCompany = companyAt.map { now.timeIntervalSince($0) < Self.companyFor } ?? false
        return (hasCompany ? wait : 0, [.tell(claim)])
    }

    /// Decides who reads the device, after the wait.
    mutating func decide(_ device: DeviceID, at now: Date) -> (verdict: Verdict, actions: [Action]) {
        guard var mine = own[device] else { return (.mine, []) }
        guard !mine.isSettled else {
            own[device] = nil
            return (.settled, [])
        }
        let others = rivals.filter { $0.key.device == device }.map(\.value)
        let until = others.compactMap { $0.end(against: mine.claim, at: now) }.max()
        if let until {
            own[device] = nil
            return (.yield(until: until), [])
        }
        mine.claim.state = .taken
        mine.toldAt = now
        own[device] = mine
        return (.mine, [.tell(mine.claim)])
    }

    /// Handles a claim from the bus; this hub's own are ignored.
    mutating func heard(_ claim: DeviceClaim, at now: Date) -> [Action] {
        guard claim.hub != hub else { return [] }
        companyAt = now
        let key = Key(device: claim.device, hub: claim.hub)
        switch claim.state {
        case .wanted:
            remember(claim, key: key, at: now)
            // The other hub may have missed this hub's claim.
            guard let mine = own[claim.device], mine.claim.state == .taken else { return [] }
            return [.tell(mine.claim)]
        case .taken:
            remember(claim, key: key, at: now)
            guard own[claim.device]?.claim.state != .taken else { return [] }
            return [.claimed(claim.device, until: now.addingTimeInterval(Self.takenFor))]
        case .released:
            rivals[key] = nil
            if claim.done == true { own[claim.device]?.isSettled = true }
            let isTaken = rivals.contains {
                $0.key.device == claim.device && $0.value.claim.state == .taken
                    && now.timeIntervalSince($0.value.heardAt) < Self.takenFor
            }
            return isTaken && claim.done != true ? [] : [.released(claim.device, isDone: claim.done == true)]
        default: return []
        }
    }

    /// Expires old claims and repeats this hub's own.
    mutating func tick(at now: Date) -> [Action] {
        rivals = rivals.filter { now.timeIntervalSince($0.value.heardAt) < Self.takenFor }
        var actions: [Action] = []
        for (device, mine) in own.sorted(by: { $0.key.description < $1.key.description })
        where mine.claim.state == .taken && now.timeIntervalSince(mine.toldAt) >= Self.repeatInterval {
            own[device]?.toldAt = now
            actions.append(.tell(mine.claim))
        }
        return actions
    }

    /// Ends this hub's claim on a device.
    ///
    /// - Parameter isDone: Whether the device sent everything, so that no other hub needs to read it.
    mutating func end(_ device: DeviceID, isDone: Bool) -> [Action] {
        guard var claim = own.removeValue(forKey: device)?.claim, claim.state == .taken else { return [] }
        claim.state = .released
        claim.done = isDone
        return [.tell(claim)]
    }

    private mutating func remember(_ claim: DeviceClaim, key: Key, at now: Date) {
        if rivals.count >= Self.limit, rivals[key] == nil,
            let oldest = rivals.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            rivals[oldest] = nil
        }
        rivals[key] = Rival(claim: claim, heardAt: now)
    }
}

extension ClaimMachine.Rival {
    /// Until when the rival's claim excludes this hub; nil if it does not.
    fileprivate func end(against mine: DeviceClaim, at now: Date) -> Date? {
        let isTaken = claim.state == .taken
        let end = heardAt.addingTimeInterval(isTaken ? ClaimMachine.takenFor : ClaimMachine.wantedFor)
        guard end > now, isTaken || claim.goesBefore(mine) else { return nil }
        return end
    }
}

extension DeviceClaim {
    /// Whether this claim has priority over another claim on the same device; of two hubs, exactly one has.
    ///
    /// Strengths are compared in steps of 4 dB, because a hand between device and hub makes more difference. They are
    /// not compared by distance, because that could be cyclic: each of three hubs could have priority over the next.
    func goesBefore(_ other: DeviceClaim) -> Bool {
        if bonded != other.bonded { return bonded }
        if strength != other.strength { return strength > other.strength }
        return hub < other.hub
    }

    /// The signal's strength in steps of 4 dB; 127 and absent mean that it is unknown.
    private var strength: Int {
        guard let rssi, (-127...20).contains(rssi) else { return -32 }
        return rssi >> 2
    }
}
