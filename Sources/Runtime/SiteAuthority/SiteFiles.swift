internal import ActorRuntime
public import FoundationEssentials
internal import MessageBus
internal import Processes

/// A site as known to its server.
public struct SiteRecord: Codable, Sendable, Hashable {
    /// IANA's port for MQTT over TLS, and the next one.
    public static let ports = (broker: 8883, registrar: 8884)

    /// The site's id.
    public var site: String
    /// The server's addresses.
    public var addresses: [String]
    /// The broker's port with TLS.
    public var brokerPort: Int
    /// The registrar's port.
    public var registrarPort: Int
    /// How long a member's certificate is valid, in days.
    public var certificateDays: Int

    /// Creates a record.
    ///
    /// - Throws: ``SiteError`` `invalid` for a missing or invalid address, or a number out of range.
    public init(
        site: String,
        addresses: [String],
        brokerPort: Int = ports.broker,
        registrarPort: Int = ports.registrar,
        certificateDays: Int = 7
    ) throws(SiteError) {
        guard !addresses.isEmpty else {
            throw SiteError(.invalid, message: "a site needs an address at which hubs reach it: give --address")
        }
        for address in addresses { _ = try SiteAddress(address) }
        guard (1...65_535).contains(brokerPort), (1...65_535).contains(registrarPort), brokerPort != registrarPort
        else {
            throw SiteError(.invalid, message: "use two different ports from 1 to 65535")
        }
        guard (1...90).contains(certificateDays) else {
            throw SiteError(.invalid, message: "certificates can be valid for 1 to 90 days")
        }
        (self.site, self.addresses, self.brokerPort) = (site, addresses, brokerPort)
        (self.registrarPort, self.certificateDays) = (registrarPort, certificateDays)
    }

    /// How long a member's certificate is valid, in seconds.
    var certificateLifetime: TimeInterval { TimeInterval(certificateDays) * 86_400 }
}

/// A hub as known to the site's operator; written by commands only.
public struct HubEntry: Codable, Sendable, Hashable {
    /// The hub's id.
    public let hub: String
    /// The seats that it measures.
    public var seats: [String]
    /// When it was added, or added again.
    public var added: Date
    /// The hash of the bundle's secret.
    var secretHash: String
    /// The time until which the bundle can be used.
    public var bundleExpires: Date
    /// When it was revoked; nil while it belongs to the site.
    public var revoked: Date?
    /// How often the name was given again, 1 to ``mostGenerations``; nil for the first time.
    ///
    /// It is a part of the names of its accounts, so that holders of earlier certificates no longer have an account.
    var generation: Int?

    /// Two digits in base 36, with which the longest name still fits in a certificate (``HubMembers/nameLimit``).
    static let mostGenerations = 1_295

    /// The account of a member at the site's broker, which is its certificate's common name.
    ///
    /// - Parameter principal: The member's name on the bus.
    func account(_ principal: String) -> String {
        generation.map { "\(principal)~\(String($0, radix: 36))" } ?? principal
    }
}

/// A hub as known to the registrar; written by the registrar only.
public struct HubCard: Codable, Sendable, Hashable {
    /// The hash of the used secret.
    var usedSecret: String
    /// When the hub joined.
    public var joined: Date
    /// The newest key of each member, by its name at the broker.
    var keys: [String: String]
    /// The end of the newest certificate that expires first.
    public var ends: Date
    /// The generation of the hub's name, as in ``HubEntry``.
    var generation: Int?
}

/// The files of a site's server, all below one directory of mode 0700.
public struct SiteFiles: Sendable, Hashable {
    /// How long after its end a certificate can be used to request the next one, in seconds.
    static let renewalLimit: TimeInterval = 90 * 86_400
    /// How long the server's certificate is valid, in seconds.
    static let serverLifetime: TimeInterval = 90 * 86_400

    /// The directory.
    public let directory: String

    /// Derives the paths below a state directory.
    public init(state: String) { directory = "\(state)/site" }

    init(directory: String) { self.directory = directory }

    var record: String { "\(directory)/site.json" }
    var authorityKey: String { "\(directory)/authority.key" }
    /// The authority's certificate.
    public var authority: String { "\(directory)/authority.pem" }
    /// The server's key and certificate.
    public var server: String { "\(directory)/server.pem" }
    /// The directory of hubs, which changes when one is added or revoked.
    public var hubs: String { "\(directory)/hubs" }
    var cards: String { "\(directory)/cards" }
    var lock: String { "\(directory)/site.lock" }

    /// The files that change when a hub is added or revoked, and with each new certificate of the server.
    public var changing: [String] { [hubs, server] }

    /// Whether there is a site here.
    public var exist: Bool { FileManager.default.fileExists(atPath: record) }

    /// Reads a JSON file; nil if there is none.
    func read<Value: Decodable>(_ type: Value.Type, at path: String) throws(SiteError) -> Value? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        do {
            return try WireJSON.decode(type, from: Array(try Data(contentsOf: URL(filePath: path))))
        } catch {
            throw SiteError(.files, message: "\(path) cannot be read or is damaged: restore it from a backup")
        }
    }

    /// Writes a JSON file of mode 0600 atomically.
    func writeJSON(_ value: some Encodable, path: String) throws(SiteError) {
        do {
            try PrivateFile.replace(path, bytes: WireJSON.encode(value))
        } catch {
            throw SiteError(
                .files,
                message: "\(path) cannot be written: check its permissions and the disk's free space",
                errno: error.fileErrno
            )
        }
    }

    /// Writes a file of mode 0600 atomically.
    func write(_ bytes: [UInt8], path: String) throws(SiteError) {
        do {
            try PrivateFile.replace(path, bytes: bytes)
        } catch {
            throw SiteError(
                .files,
                message: "\(path) cannot be written: check its permissions and the disk's free space",
                errno: error.fileErrno
            )
        }
    }

    func prepare() throws(SiteError) {
        for folder in [directory, hubs, cards] {
            do {
                try PrivateFile.makeDirectory(folder)
            } catch {
                throw SiteError(
                    .files,
                    message: "\(folder) cannot be created: check the permissions of the folders above it",
                    errno: error.fileErrno
                )
            }
        }
    }

    func text(_ path: String) throws(SiteError) -> String {
        do {
            return try String(contentsOf: URL(filePath: path), encoding: .utf8)
        } catch {
            throw SiteError(
                .files,
                message: "\(path) cannot be read: check its permissions, or restore it from a backup"
            )
        }
    }

    /// Runs a body under the lock that commands and the registrar take while they change files.
    ///
    /// - Throws: ``SiteError`` `busy` if another process has it, or the body's error.
    func locked<Result>(_ body: () throws(SiteError) -> Result) throws(SiteError) -> Result {
        let lock: FileLock
        do {
            lock = try FileLock(self.lock)
        } catch let error as ProcessError where error.code == .locked {
            throw SiteError(
                .busy,
                message: "another command is changing the site (\(error.message)): try again",
                isRetriable: true
            )
        } catch {
            throw SiteError(
                .files,
                message: "\(self.lock) cannot be locked (\(error.fileWords)): check its permissions"
            )
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}
