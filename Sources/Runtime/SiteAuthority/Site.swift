public import BusContract
public import FoundationEssentials
internal import MessageBus
internal import Processes

/// A site on its server: its authority and its hubs, in files that commands and the registrar share.
public struct Site: Sendable, Hashable {
    /// What is known of it.
    public let record: SiteRecord
    /// Where it is kept.
    public let files: SiteFiles

    /// Reads a site; nil when there is none in the directory.
    ///
    /// - Throws: ``SiteError`` `files`.
    public init?(_ files: SiteFiles) throws(SiteError) {
        guard let record = try files.read(SiteRecord.self, at: files.record) else { return nil }
        (self.record, self.files) = (record, files)
    }

    private init(_ record: SiteRecord, files: SiteFiles) {
        (self.record, self.files) = (record, files)
    }

    /// Makes a site: its authority and the server's first certificate.
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
        // Last: a site whose making was cut off is made again.
        try files.writeJSON(record, path: files.record)
        return site
    }

    func authority() throws(SiteError) -> SiteAuthority {
        let (key, certificate) = (try files.text(files.authorityKey), try files.text(files.authority))
        return try Self.guarded("\(files.directory) has no usable authority: restore it from a backup") {
            try SiteAuthority(site: record.site, keyPEM: key, certificatePEM: certificate)
        }
    }

    /// Gives the server a new certificate when two thirds of the last one's time are over, or there is none.
    ///
    /// - Returns: Whether there is a new one, which who serves with it has to read.
    /// - Throws: ``SiteError`` `files`.
    @discardableResult
    public func renewServer(_ now: Date) throws(SiteError) -> Bool {
        // Absent is nil: one that cannot be read is made anew.
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

    /// Gives the server other addresses: a new certificate now, and hubs learn of them with their next renewal.
    ///
    /// - Returns: The site with them.
    /// - Throws: ``SiteError`` `invalid` for an address that the authority may not vouch for, `busy`, `files`.
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

    /// Runs an operation on a site's files, for 2 s again and again where another process changes them.
    ///
    /// - Throws: ``SiteError`` `busy` after that, or what the operation throws.
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
    /// How long a bundle can be used.
    public static let bundleLifetime: TimeInterval = 3 * 86_400

    /// The hubs of the site, revoked ones among them, by name.
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

    /// Whom each hub that belongs to the site measures.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func seatsByHub() throws(SiteError) -> [String: [String]] {
        let members = try entries().filter { $0.revoked == nil }
        return Dictionary(members.map { ($0.hub, $0.seats) }) { first, _ in first }
    }

    func entry(_ hub: String) throws(SiteError) -> HubEntry? {
        try files.read(HubEntry.self, at: "\(files.hubs)/\(hub).json")
    }

    /// What the registrar knows of a hub; nothing of one that had its name before.
    func card(_ entry: HubEntry) throws(SiteError) -> HubCard? {
        let card = try files.read(HubCard.self, at: "\(files.cards)/\(entry.hub).json")
        return card?.generation == entry.generation ? card : nil
    }

    /// The accounts of the members of all hubs that belong to the site, by their names on the bus.
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
        guard Set(seats).count == seats.count else { throw SiteError(.invalid, message: "a seat occurs twice") }
        guard let both = seats.first(where: { owners[$0] != nil && owners[$0] != hub }), let other = owners[both] else {
            return
        }
        throw SiteError(.exists, message: "the seat '\(both)' belongs to the hub '\(other)': choose another name")
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
                throw SiteError(.exists, message: "the site already has a hub '\(name)': choose another name")
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
