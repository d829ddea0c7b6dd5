internal import FoundationEssentials
internal import MessageBus

/// What a joined hub knows of its site.
public struct MembershipRecord: Codable, Sendable, Hashable {
    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// Whom it measures.
    public let seats: [String]
    /// Where the site's server is; all are tried.
    public var addresses: [String]
    /// The broker's port with TLS.
    public let brokerPort: Int
    /// The registrar's port.
    public let registrarPort: Int
    /// Those of the addresses that were given on this machine; nil where all are the site's own words.
    public var given: [String]?
    /// The hubs of the site, also the server's own, as the registrar named them last; nil where an older one named none.
    public var peers: [String]?
    /// Whether this hub runs a broker of its own, which is linked to the site's; its processes are the site's clients when nil.
    public var ownBroker: Bool?

    /// Makes a record.
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

    /// Takes the addresses that the site names; those that were given on this machine are tried, too, and the one that was first
    /// stays so.
    public mutating func take(_ addresses: [String]) {
        let (given, first) = (given ?? [], self.addresses.first)
        self.addresses = given + addresses.filter { !given.contains($0) }
        if let first, self.addresses.contains(first) { prefer(first) }
    }

    /// Puts an address before the others.
    public mutating func prefer(_ address: String) {
        addresses = [address] + addresses.filter { $0 != address }
    }
}

/// A hub and the site that it has joined.
struct JoinedHub: Sendable, Hashable {
    let hub: String
    let site: String

    /// What a broker's refusal means: it takes who has a certificate of the site, and gives rights to those of its hubs alone.
    func refusal(_ reason: String) -> String {
        "the site '\(site)' rejects its hub '\(hub)'. It may be revoked: see 'vitalbus hub list' on the site's server, or run 'vitalbus renew --all' here (\(reason))"
    }
}

/// The files of a hub's membership of a site: what its processes are called, where the broker is, and who they are there.
public struct MembershipFiles: Sendable, Hashable {
    /// The directory, mode 0700.
    public let directory: String

    /// Names the files below a state directory.
    public init(state: String) { directory = "\(state)/membership" }

    package init(directory: String) { self.directory = directory }

    /// The record; it is written last, so a hub with one has joined.
    package var record: String { "\(directory)/membership.json" }
    /// The file of the site's authority.
    public var authority: String { "\(directory)/authority.pem" }

    /// The file with a process's key and certificate.
    public func identity(_ principal: String) -> String { "\(directory)/\(principal).pem" }

    /// Reads the record; nil where this hub has joined no site.
    ///
    /// - Throws: ``RuntimeError`` `configuration` for one that is damaged or closed to this user.
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

    /// The configuration of one of the hub's processes that follows from the membership.
    func values(_ member: MembershipRecord, actor: String, instance: String) -> [String: String] {
        let place = ["site": member.site, "hub": member.hub]
        // Whoever starts the hub's own broker says where it is.
        guard member.ownBroker != true else { return place }
        let identity = identity("\(member.hub).\(actor).\(instance)")
        var values = [
            // A record is only kept with an address.
            "bus.host": member.addresses.first ?? "localhost", "bus.port": "\(member.brokerPort)",
            "bus.tls.authority": authority, "bus.tls.certificate": identity, "bus.tls.key": identity,
        ]
        if member.addresses.count > 1 {
            values["bus.other-hosts"] = member.addresses.dropFirst().joined(separator: ",")
        }
        return values.merging(place) { $1 }
    }
}
