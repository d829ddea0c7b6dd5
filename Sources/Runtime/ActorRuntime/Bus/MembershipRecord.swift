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
    /// The addresses of the site's server; the hub tries all.
    public var addresses: [String]
    /// The broker's port with TLS.
    public let brokerPort: Int
    /// The registrar's port.
    public let registrarPort: Int
    /// The addresses that were given on this machine; nil if the site named them all.
    public var given: [String]?
    /// All hubs of the site, including the server's own, as the registrar last named them; nil from older registrars.
    public var peers: [String]?
    /// Whether this hub runs its own broker, linked to the site's; if nil, its processes are clients of the site's
    /// broker.
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

    /// Replaces the addresses by those that the site names; keeps the ones given on this machine, and the first one's
    /// place.
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

    /// Explains a broker's refusal: it admits any certificate of the site, but gives rights only to its current hubs.
    func refusal(_ reason: String) -> String {
        "the site '\(site)' rejects its hub '\(hub)'. It may be revoked: see 'vitalbus hub list' on the site's server, or run 'vitalbus renew --all' here (\(reason))"
    }
}

/// The files of a hub's membership of a site: its processes' names, certificates and broker.
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

    /// Reads the record; nil if this hub has joined no site.
    ///
    /// - Throws: ``RuntimeError`` `configuration` if it is damaged or not readable for this user.
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

    /// The configuration of one of the hub's processes, derived from the membership.
    func values(_ member: MembershipRecord, actor: String, instance: String) -> [String: String] {
        let place = ["site": member.site, "hub": member.hub]
        // The program that starts the hub's own broker passes its address.
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
