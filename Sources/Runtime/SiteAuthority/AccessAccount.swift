internal import BusContract
public import FoundationEssentials
public import LocalBroker
public import MessageBus

/// An account created by a person: for a local program, or for a person on another machine.
public struct AccessAccount: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The largest number of characters in a name.
    public static let nameLimit = 40

    /// The name at the broker, which differs from any process's, because those contain points.
    public let name: String
    /// The account's role.
    public let role: BusRole
    /// The hubs whose messages a program receives; nil for the whole site.
    public let hubs: [String]?
    /// The seats whose values a program reads.
    public let values: [String]
    /// The time of its creation.
    public let added: Date
    /// The hash of its password at the broker.
    public let hash: PasswordHash
    /// The hash of its page password; nil for a program, and for an account created before there was a page.
    public var page: PagePassword?
    /// Whether the program is Home Assistant, which sees devices and presses buttons; nil for an older account.
    public let homeAssistant: Bool?

    /// Creates an account.
    ///
    /// - Throws: ``SiteError`` `invalid` for an invalid name, `files` if the password cannot be hashed.
    public init(
        _ name: String,
        role: BusRole,
        hubs: [String]? = nil,
        values: [String] = [],
        homeAssistant: Bool = false,
        password: String,
        added: Date
    ) throws(SiteError) {
        try Self.check(name)
        hash = try Site.guarded("the password cannot be hashed") { try PasswordHash(of: password) }
        page = role == .integration ? nil : try PagePassword(of: password, isRandom: true)
        (self.name, self.role, self.hubs, self.values) = (name, role, hubs?.sorted(), values.sorted())
        (self.added, self.homeAssistant) = (added, homeAssistant ? true : nil)
    }

    /// Name and role, never the password's hash.
    public var description: String { "\(name) (\(role))" }

    /// Whether it belongs to a program.
    public var isProgram: Bool { role == .integration }

    /// The account's address on the bus; a person's is that of a command line.
    ///
    /// - Parameter hub: The machine's hub, which is the default of a person's commands.
    /// - Throws: ``BusError`` `invalidTopic`.
    public func address(site: String, hub: String) throws -> BusAddress {
        let actor = isProgram ? role : .vitalbus
        return try BusAddress(
            site: site,
            hub: isProgram ? BusAddress.siteHub : hub,
            actor: actor.rawValue,
            instance: name
        )
    }

    /// 160 random bits in a form to type: eight groups of four letters and digits, without ambiguous ones.
    public static func newPassword() -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<8).map { _ in String((0..<4).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
        }
        .joined(separator: "-")
    }

    /// Rejects a name that is invalid for an account.
    ///
    /// - Throws: ``SiteError`` `invalid`.
    package static func check(_ name: String) throws(SiteError) {
        do {
            try BusAddress.check(name, as: "name")
        } catch {
            throw SiteError(.invalid, message: error.plainWords)
        }
        guard name.utf8.count <= nameLimit else {
            throw SiteError(.invalid, message: "'\(name)' is too long: use at most \(nameLimit) characters")
        }
        // These are the instances of a hub's command line.
        guard !["cli", "up"].contains(name) else {
            throw SiteError(.invalid, message: "the name '\(name)' is reserved for VitalBus: choose another one")
        }
    }
}
