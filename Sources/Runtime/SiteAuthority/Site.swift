public import BusContract
public import FoundationEssentials
internal import MessageBus
internal import Processes

/// A site on its server: its authority and its hubs, in files shared by commands and the registrar.
public struct Site: Sendable, Hashable {
    /// The site's record.
    public let record: SiteRecord
    /// The site's files.
    public let files: SiteFiles

    /// Reads a site; nil if there is none in the directory.
    ///
    /// - Throws: ``SiteError`` `files`.
    public init?(_ files: SiteFiles) throws(SiteError) {
        guard let record = try files.read(SiteRecord.self, at: files.record) else { return nil }
        (self.record, self.files) = (record, files)
    }

    private init(_ record: SiteRecord, files: SiteFiles) {
        (self.record, self.files) = (record, files)
    }

    /// Creates a site: its authority and the server's first certificate.
    ///
    /// - Throws: ``SiteError`` `exists`, `files`.
    public static func make(_ record: SiteRecord, files: SiteFiles, now: Date) throws(SiteError) -> Site {
        guard !files.exist else {
            throw SiteError(
                .exists,
                message: "\(files.directory) already has a site: its hubs trust its authority, so it was not replaced"
            )
        }
        try files.prepare()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        try guarded("the authority cannot be created") {
            let authority = try SiteAuthority(site: record.site, addresses: addresses, now: now)
            try files.write(Array(authority.keyPEM.utf8), path: files.authorityKey)
            try files.write(Array(authority.certificatePEM().utf8), path: files.authority)
        }
        let site = Site(record, files: files)
        try site.renewServer(now)
        // The record is written last, so an interrupted creation starts over.
        try files.writeJSON(record, path: files.record)
        return site
    }

    func authority() throws(SiteError) -> SiteAuthority {
        let (key, certificate) = (try files.text(files.authorityKey), try files.text(files.authority))
        return try Self.guarded("\(files.directory) has no usable authority: restore it from a backup") {
            try SiteAuthority(site: record.site, keyPEM: key, certificatePEM: certificate)
        }
    }

    /// Renews the server's certificate if two thirds of its validity have passed, or there is none.
    ///
    /// - Returns: Whether there is a new one, which servers must load.
    /// - Throws: ``SiteError`` `files`.
    @discardableResult
    public func renewServer(_ now: Date) throws(SiteError) -> Bool {
        // Absent is nil: an unreadable one is replaced.
        if let text = try? files.text(files.server), let last = try? MemberIdentity(text), !last.isDue(now) {
            return false
        }
        try certifyServer(now)
        return true
    }

    private func certifyServer(_ now: Date) throws(SiteError) {
        let authority = try authority()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        let text = try Self.guarded("the server's certificate cannot be created") {
            try authority.server(addresses, now: now, lifetime: SiteFiles.serverLifetime)
        }
        try files.write(Array(text.utf8), path: files.server)
    }

    /// Changes the server's addresses: a new certificate is issued now, and hubs learn of them at their next renewal.
    ///
    /// - Returns: The updated site.
    /// - Throws: ``SiteError`` `invalid` for an address outside the authority's limits, `busy`, `files`.
    public func change(addresses: [String], now: Date) throws(SiteError) -> Site {
        let record = try SiteRecord(
            site: record.site,
            addresses: addresses,
            brokerPort: record.brokerPort,
            registrarPort: record.registrarPort,
            certificateDays: record.certificateDays
        )
        let authority = try authority()
        for text in addresses where try !authority.mayVouch(for: SiteAddress(text)) {
            throw SiteError(
                .invalid,
                message:
                    "the site's authority may not certify '\(text)'. It may certify private networks, .local, .lan, .home.arpa, .internal and the addresses given when the site was created; a later public address needs a new site"
            )
        }
        let site = Site(record, files: files)
        try files.locked { () throws(SiteError) in
            try files.writeJSON(record, path: files.record)
            try site.certifyServer(now)
        }
        return site
    }

    /// Runs an operation on a site's files, retrying for 2 s while another process changes them.
    ///
    /// - Throws: ``SiteError`` `busy` after that, or the operation's error.
    public static func patiently<Result>(
        clock: any Clock<Duration> = ContinuousClock(),
        _ operation: () throws -> Result
    ) async throws -> Result {
        for _ in 0..<40 {
            do {
                return try operation()
            } catch let error as SiteError where error.code == .busy {
                try await clock.sleep(for: .milliseconds(50))
            }
        }
        return try operation()
    }

    static func guarded<Result>(_ words: String, _ body: () throws -> Result) throws(SiteError) -> Result {
        do {
            return try body()
        } catch let error as SiteError {
            throw error
        } catch {
            throw SiteError(.files, message: "\(words) (\(error.fileWords))")
        }
    }
}

extension Site {
    /// How long a bundle is valid, in seconds.
    public static let bundleLifetime: TimeInterval = 3 * 86_400

    /// The hubs of the site by name, including revoked ones.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func hubs() throws(SiteError) -> [(entry: HubEntry, card: HubCard?)] {
        var found: [(entry: HubEntry, card: HubCard?)] = []
        for entry in try entries() { found.append((entry, try card(entry))) }
        return found
    }

    private func entries() throws(SiteError) -> [HubEntry] {
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: files.hubs)
        } catch {
            throw SiteError(.files, message: "\(files.hubs) cannot be read: check its permissions")
        }
        var found: [HubEntry] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            if let entry = try entry(String(name.dropLast(5))) { found.append(entry) }
        }
        return found
    }

    /// The processes of all hubs that belong to the site.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func members() throws(SiteError) -> [Roster.Member] {
        var members: [Roster.Member] = []
        for entry in try entries() where entry.revoked == nil {
            let scope = Roster.Scope(hubs: [entry.hub: entry.seats], values: Set(entry.seats), hearsAllValues: true)
            members += try HubMembers.all(site: record.site, hub: entry.hub).map { member in
                member.role == .vitalbus ? Roster.Member(member.address, role: member.role, scope: scope) : member
            }
        }
        return members
    }

    /// The seats of each hub that belongs to the site.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func seatsByHub() throws(SiteError) -> [String: [String]] {
        let members = try entries().filter { $0.revoked == nil }
        return Dictionary(members.map { ($0.hub, $0.seats) }) { first, _ in first }
    }

    func entry(_ hub: String) throws(SiteError) -> HubEntry? {
        try files.read(HubEntry.self, at: "\(files.hubs)/\(hub).json")
    }

    /// The registrar's card of a hub; nil if the stored card is that of an earlier hub of the same name.
    func card(_ entry: HubEntry) throws(SiteError) -> HubCard? {
        let card = try files.read(HubCard.self, at: "\(files.cards)/\(entry.hub).json")
        return card?.generation == entry.generation ? card : nil
    }

    /// The account names of the members of all hubs that belong to the site, by their names on the bus.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func accountNames() throws(SiteError) -> [String: String] {
        var names: [String: String] = [:]
        for entry in try entries() where entry.revoked == nil {
            for member in try HubMembers.all(site: record.site, hub: entry.hub) {
                names[member.address.principal] = entry.account(member.address.principal)
            }
        }
        return names
    }

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
