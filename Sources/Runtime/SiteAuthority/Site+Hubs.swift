internal import Files
public import FoundationEssentials
internal import MessageBus
public import SiteRecords

// The site's hubs as its operator adds, renames and revokes them.
extension Site {
    /// How long a bundle is valid, in seconds.
    public static let bundleLifetime: TimeInterval = 3 * 86_400

    /// Adds a hub, or issues a new bundle for one.
    ///
    /// - Parameters:
    ///   - seats: The seats that it measures; if empty, one named like the hub, or those of an existing hub.
    ///   - again: Whether a hub of the name may exist; it joins again, and its previous certificates become invalid at
    ///     once.
    /// - Throws: ``SiteError`` `exists`, `invalid`, `files`.
    public func add(_ hub: String, seats: [String], again: Bool, now: Date) throws(SiteError) -> HubBundle {
        let added = try add([NewHub(hub, seats: seats)], again: again, now: now)
        return added[0]
    }

    /// A hub to add.
    public struct NewHub: Sendable, Hashable {
        let hub: String
        let seats: [String]

        /// Creates a description of a hub.
        ///
        /// - Parameter seats: The seats that it measures; if empty, one named like the hub, or those of an existing
        ///   hub.
        public init(_ hub: String, seats: [String] = []) { (self.hub, self.seats) = (hub, seats) }
    }

    /// Adds many hubs, or issues new bundles for them, reading the other hubs' files only once.
    ///
    /// - Returns: The bundles in the same order.
    /// - Throws: The errors of ``add(_:seats:again:now:)``; the hubs before the rejected one are added nevertheless.
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
                message:
                    "the site already has a hub '\(hub)': choose another name, or give it a new bundle with --again"
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
            throw SiteError(.invalid, message: "the name '\(last.hub)' was used too often: choose another one")
        }
        return next
    }

    /// The hub of each seat, for the hubs that belong to the site.
    private func seatOwners() throws(SiteError) -> [String: String] {
        var owners: [String: String] = [:]
        for entry in try entries() where entry.revoked == nil {
            for seat in entry.seats { owners[seat] = entry.hub }
        }
        return owners
    }

    /// Rejects a seat of another hub, because two hubs with one seat would answer for each other's people.
    private func checkSeats(_ seats: [String], of hub: String, owners: [String: String]) throws(SiteError) {
        for seat in seats {
            do {
                try BusAddress.check(seat, as: "seat")
            } catch {
                throw SiteError(.invalid, message: error.plainWords)
            }
        }
        guard Set(seats).count == seats.count else { throw SiteError(.invalid, message: "a seat occurs twice") }
        guard let both = seats.first(where: { owners[$0] != nil && owners[$0] != hub }), let other = owners[both] else {
            return
        }
        throw SiteError(.exists, message: "the seat '\(both)' belongs to the hub '\(other)': choose another name")
    }

    /// Renames a hub that has not joined yet.
    ///
    /// A joined hub keeps its name, which its machine's files, its outboxes and the site's data contain.
    ///
    /// - Returns: A bundle under the new name; the old bundle becomes invalid.
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
            // A hub whose name was given again may have joined before.
            let card = try card(last)
            if last.generation != nil || card != nil { throw Self.hasJoined(hub, name: name, seats: seats) }
            guard try entry(name) == nil else {
                throw SiteError(.exists, message: "the site already has a hub '\(name)': choose another name")
            }
            var owners = try seatOwners().filter { $0.value != hub }
            let new = NewHub(name, seats: seats)
            let bundle = try add(new, again: false, owners: &owners, authority: authority, now: now)
            // Deleted last: an interruption leaves two hubs, of which the operator revokes one.
            do {
                try FileManager.default.removeItem(atPath: "\(files.hubs)/\(hub).json")
            } catch {
                throw SiteError(
                    .files,
                    message: "\(files.hubs) cannot be written: check its permissions",
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
                "'\(hub)' has joined, and its data is stored under its name. To rename it, stop it, run 'vitalbus leave' on its "
                + "machine, then run 'vitalbus hub revoke \(hub)' and 'vitalbus hub add \(name)\(flags)' here, and join there. "
                + "Assignments, sessions and records belong to seats and devices, so they are kept"
        )
    }

    /// Removes a hub from the site: its accounts are deleted, and its certificates are not renewed.
    ///
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func revoke(_ hub: String, now: Date) throws(SiteError) {
        try files.locked { () throws(SiteError) in
            guard var entry = try entry(hub) else {
                throw SiteError(.notFound, message: "the site has no hub '\(hub)': 'vitalbus hub list' shows them")
            }
            guard entry.revoked == nil else { return }
            entry.revoked = now
            // An unused bundle becomes invalid, too.
            entry.secretHash = ""
            try files.writeJSON(entry, path: "\(files.hubs)/\(hub).json")
        }
    }
}
