internal import Files
public import FoundationEssentials
internal import MessageBus
public import SiteRecords

// The site's hubs as its operator adds, renames and revokes them.
extension Site {
    /// How long a bundle can be used.
    public static let bundleLifetime: TimeInterval = 3 * 86_400

    /// Adds a hub, or gives one a new bundle.
    ///
    /// - Parameters:
    ///   - seats: Whom it measures; one named like the hub when empty, those it has when it is there already.
    ///   - again: Whether a hub of the name may be there: it joins anew, and its certificates of before end at once.
    /// - Throws: ``SiteError`` `exists`, `invalid`, `files`.
    public func add(_ hub: String, seats: [String], again: Bool, now: Date) throws(SiteError) -> HubBundle {
        let added = try add([NewHub(hub, seats: seats)], again: again, now: now)
        return added[0]
    }

    /// A hub that is added.
    public struct NewHub: Sendable, Hashable {
        let hub: String
        let seats: [String]

        /// Names a hub.
        ///
        /// - Parameter seats: Whom it measures; one named like the hub when empty, those it has when it is there already.
        public init(_ hub: String, seats: [String] = []) { (self.hub, self.seats) = (hub, seats) }
    }

    /// Adds many hubs, or gives them new bundles; the others' files are read once.
    ///
    /// - Returns: Their bundles in the same order.
    /// - Throws: As ``add(_:seats:again:now:)``; those before the one that is refused are added then.
    public func add(_ new: [NewHub], again: Bool = false, now: Date) throws(SiteError) -> [HubBundle] {
        let authority = try files.text(files.authority)
        return try files.locked { () throws(SiteError) in
            var owners = try seatOwners()
            var bundles: [HubBundle] = []
            for hub in new {
                bundles.append(try add(hub, again: again, owners: &owners, authority: authority, now: now))
            }
            return bundles
        }
    }

    private func add(
        _ new: NewHub,
        again: Bool,
        owners: inout [String: String],
        authority: String,
        now: Date
    ) throws(SiteError) -> HubBundle {
        let hub = new.hub
        try HubMembers.check(hub)
        _ = try HubMembers.all(site: record.site, hub: hub)
        let last = try entry(hub)
        guard last == nil || again || last?.revoked != nil else {
            throw SiteError(
                .exists,
                message: "the site has a hub '\(hub)': choose another name, or give it a new bundle with --again"
            )
        }
        let seats = new.seats.isEmpty ? last?.seats ?? [hub] : new.seats
        try checkSeats(seats, of: hub, owners: owners)
        let (secret, expires) = (HubBundle.newSecret(), now + Self.bundleLifetime)
        let entry = HubEntry(
            hub: hub,
            seats: seats,
            added: now,
            secretHash: HubBundle.hash(secret),
            bundleExpires: expires,
            generation: try Self.generation(after: last)
        )
        try files.writeJSON(entry, path: "\(files.hubs)/\(hub).json")
        for seat in seats { owners[seat] = hub }
        return HubBundle(
            record,
            hub: hub,
            seats: seats,
            authority: authority,
            secret: secret,
            made: now,
            expires: expires
        )
    }

    private static func generation(after last: HubEntry?) throws(SiteError) -> Int? {
        guard let last else { return nil }
        let next = (last.generation ?? 0) + 1  // In range: checked below each time.
        guard next <= HubEntry.mostGenerations else {
            throw SiteError(.invalid, message: "the name '\(last.hub)' was given too often: choose another one")
        }
        return next
    }

    /// Whose seat each is, of the hubs that belong to the site.
    private func seatOwners() throws(SiteError) -> [String: String] {
        var owners: [String: String] = [:]
        for entry in try entries() where entry.revoked == nil {
            for seat in entry.seats { owners[seat] = entry.hub }
        }
        return owners
    }

    /// A seat has one hub's name behind it: two hubs of one seat would answer for each other's people.
    private func checkSeats(_ seats: [String], of hub: String, owners: [String: String]) throws(SiteError) {
        for seat in seats {
            do {
                try BusAddress.check(seat, as: "seat")
            } catch {
                throw SiteError(.invalid, message: (error as? BusError)?.message ?? "\(error)")
            }
        }
        guard Set(seats).count == seats.count else { throw SiteError(.invalid, message: "a seat is there twice") }
        guard let both = seats.first(where: { owners[$0] != nil && owners[$0] != hub }), let other = owners[both] else {
            return
        }
        throw SiteError(.exists, message: "the seat '\(both)' is of the hub '\(other)': choose another name")
    }

    /// Renames a hub that nobody has joined as yet.
    ///
    /// A hub that has joined keeps its name: its machine's files, its outboxes and what the site knows of them stand under it.
    ///
    /// - Returns: A bundle under the new name; the old one ends.
    /// - Throws: ``SiteError`` `notFound`, `exists`, `joined`, `invalid`, `busy`, `files`.
    public func rename(_ hub: String, to name: String, now: Date) throws(SiteError) -> HubBundle {
        try HubMembers.check(name)
        _ = try HubMembers.all(site: record.site, hub: name)
        let authority = try files.text(files.authority)
        return try files.locked { () throws(SiteError) in
            guard let last = try entry(hub), last.revoked == nil else {
                throw SiteError(.notFound, message: "the site has no hub '\(hub)': 'vitalbus hub list' shows them")
            }
            let seats = last.seats == [hub] ? [name] : last.seats
            // One that was given its name again may have joined before.
            let card = try card(last)
            if last.generation != nil || card != nil { throw Self.hasJoined(hub, name: name, seats: seats) }
            guard try entry(name) == nil else {
                throw SiteError(.exists, message: "the site has a hub '\(name)': choose another name")
            }
            var owners = try seatOwners().filter { $0.value != hub }
            let new = NewHub(name, seats: seats)
            let bundle = try add(new, again: false, owners: &owners, authority: authority, now: now)
            // Last: what was cut off before is two hubs, of which the operator revokes one.
            do {
                try FileManager.default.removeItem(atPath: "\(files.hubs)/\(hub).json")
            } catch {
                throw SiteError(
                    .files,
                    message: "\(files.hubs) cannot be written: check its rights",
                    errno: error.fileErrno
                )
            }
            return bundle
        }
    }

    private static func hasJoined(_ hub: String, name: String, seats: [String]) -> SiteError {
        let flags = seats.map { " --seat \($0)" }.joined()
        return SiteError(
            .joined,
            message:
                "'\(hub)' has joined, and its data is stored under its name. The way out: stop it, 'vitalbus leave' on its "
                + "machine, then here 'vitalbus hub revoke \(hub)' and 'vitalbus hub add \(name)\(flags)', and join there. "
                + "Assignments, sessions and records belong to seats and devices, and stay"
        )
    }

    /// Ends a hub's belonging to the site: its accounts go, and none of its certificates is renewed.
    ///
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func revoke(_ hub: String, now: Date) throws(SiteError) {
        try files.locked { () throws(SiteError) in
            guard var entry = try entry(hub) else {
                throw SiteError(.notFound, message: "the site has no hub '\(hub)': 'vitalbus hub list' shows them")
            }
            guard entry.revoked == nil else { return }
            entry.revoked = now
            // A bundle that nobody has used yet ends too.
            entry.secretHash = ""
            try files.writeJSON(entry, path: "\(files.hubs)/\(hub).json")
        }
    }
}
