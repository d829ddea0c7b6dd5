public import BusContract
public import MessageBus

/// The processes that a joined hub may run, each with its own account at the site's broker.
public enum HubMembers {
    /// The size limit of a hub's name in bytes: the longest member's name must fit in a certificate (X.520, 64
    /// characters).
    public static let nameLimit = 40

    /// Rejects a name that is invalid for a site's hub.
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

    /// All members of a hub, running or not: its processes, and the two directions of its private broker's link.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that is invalid in topics.
    public static func all(site: String, hub: String) throws(SiteError) -> [Roster.Member] {
        try processes(site: site, hub: hub)
            + Roster.Crossing.Way.allCases.map { way throws(SiteError) in
                try member(.bridge, site: site, hub: hub, instance: way.rawValue)
            }
    }

    /// A hub's processes, running or not.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that is invalid in topics.
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
    /// - Throws: ``SiteError`` `invalid` for a name that is invalid in topics.
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
            throw SiteError(.invalid, message: error.plainWords)
        }
    }
}
