public import MessageBus
public import VitalRecords

/// What an actor knows of hubs, seats and devices; requests are checked against it.
public protocol ReachFacts: Sendable {
    /// The seats of a hub that joined the site; nil for a hub on the server itself, which reaches all seats.
    func seats(of hub: String) async throws -> Set<String>?
    /// Whether a person recently asked a hub to measure or pair for another hub's seat.
    func wasAsked(_ hub: String, for seat: String) async throws -> Bool
    /// The seats that a device is assigned to now.
    func seats(of device: DeviceID) async throws -> Set<String>
    /// The hub that made a record's reading; nil if the record is unknown here.
    func hub(of record: LogID) async throws -> String?
    /// The seat where a record was measured; nil if the record is unknown here.
    func seat(of record: LogID) async throws -> String?
    /// Whether a hub, one of its seats or one of its devices made a held reading; true if the reading is unknown here.
    func isHeld(_ reading: ReadingKey, by hub: String, for seats: Set<String>) async throws -> Bool
}

/// Checks requests against ``Reach/table`` before their handlers run.
public struct ReachKeeper: ReachGuard {
    private let facts: any ReachFacts
    private let refusals: Refusals

    /// Makes a keeper.
    public init(_ facts: any ReachFacts, refusals: Refusals) { (self.facts, self.refusals) = (facts, refusals) }

    /// Checks a request against its rules.
    public func check(_ body: any Sendable, of request: String, by caller: BusAddress) async throws {
        let rules = Reach.rules(of: request, by: caller.actor)
        guard !rules.isEmpty else { return }
        let own = rules.allSatisfy(\.bound.isOfAnyHub) ? nil : try await facts.seats(of: caller.hub)
        for rule in rules {
            for said in Set(rule.said(body)) where try await !holds(rule.bound, said: said, caller: caller, own: own) {
                refusals.note(rule.bound == .ownKind ? .kind : .hub)
                throw BusError(.notAuthorized, message: Self.refusal(of: rule, caller: caller, own: own))
            }
        }
    }

    private static func refusal(of rule: ReachRule, caller: BusAddress, own: Set<String>?) -> String {
        let said = "\(caller.client) of \(caller.hub) may not set this in '\(rule.field)'"
        guard rule.bound.isOfBox, let own else { return "\(said): \(rule.bound.words)" }
        let seats = own.sorted().prefix(20).joined(separator: ", ")
        return
            "\(said): this machine may act for \(own.isEmpty ? "no seats" : "seats \(seats)"); for others use a person's account: "
            + "'vitalbus user add NAME' on the server"
    }

    private func holds(
        _ bound: ReachRule.Bound,
        said: ReachRule.Said,
        caller: BusAddress,
        own: Set<String>?
    ) async throws -> Bool {
        switch (bound, said) {
        case (.boxOwn, _), (.boxListed, _), (.siteOnly, _):
            guard let own else { return true }
            return try await isOfBox(said, isList: bound == .boxListed, caller: caller, own: own)
        case (.ownHub, .hub(let hub)): return hub == caller.hub
        case (.ownKind, .kind(let kind)): return kind == Reach.kinds[BusRole(rawValue: caller.actor)]
        case (.ownSeatElseHeld, _): return true
        case (.pictureKey, .reading(let key)): return key.map { $0.rawValue.hasPrefix("rnd1-") } ?? true
        case (.ownSeat, .seat(let seat)):
            guard let own, let seat, !own.contains(seat) else { return true }
            return try await facts.wasAsked(caller.hub, for: seat)
        case (.freeDevice, .device(let device, let seat)):
            guard let own else { return true }
            let others = try await facts.seats(of: device).subtracting(own).subtracting([seat])
            guard !others.isEmpty else { return true }
            return try await facts.wasAsked(caller.hub, for: seat)
        case (.ownRecord, .record(let record)):
            guard own != nil else { return true }
            return try await facts.hub(of: record).map { $0 == caller.hub } ?? true
        default: return false
        }
    }

    /// Whether a box's request concerns only its own hub.
    private func isOfBox(_ said: ReachRule.Said, isList: Bool, caller: BusAddress, own: Set<String>) async throws
        -> Bool
    {
        switch said {
        case .hub(let hub): return hub == caller.hub
        case .seat(let seat): return seat.map(own.contains) ?? isList
        case .device(let device, _), .assigned(let device):
            return try await facts.seats(of: device).isSubset(of: own)
        case .record(let record): return try await facts.seat(of: record).map(own.contains) ?? true
        case .reading(let key?): return try await facts.isHeld(key, by: caller.hub, for: own)
        case .reading(nil): return true
        case .kind, .everything: return false
        }
    }
}

extension ReachRule.Bound {
    /// Whether the rule applies to any hub, joined or not.
    var isOfAnyHub: Bool { [.ownHub, .ownKind, .ownSeatElseHeld, .pictureKey].contains(self) }

    /// Whether the rule is for the command line of a hub's box.
    var isOfBox: Bool { [.boxOwn, .boxListed, .siteOnly].contains(self) }

    /// What is allowed, and the alternative.
    package var words: String {
        switch self {
        case .ownHub: "only its own hub"
        case .ownKind: "only its own kind of readings"
        case .ownSeat: "only seats of its own hub, or one that a person has just asked it to measure"
        case .ownSeatElseHeld:
            "only seats of its own hub, or one that a person asked it to measure; other readings are held"
        case .freeDevice:
            "not a device of another hub's seat: assign it with 'vitalbus device assign' or on the page"
        case .ownRecord: "only records of its own hub's readings"
        case .pictureKey: "only readings of displays"
        case .boxOwn: "only its own hub and that hub's seats; a person's account may do more"
        case .boxListed:
            "only seats of its own hub, and it lists only those; a person's account may do more"
        case .siteOnly: "not permitted, because it changes the whole site; use a person's account"
        }
    }
}
