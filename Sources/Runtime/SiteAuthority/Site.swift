public import BusContract
public import FoundationEssentials
internal import MessageBus

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
                message: "\(files.directory) has a site already: its hubs trust its authority, so it is not made anew"
            )
        }
        try files.prepare()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        try guarded("the authority cannot be made") {
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
        return try Self.guarded("\(files.directory) holds no usable authority: restore it from a backup") {
            try SiteAuthority(site: record.site, keyPEM: key, certificatePEM: certificate)
        }
    }

    /// Gives the server a new certificate when two thirds of the last one's time are over, or there is none.
    ///
    /// - Returns: Whether there is a new one: who serves with it must start anew.
    /// - Throws: ``SiteError`` `files`.
    @discardableResult
    public func renewServer(_ now: Date) throws(SiteError) -> Bool {
        // Absent is nil: one that cannot be read is made anew.
        if let text = try? files.text(files.server), let last = try? MemberIdentity(text), !last.isDue(now) {
            return false
        }
        let authority = try authority()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        let text = try Self.guarded("the server's certificate cannot be made") {
            try authority.server(addresses, now: now, lifetime: SiteFiles.serverLifetime)
        }
        try files.write(Array(text.utf8), path: files.server)
        return true
    }

    static func guarded<Result>(_ words: String, _ body: () throws -> Result) throws(SiteError) -> Result {
        do {
            return try body()
        } catch let error as SiteError {
            throw error
        } catch {
            throw SiteError(.files, message: "\(words) (\(error))")
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
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: files.hubs)
        } catch {
            throw SiteError(.files, message: "\(files.hubs) cannot be read: check its rights")
        }
        var found: [(entry: HubEntry, card: HubCard?)] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            let hub = String(name.dropLast(5))
            guard let entry = try entry(hub) else { continue }
            found.append((entry, try card(hub)))
        }
        return found
    }

    /// The processes of all hubs that belong to the site.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func members() throws(SiteError) -> [Roster.Member] {
        var members: [Roster.Member] = []
        for (entry, _) in try hubs() where entry.revoked == nil {
            members += try HubMembers.all(site: record.site, hub: entry.hub)
        }
        return members
    }

    /// Whom the hubs that belong to the site measure.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func seats() throws(SiteError) -> [String] {
        try hubs().filter { $0.entry.revoked == nil }.flatMap(\.entry.seats)
    }

    /// What changes with each hub that is added or revoked, and with each new certificate of the server.
    public var generation: String {
        [files.hubs, files.server].map { path in
            // Absent is nil: files that are not there yet are another generation.
            let facts = try? FileManager.default.attributesOfItem(atPath: path)
            // To the fraction: a hub may be added in the second in which the site was made.
            return "\((facts?[.modificationDate] as? Date ?? .distantPast).timeIntervalSince1970)"
        }.joined(separator: " ")
    }

    func entry(_ hub: String) throws(SiteError) -> HubEntry? {
        try files.read(HubEntry.self, at: "\(files.hubs)/\(hub).json")
    }

    func card(_ hub: String) throws(SiteError) -> HubCard? {
        try files.read(HubCard.self, at: "\(files.cards)/\(hub).json")
    }

    /// Adds a hub, or gives one a new bundle.
    ///
    /// - Parameters:
    ///   - seats: Whom it measures; one named like the hub when empty, those it has when it is there already.
    ///   - again: Whether a hub of the name may be there: it joins anew, and its old certificates are renewed no more.
    /// - Throws: ``SiteError`` `exists`, `invalid`, `files`.
    public func add(_ hub: String, seats: [String], again: Bool, now: Date) throws(SiteError) -> HubBundle {
        try HubMembers.check(hub)
        _ = try HubMembers.all(site: record.site, hub: hub)
        let authority = try files.text(files.authority)
        return try files.locked { () throws(SiteError) in
            let last = try entry(hub)
            guard last == nil || again || last?.revoked != nil else {
                throw SiteError(
                    .exists,
                    message: "the site has a hub '\(hub)': choose another name, or give it a new bundle with --again"
                )
            }
            let seats = seats.isEmpty ? last?.seats ?? [hub] : seats
            try checkSeats(seats, of: hub)
            let (secret, expires) = (HubBundle.newSecret(), now + Self.bundleLifetime)
            let entry = HubEntry(
                hub: hub,
                seats: seats,
                added: now,
                secretHash: HubBundle.hash(secret),
                bundleExpires: expires
            )
            try files.writeJSON(entry, path: "\(files.hubs)/\(hub).json")
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
    }

    /// A seat has one hub's name behind it: two hubs of one seat would answer for each other's people.
    private func checkSeats(_ seats: [String], of hub: String) throws(SiteError) {
        for seat in seats {
            do {
                try BusAddress.check(seat, as: "seat")
            } catch {
                throw SiteError(.invalid, message: (error as? BusError)?.message ?? "\(error)")
            }
        }
        guard Set(seats).count == seats.count else { throw SiteError(.invalid, message: "a seat stands twice") }
        for (other, _) in try hubs() where other.hub != hub && other.revoked == nil {
            guard let both = other.seats.first(where: seats.contains) else { continue }
            throw SiteError(.exists, message: "the seat '\(both)' is of the hub '\(other.hub)': choose another name")
        }
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
