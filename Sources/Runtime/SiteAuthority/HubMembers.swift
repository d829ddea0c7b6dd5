public import BusContract
public import MessageBus

/// The processes that a joined hub may run, each with an account of its own at the site's broker.
public enum HubMembers {
    /// The most bytes of a hub's name: the longest member's name must fit into a certificate (X.520, 64 characters).
    public static let nameLimit = 40

    /// Refuses a name that no hub of a site can have.
    ///
    /// - Throws: ``SiteError`` `invalid`.
    static func check(_ hub: String) throws(SiteError) {
        guard hub != BusAddress.siteHub else {
            throw SiteError(.invalid, message: "the hub name 'site' is reserved: use, for example, the room's name")
        }
        guard hub.utf8.count <= nameLimit else {
            throw SiteError(.invalid, message: "'\(hub)' is too long: use at most \(nameLimit) characters")
        }
    }

    /// All of a hub, whether they run or not: its processes, and the two directions of the link of a broker of its own.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that no topic can have.
    public static func all(site: String, hub: String) throws(SiteError) -> [Roster.Member] {
        try processes(site: site, hub: hub)
            + Roster.Crossing.Way.allCases.map { way throws(SiteError) in
                try member(.bridge, site: site, hub: hub, instance: way.rawValue)
            }
    }

    /// A hub's processes, whether they run or not.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that no topic can have.
    public static func processes(site: String, hub: String) throws(SiteError) -> [Roster.Member] {
        let lone: [(BusRole, String)] = [
            (.bleScanner, "main"), (.deviceReader, "main"), (.healthImporter, "main"), (.vitalbus, "cli"),
            (.vitalbus, "up"), (.ocrWorker, "o1"),
        ]
        return try lone.map { role, instance throws(SiteError) in
            try member(role, site: site, hub: hub, instance: instance)
        }
    }

    /// One member.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that no topic can have.
    public static func member(
        _ role: BusRole,
        site: String,
        hub: String,
        instance: String = "main"
    ) throws(SiteError) -> Roster.Member {
        do {
            let address = try BusAddress(site: site, hub: hub, actor: role.rawValue, instance: instance)
            return Roster.Member(address, role: role)
        } catch {
            throw SiteError(.invalid, message: (error as? BusError)?.message ?? "\(error)")
        }
    }
}
