internal import FoundationEssentials
internal import MessageBus

/// A joined hub's record of its site.
public struct MembershipRecord: Codable, Sendable, Hashable {
    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// The seats that it measures.
    public let seats: [String]
    /// The addresses of the site's server, all of which are tried.
    public var addresses: [String]
    /// The broker's port with TLS.
    public let brokerPort: Int
    /// The registrar's port.
    public let registrarPort: Int
    /// The addresses that were given on this machine; nil if all are from the site.
    public var given: [String]?
    /// The hubs of the site, including the server's own, as last listed by the registrar; nil if an older registrar
    /// listed none.
    public var peers: [String]?
    /// Whether this hub runs a private broker linked to the site's; if nil, its processes connect to the site's broker.
    public var ownBroker: Bool?

    /// Creates a record.
    package init(
        site: String,
        hub: String,
        seats: [String],
        addresses: [String],
        brokerPort: Int,
        registrarPort: Int,
        given: [String]? = nil,
        peers: [String]? = nil,
        ownBroker: Bool? = nil
    ) {
        (self.site, self.hub, self.seats) = (site, hub, seats)
        (self.addresses, self.brokerPort, self.registrarPort) = (addresses, brokerPort, registrarPort)
        (self.given, self.peers, self.ownBroker) = (given, peers, ownBroker)
    }

    /// Replaces the addresses by the site's; those that were given on this machine are kept, and the first one stays
    /// first.
    public mutating func take(_ addresses: [String]) {
        let (given, first) = (given ?? [], self.addresses.first)
        self.addresses = given + addresses.filter { !given.contains($0) }
        if let first, self.addresses.contains(first) { prefer(first) }
    }

    /// Moves an address to the front.
    public mutating func prefer(_ address: String) {
        addresses = [address] + addresses.filter { $0 != address }
    }
}

/// A hub and the site that it has joined.
struct JoinedHub: Sendable, Hashable {
    let hub: String
    let site: String

    /// Explains a broker's refusal: it accepts any certificate of the site, but gives rights only to the site's present
    /// hubs.
    func refusal(_ reason: String) -> String {
        "the site '\(site)' rejects its hub '\(hub)'. It may be revoked: see 'vitalbus hub list' on the site's server, or run 'vitalbus renew --all' here (\(reason))"
    }
}

/// The files of a hub's membership of a site: its processes' names, certificates and the broker's address.
public struct MembershipFiles: Sendable, Hashable {
    /// The directory, mode 0700.
    public let directory: String

    /// Derives the paths below a state directory.
    public init(state: String) { directory = "\(state)/membership" }

    package init(directory: String) { self.directory = directory }

    /// The record; it is written last, so a hub that has one has joined.
    package var record: String { "\(directory)/membership.json" }
    /// The file of the site's authority.
    public var authority: String { "\(directory)/authority.pem" }

    /// The file with a process's key and certificate.
    public func identity(_ principal: String) -> String { "\(directory)/\(principal).pem" }

    /// Reads the record; nil if this hub has joined no site.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for a record that is damaged or unreadable for this user.
    public func read() throws(RuntimeError) -> MembershipRecord? {
        guard FileManager.default.fileExists(atPath: record) else { return nil }
        do {
            let bytes = Array(try Data(contentsOf: URL(filePath: record)))
            return try WireJSON.decode(MembershipRecord.self, from: bytes)
        } catch {
            throw RuntimeError(
                .configuration,
                message: "\(record) cannot be read or is damaged: restore it from a backup, or join again"
            )
        }
    }

    /// The configuration that follows from the membership for one of the hub's processes.
    func values(_ member: MembershipRecord, actor: String, instance: String) -> [String: String] {
        let place = ["site": member.site, "hub": member.hub]
        // The starter of the hub's private broker passes its address.
        guard member.ownBroker != true else { return place }
        let identity = identity("\(member.hub).\(actor).\(instance)")
        var values = [
            // Every stored record has an address.
            "bus.host": member.addresses.first ?? "localhost", "bus.port": "\(member.brokerPort)",
            "bus.tls.authority": authority, "bus.tls.certificate": identity, "bus.tls.key": identity,
        ]
        if member.addresses.count > 1 {
            values["bus.other-hosts"] = member.addresses.dropFirst().joined(separator: ",")
        }
        return values.merging(place) { $1 }
    }
}
