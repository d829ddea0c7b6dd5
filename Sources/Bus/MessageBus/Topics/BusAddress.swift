/// A process's address on the bus: site, hub, actor and instance.
public struct BusAddress: Sendable, Hashable, CustomStringConvertible {
    /// The hub name that is reserved for site-wide actors.
    public static let siteHub = "site"
    /// The contract's version in every topic.
    public static let root = "vitalbus/v1"

    /// The site's pseudonymous id.
    public let site: String
    /// The hub's pseudonymous id, or ``siteHub``.
    public let hub: String
    /// The actor's name, for example `device-reader`.
    public let actor: String
    /// The instance's id among those of the same actor.
    public let instance: String

    /// Creates an address.
    ///
    /// - Throws: ``BusError`` `invalidTopic` if a part is not 1 to 64 characters of `[a-z0-9-]`.
    public init(site: String, hub: String, actor: String, instance: String) throws {
        for (name, value) in [("site", site), ("hub", hub), ("actor", actor), ("instance", instance)] {
            try Self.check(value, as: name)
        }
        self.site = site
        self.hub = hub
        self.actor = actor
        self.instance = instance
    }

    /// The last level of this process's own reply and grant topics.
    public var client: String { "\(actor)-\(instance)" }

    /// The name of this process at the broker, unique in the site.
    public var principal: String { "\(hub).\(actor).\(instance)" }

    /// The `source` of this process's envelopes.
    public var source: String { "/\(site)/\(hub)/\(actor)/\(instance)" }

    /// The source, for logs.
    public var description: String { source }

    /// Reads the `source` of an envelope; nil for any other text.
    package init?(source: String) {
        let levels = source.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard levels.count == 5, levels[0].isEmpty,
            // Absent is nil: any other form is not an address.
            let address = try? BusAddress(site: levels[1], hub: levels[2], actor: levels[3], instance: levels[4])
        else { return nil }
        self = address
    }

    /// Reads a ``principal``; nil for any other text.
    package init?(principal: String, site: String) {
        let parts = principal.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        guard parts.count == 3,
            // Absent is nil: any other form is not an address.
            let address = try? BusAddress(site: site, hub: parts[0], actor: parts[1], instance: parts[2])
        else { return nil }
        self = address
    }

    /// The topic for answers to this process.
    public var replyTopic: String { topic("reply/\(client)") }

    /// A topic below a hub of this site.
    public func topic(_ leaf: String, hub other: String? = nil) -> String {
        "\(Self.root)/\(site)/\(other ?? hub)/\(leaf)"
    }

    /// Checks one level of a topic.
    ///
    /// - Throws: ``BusError`` `invalidTopic`.
    public static func check(_ level: String, as name: String) throws {
        let allowed = level.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
        guard allowed, (1...64).contains(level.utf8.count) else {
            throw BusError(
                .invalidTopic,
                message: "\(name) '\(level)' is not a valid id: use 1 to 64 characters of a-z, 0-9 and '-'"
            )
        }
    }
}
