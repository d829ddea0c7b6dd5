internal import HubRunner
internal import SiteAuthority

/// The names that a site's server uses as a hub, which no other hub may have.
struct OwnNames: Sendable {
    /// The server's own hub; nil if it only serves others.
    let hub: String?
    /// The seats of that hub.
    let seats: [String]

    /// Reads the server's start settings.
    ///
    /// - Throws: `HubRunnerError` `files`.
    init(_ layout: HubLayout) throws {
        let settings = try HubSettings.read(layout)
        guard settings?.part != .site, let own = try HubRecord.read(layout)?.hub ?? settings?.hub else {
            (hub, seats) = (nil, [])
            return
        }
        (hub, seats) = (own, settings?.seats ?? [own])
    }

    /// Rejects a hub that would have the server's own name, or one of its seats.
    ///
    /// - Throws: ``CommandFailure``.
    func check(hub name: String, seats named: [String]) throws {
        guard let hub, hub == name || named.contains(where: seats.contains) else { return }
        throw CommandFailure.input(
            "'\(hub)' and its seats \(seats.joined(separator: ", ")) are in use by this machine: choose other names"
        )
    }

    /// Rejects a start of the server under the name of a hub that has joined its site, or with one of that hub's seats.
    ///
    /// - Throws: ``CommandFailure``, `SiteError` `files`.
    static func check(_ plan: HubPlan) throws {
        guard plan.part != .site, let server = plan.server else { return }
        let own = Set(plan.seats.isEmpty ? [plan.hub] : plan.seats)
        for (hub, _) in try server.hubs() where hub.revoked == nil {
            let shared = own.intersection(hub.seats).sorted()
            guard hub.hub == plan.hub || !shared.isEmpty else { continue }
            let words =
                hub.hub == plan.hub
                ? "--hub: '\(hub.hub)' is another hub of this site: choose another name, or 'vitalbus hub revoke \(hub.hub)'"
                : "--seat: \(shared.joined(separator: ", ")) belongs to the hub '\(hub.hub)' of this site: choose other names"
            throw CommandFailure("conflict", message: words, exitCode: ExitCodes.usage)
        }
    }
}
