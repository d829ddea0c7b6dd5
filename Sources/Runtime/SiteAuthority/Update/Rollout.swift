public import BusContract
public import FoundationEssentials

/// The update of a site's hubs to one version, in stages: one hub, a tenth, all.
///
/// It only compares what the hubs answer with what is wanted. So it survives every loss: a lost order is given again,
/// a lost answer is asked for again, and a registrar that was killed continues with what it noted before each order.
public struct Rollout: Codable, Sendable, Hashable {
    /// How long a hub may be silent or install, in seconds.
    public static let patience: TimeInterval = 180
    /// How long a hub runs the version before it is kept, in seconds.
    public static let watch: TimeInterval = 30
    /// How much of the time between two rounds counts, in seconds.
    ///
    /// In more, the registrar was not there to ask, or the clock was set; no hub is late by that.
    static let longestGap: TimeInterval = 60
    /// The age in seconds from which a reading that has not arrived counts as stuck.
    public static let latest = 120

    /// Why a rollout halts, in addition to the hubs' own problems.
    public enum Reason: String, Sendable {
        /// The hub did not come back in time.
        case notBack
        /// The hub did not begin.
        case notBegun
        /// The hub began, and did not end.
        case notDone
        /// The hub's readings do not arrive.
        case notArriving
    }

    /// Why no other hub is begun.
    public struct Halt: Codable, Sendable, Hashable {
        /// The hub at which it halted.
        public let hub: String
        /// The reason, as in ``RolloutHub/reason``.
        public let reason: String
    }

    /// A request to one hub.
    public struct Order: Sendable, Hashable {
        /// The hub.
        public let hub: String
        /// What is asked of it.
        public let body: InstallVersion
    }

    /// What the operator wants.
    public private(set) var wish: UpdateWish
    /// The site's hubs, by name.
    public private(set) var hubs: [RolloutHub]
    /// Why no other hub is begun; nil if none is in the way.
    public private(set) var halt: Halt?
    /// How many rounds have asked the hubs since the wish.
    public private(set) var rounds = 0
    /// Until when the hubs' times are counted; nil before the first round.
    private var counted: Date?

    /// Starts to carry out a wish.
    public init(_ wish: UpdateWish, hubs: [String], now: Date) {
        self.wish = wish
        self.hubs = hubs.map { RolloutHub($0, since: now) }
        if wish.action == .back { goBack(now) }
    }

    private mutating func goBack(_ now: Date) {
        for index in hubs.indices { hubs[index].go(.returning, now: now) }
    }

    /// Whether readings wait at a hub for longer than they may.
    static func isStuck(_ answer: HubVersion) -> Bool { (answer.oldestAgeSeconds ?? 0) > latest }

    /// Whether a hub is between two versions.
    public var isUnderWay: Bool { hubs.contains(where: \.isUnderWay) }

    /// Whether there is anything to ask.
    public var hasWork: Bool {
        switch wish.action {
        case .check: rounds == 0
        case .roll: isUnderWay || rounds == 0 || halt == nil && hubs.contains { $0.step != .kept }
        case .stop, .back: isUnderWay || rounds == 0
        }
    }

    /// How many hubs may have begun: one, then a tenth, then all; each stage begins once the one before is kept.
    private var quota: Int {
        let kept = hubs.count { $0.step == .kept }
        let tenth = max(1, (hubs.count + 9) / 10)
        return kept < 1 ? 1 : kept < tenth ? tenth : hubs.count
    }
}

extension Rollout {
    /// Takes a newer wish and the site's present hubs.
    public mutating func take(_ wish: UpdateWish, hubs names: [String], now: Date) {
        count(to: now)
        let known = Dictionary(uniqueKeysWithValues: hubs.map { ($0.name, $0) })
        hubs = names.map { known[$0] ?? RolloutHub($0, since: now) }
        guard wish != self.wish else { return }
        let isOther = wish.version != self.wish.version
        (self.wish, rounds) = (wish, 0)
        switch wish.action {
        case .check, .roll:
            halt = nil
            // What still goes back does so by an earlier wish, and is asked again once it has.
            for index in hubs.indices where isOther || !hubs[index].isUnderWay || hubs[index].step == .returning {
                hubs[index].go(.unasked, now: now)
            }
        case .stop: break
        case .back: goBack(now)
        }
    }

    /// The requests of the next round; note the rollout before they are sent.
    public mutating func orders(now: Date) -> [Order] {
        if wish.action == .roll, halt == nil {
            var free = quota - hubs.count(where: \.isBegun)
            for index in hubs.indices where free > 0 && hubs[index].step == .ready {
                hubs[index].go(.asked, now: now)
                free -= 1
            }
        }
        return hubs.compactMap { hub in body(for: hub, now: now).map { Order(hub: hub.name, body: $0) } }
    }

    private func body(for hub: RolloutHub, now: Date) -> InstallVersion? {
        switch hub.step {
        case .kept, .returned, .failed: return nil
        case .asked: return InstallVersion(version: wish.version)
        case .trial where hub.isWatched(at: now): return InstallVersion(version: wish.version, keeps: true)
        case .returning where hub.version == wish.version: return InstallVersion(version: hub.previous)
        case .unasked, .away, .off, .ready, .updating, .trial, .returning: return InstallVersion()
        }
    }

    /// Leaves out of the hubs' times what passed without rounds.
    private mutating func count(to now: Date) {
        defer { counted = now }
        guard let counted else { return }
        let passed = now.timeIntervalSince(counted)
        let excess = passed - min(max(passed, 0), Self.longestGap)
        guard excess != 0 else { return }
        for index in hubs.indices { hubs[index].shift(by: excess) }
    }

    /// Takes a hub's answer to its order, or nil if there was none.
    ///
    /// - Parameter refusal: The error that the hub answered instead, in words; nil if it answered nothing.
    public mutating func hear(_ answer: HubVersion?, refusal: String? = nil, from name: String, now: Date) {
        count(to: now)
        guard let index = hubs.firstIndex(where: { $0.name == name }) else { return }
        guard let reason = hubs[index].hear(answer, refusal: refusal, target: wish.version, now: now) else { return }
        if halt == nil { halt = Halt(hub: name, reason: reason) }
        hubs[index].go(.returning, now: now, reason: reason)
        for index in hubs.indices where [.asked, .updating, .trial].contains(hubs[index].step) {
            hubs[index].go(.returning, now: now)
        }
    }

    /// Ends a round.
    public mutating func endRound() { rounds += 1 }
}
