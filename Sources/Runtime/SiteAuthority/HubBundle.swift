internal import Crypto
public import FoundationEssentials
internal import MessageBus

/// The bundle for a new hub: its identity, the site's authority and addresses, and a one-time secret.
public struct HubBundle: Codable, Sendable, Hashable, CustomStringConvertible {
    /// The file's type, with the format's number.
    static let kind = "vitalbus-hub-bundle/1"

    let kind: String
    /// The site's id.
    public let site: String
    /// The hub's id.
    public let hub: String
    /// The seats that the hub measures.
    public let seats: [String]
    /// The authority's certificate, PEM.
    public let authority: String
    /// The addresses of the site's server, in order of preference.
    public let addresses: [String]
    /// The broker's port.
    public let brokerPort: Int
    /// The registrar's port.
    public let registrarPort: Int
    /// The one-time secret for the registrar.
    public let secret: String
    /// The time of the bundle's creation.
    public let made: Date
    /// The time until which it can be used.
    public let expires: Date

    /// The site and hub, never the secret.
    public var description: String { "bundle of \(site)/\(hub)" }

    init(
        _ record: SiteRecord,
        hub: String,
        seats: [String],
        authority: String,
        secret: String,
        made: Date,
        expires: Date
    ) {
        kind = Self.kind
        (site, self.hub, self.seats, self.authority) = (record.site, hub, seats, authority)
        (addresses, brokerPort, registrarPort) = (record.addresses, record.brokerPort, record.registrarPort)
        (self.secret, self.made, self.expires) = (secret, made, expires)
    }

    /// The size limit of a bundle in bytes.
    public static let limit = 65_536

    /// Reads a bundle.
    ///
    /// - Throws: ``SiteError`` `malformed` for any other text.
    public init(_ bytes: [UInt8]) throws(SiteError) {
        // Absent is nil: the decoder's error about untrusted bytes would not help.
        guard bytes.count <= Self.limit, let bundle = try? WireJSON.decode(HubBundle.self, from: bytes),
            bundle.kind == Self.kind, !bundle.addresses.isEmpty, bundle.secret.utf8.count >= 32
        else {
            throw SiteError(
                .malformed,
                message:
                    "this is not a bundle of 'vitalbus hub add', or it is from a newer version: create a new one on the site's server"
            )
        }
        self = bundle
    }

    /// The file's content.
    ///
    /// - Throws: The JSON encoder's error.
    public func encoded() throws -> [UInt8] { try WireJSON.encode(self) }

    /// Rejects an expired bundle, or one from the future.
    ///
    /// - Throws: ``SiteError`` `bundleExpired`, or `clock` if this machine's clock is before the bundle's creation.
    public func check(_ now: Date) throws(SiteError) {
        guard now >= made - ClockDistance.limit else {
            throw SiteError(
                .clock,
                message:
                    "this machine's clock shows \(now.ISO8601Format()), before the bundle was created (\(made.ISO8601Format())): set "
                    + "the clock, then join again; the bundle stays valid"
            )
        }
        guard now <= expires else {
            throw SiteError(
                .bundleExpired,
                message: "the bundle has expired (\(expires.ISO8601Format())), or this machine's clock "
                    + "(\(now.ISO8601Format())) is wrong. For a new one run 'vitalbus hub add \(hub)' on the site's server"
            )
        }
    }

    /// The hash of the secret, as stored by the site.
    static func hash(_ secret: String) -> String {
        SHA256.hash(data: Data("vitalbus hub secret v1\n\(secret)".utf8)).map {
            ($0 < 16 ? "0" : "") + String($0, radix: 16)
        }.joined()
    }

    /// 256 random bits, URL-safe.
    static func newSecret() -> String {
        unsafe SymmetricKey(size: .bits256).withUnsafeBytes { unsafe Data($0) }.base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}

/// The allowed difference between two machines' clocks, on which certificates and readings' times depend.
public enum ClockDistance {
    /// The limit in seconds.
    public static let limit: TimeInterval = 600

    /// Rejects a clock that is too far from the site's.
    ///
    /// - Throws: ``SiteError`` `clock`.
    public static func check(_ own: Date, site: Date) throws(SiteError) {
        let distance = own.timeIntervalSince(site)
        guard abs(distance) > limit else { return }
        let minutes = Int(exactly: (abs(distance) / 60).rounded()) ?? .max
        let amount = minutes < 120 ? "\(minutes) minutes" : "\(minutes / 60) hours"
        throw SiteError(
            .clock,
            message:
                "this machine's clock is \(amount) \(distance < 0 ? "behind" : "ahead of") the site's: set it (timedatectl "
                + "set-ntp true), then try again; the bundle stays valid"
        )
    }
}
