internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

/// Decides which hub reads a device that several hear: each claims it on the bus, the best claim wins.
///
/// Who wants a device says so and waits a moment. A hub that is paired with it goes before one that is not, then the
/// stronger signal, then the hub's name. Whoever took it says so every few seconds; the others leave it alone until it is
/// released, or nothing is heard of it any more. Lost messages lead to two readings, never to none: the reading key
/// settles the rest.
struct ClaimMachine: Sendable {
    /// What is to be done.
    enum Action: Sendable, Hashable {
        /// Tell the others.
        case tell(DeviceClaim)
        /// Another hub has a device, until then unless it says more.
        case claimed(DeviceID, until: Date)
        /// Another hub is done with a device, or gave it up.
        case released(DeviceID, isDone: Bool)
    }

    /// Who reads.
    enum Verdict: Sendable, Hashable {
        /// This hub.
        case mine
        /// Another one; ask again then.
        case yield(until: Date)
        /// Nobody: another one has just read it.
        case settled
    }

    /// How long a `taken` counts; three repetitions may be lost.
    static let takenFor: TimeInterval = 20
    /// How often `taken` is said.
    static let repeatInterval: TimeInterval = 5
    /// How long a `wanted` counts; by then it was taken, or its hub is gone.
    static let wantedFor: TimeInterval = 2
    /// A hub that heard no other for so long waits for none.
    static let companyFor: TimeInterval = 3_600
    /// The most claims of others remembered; the oldest go first.
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
    /// How long others have to say that they want the device too.
    let wait: TimeInterval
    private var own: [DeviceID: Own] = [:]
    private var rivals: [Key: Rival] = [:]
    private var companyAt: Date?

    init(hub: String, wait: TimeInterval) {
        self.hub = hub
        self.wait = wait
    }

    /// How many claims of others are remembered.
    var rivalCount: Int { rivals.count }
    /// Whether another hub was ever heard.
    var isInCompany: Bool { companyAt != nil }

    /// This hub would read a device.
    ///
    /// - Returns: How long to wait before ``decide(_:at:)``; nothing where no other hub has spoken lately.
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

    /// Another hub told something; what this hub told itself is passed over.
    mutating func heard(_ claim: DeviceClaim, at now: Date) -> [Action] {
        guard claim.hub != hub else { return [] }
        companyAt = now
        let key = Key(device: claim.device, hub: claim.hub)
        switch claim.state {
        case .wanted:
            remember(claim, key, at: now)
            // The newcomer may have missed it.
            guard let mine = own[claim.device], mine.claim.state == .taken else { return [] }
            return [.tell(mine.claim)]
        case .taken:
            remember(claim, key, at: now)
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

    /// Time has passed.
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

    /// This hub reads a device no more.
    ///
    /// - Parameter isDone: Whether the device gave what it had, so that nobody else has to ask.
    mutating func end(_ device: DeviceID, isDone: Bool) -> [Action] {
        guard var claim = own.removeValue(forKey: device)?.claim, claim.state == .taken else { return [] }
        claim.state = .released
        claim.done = isDone
        return [.tell(claim)]
    }

    private mutating func remember(_ claim: DeviceClaim, _ key: Key, at now: Date) {
        if rivals.count >= Self.limit, rivals[key] == nil,
            let oldest = rivals.min(by: { $0.value.heardAt < $1.value.heardAt })?.key
        {
            rivals[oldest] = nil
        }
        rivals[key] = Rival(claim: claim, heardAt: now)
    }
}

extension ClaimMachine.Rival {
    /// Until when it keeps this hub away; nil where it does not.
    fileprivate func end(against mine: DeviceClaim, at now: Date) -> Date? {
        let isTaken = claim.state == .taken
        let end = heardAt.addingTimeInterval(isTaken ? ClaimMachine.takenFor : ClaimMachine.wantedFor)
        guard end > now, isTaken || claim.goesBefore(mine) else { return nil }
        return end
    }
}

extension DeviceClaim {
    /// Whether this claim goes before another one of the same device; of two different hubs exactly one does.
    ///
    /// Signals within 4 dB of each other count as equal: a hand between device and hub makes more difference. They are
    /// compared by steps and not by distance, because three hubs could else each go before the next.
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
