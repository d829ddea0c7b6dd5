public import BusContract
internal import Files
internal import FoundationEssentials
internal import MessageBus

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

    /// Creates a site from a record that is already written.
    package init(_ record: SiteRecord, files: SiteFiles) {
        (self.record, self.files) = (record, files)
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

    /// Runs a body, and wraps its errors of other types in a ``SiteError`` with these words.
    ///
    /// - Throws: ``SiteError`` `files`, or the body's own ``SiteError``.
    package static func guarded<Result>(_ words: String, _ body: () throws -> Result) throws(SiteError) -> Result {
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
    /// The hubs of the site by name, including revoked ones.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func hubs() throws(SiteError) -> [(entry: HubEntry, card: HubCard?)] {
        var found: [(entry: HubEntry, card: HubCard?)] = []
        for entry in try entries() { found.append((entry, try card(entry))) }
        return found
    }

    /// The entries of all hubs by name, including revoked ones.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func entries() throws(SiteError) -> [HubEntry] {
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

    /// The operator's entry for a hub; nil if the site has no hub of the name.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func entry(_ hub: String) throws(SiteError) -> HubEntry? {
        try files.read(HubEntry.self, at: "\(files.hubs)/\(hub).json")
    }

    /// The registrar's card of a hub; nil if the stored card is that of an earlier hub of the same name.
    ///
    /// - Throws: ``SiteError`` `files`.
    package func card(_ entry: HubEntry) throws(SiteError) -> HubCard? {
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
}
