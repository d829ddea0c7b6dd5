internal import BusContract
public import FoundationEssentials
public import LocalBroker
public import MessageBus

/// An account that a person made by name: for a program of the house, or for a person on another machine.
public struct AccessAccount: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The most characters of a name.
    public static let nameLimit = 40

    /// The name at the broker, unlike that of any process: those have points.
    public let name: String
    /// What it may do.
    public let role: BusRole
    /// The hubs that a program hears; nil for the whole site.
    public let hubs: [String]?
    /// The seats whose values a program reads.
    public let values: [String]
    /// When it was made.
    public let added: Date
    /// What is kept of its password at the broker.
    public let hash: PasswordHash
    /// What is kept of its password at the page; nil for a program, and for an account of a version without a page.
    public var page: PagePassword?
    /// Whether the program is Home Assistant, which sees devices and presses buttons; nil for an account of an older version.
    public let homeAssistant: Bool?

    /// Makes an account.
    ///
    /// - Throws: ``SiteError`` `invalid` for a name that cannot be, `files` where the password cannot be hashed.
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

    /// Name and role; never the password's hash.
    public var description: String { "\(name) (\(role))" }

    /// Whether it is a program's.
    public var isProgram: Bool { role == .integration }

    /// Who it is on the bus; a person's program is the command line.
    ///
    /// - Parameter hub: The machine's hub, where a person's commands go without another word.
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

    /// 160 random bits that can be typed: eight groups of four letters and digits, without those that look alike.
    public static func newPassword() -> String {
        let letters = Array("abcdefghjkmnpqrstuvwxyz23456789")
        var random = SystemRandomNumberGenerator()
        return (0..<8).map { _ in String((0..<4).map { _ in letters[Int.random(in: letters.indices, using: &random)] })
        }
        .joined(separator: "-")
    }

    /// Refuses a name that cannot be an account's.
    ///
    /// - Throws: ``SiteError`` `invalid`.
    package static func check(_ name: String) throws(SiteError) {
        do {
            try BusAddress.check(name, as: "name")
        } catch {
            throw SiteError(.invalid, message: (error as? BusError)?.message ?? "\(error)")
        }
        guard name.utf8.count <= nameLimit else {
            throw SiteError(.invalid, message: "'\(name)' is too long: use at most \(nameLimit) characters")
        }
        // The instances of a hub's own command line.
        guard !["cli", "up"].contains(name) else {
            throw SiteError(.invalid, message: "the name '\(name)' is reserved for VitalBus: choose another one")
        }
    }
}
