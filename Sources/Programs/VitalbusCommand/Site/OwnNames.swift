internal import HubRunner

/// The names that a site's server takes itself, where it is a hub too: no other hub may have them, whichever command names one.
struct OwnNames: Sendable {
    /// The server's own hub; nil where it only serves others.
    let hub: String?
    /// Whom that hub measures.
    let seats: [String]

    /// Reads what the server was started with.
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

    /// Refuses a hub that would have the server's own name, or one of its seats.
    ///
    /// - Throws: ``CommandFailure``.
    func check(hub name: String, seats named: [String]) throws {
        guard let hub, hub == name || named.contains(where: seats.contains) else { return }
        throw CommandFailure.input(
            "'\(hub)' and its seats \(seats.joined(separator: ", ")) are this machine's: choose others"
        )
    }
}
