internal import ActorRuntime
internal import Crypto
public import FoundationEssentials
internal import MessageBus
internal import Processes

/// The rights of a room's tablet: it shows one seat, with a long-lived token.
public struct Kiosk: Codable, Sendable, Hashable {
    /// How long a tablet's entry address is valid, in seconds.
    static let entryTerm: TimeInterval = 86_400

    /// The name, under the rules of account names.
    public let name: String
    /// The seat that it shows.
    public let seat: String
    /// Whether records may be typed there.
    public let types: Bool
    /// The time of its creation.
    public let added: Date
    /// When a tablet entered; nil before.
    public internal(set) var entered: Date?
    /// The hash of the key with which a tablet enters once.
    var entry: String?
    /// The time until which that key is valid.
    var entryEnds: Date
    /// The hash of the tablet's token: its SHA-256, 64 hexadecimal digits; nil before it entered.
    public internal(set) var hash: String?

    /// Hashes a token; each has 160 random bits, which cannot be guessed.
    public static func hash(of token: String) -> String {
        SHA256.hash(data: Data(token.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension Access {
    /// The directory that changes with each kiosk.
    public var kiosksFolder: String { "\(files.directory)/kiosks" }
    private func kioskFile(_ name: String) -> String { "\(kiosksFolder)/\(name).json" }

    /// The kiosks by name.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func kiosks() throws(SiteError) -> [Kiosk] {
        guard FileManager.default.fileExists(atPath: kiosksFolder) else { return [] }
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: kiosksFolder)
        } catch {
            throw SiteError(.files, message: "\(kiosksFolder) cannot be read: check its permissions")
        }
        var found: [Kiosk] = []
        for name in names.sorted() where name.hasSuffix(".json") {
            guard let kiosk = try files.read(Kiosk.self, at: "\(kiosksFolder)/\(name)") else { continue }
            found.append(kiosk)
        }
        return found
    }

    /// Creates a kiosk.
    ///
    /// - Parameters:
    ///   - seat: The seat that it shows; the caller checks that it exists.
    ///   - types: Whether records may be typed there.
    /// - Returns: The key with which a tablet enters once, within a day; it is not stored.
    /// - Throws: ``SiteError`` `invalid`, `exists`, `files`.
    public func addKiosk(_ name: String, seat: String, types: Bool, now: Date) throws(SiteError) -> String {
        try AccessAccount.check(name)
        try prepareKiosks()
        let key = AccessAccount.newPassword()
        let kiosk = Kiosk(
            name: name,
            seat: seat,
            types: types,
            added: now,
            entry: Kiosk.hash(of: key),
            entryEnds: now + Kiosk.entryTerm
        )
        try files.locked { () throws(SiteError) in
            guard try files.read(Kiosk.self, at: kioskFile(name)) == nil else {
                throw SiteError(
                    .exists,
                    message: "the kiosk '\(name)' already exists: choose another name, or 'vitalbus page kiosk again "
                        + "\(name)' for another tablet"
                )
            }
            try files.writeJSON(kiosk, path: kioskFile(name))
        }
        return key
    }

    /// Creates another key for a kiosk, whose tablet replaces the present one once it enters.
    ///
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func renewKiosk(_ name: String, now: Date) throws(SiteError) -> String {
        let key = AccessAccount.newPassword()
        try changeKiosk(name) { kiosk in
            (kiosk.entry, kiosk.entryEnds) = (Kiosk.hash(of: key), now + Kiosk.entryTerm)
        }
        return key
    }

    /// Admits the tablet that presents a valid key.
    ///
    /// - Returns: The kiosk and the token for the tablet; nil for a wrong, used or expired key.
    /// - Throws: ``SiteError`` `files`.
    public func enterKiosk(key: String, now: Date) throws(SiteError) -> (kiosk: Kiosk, token: String)? {
        let hash = Kiosk.hash(of: key)
        guard let name = try kiosks().first(where: { ConstantTime.isEqual($0.entry ?? "", to: hash) })?.name else {
            return nil
        }
        let token = AccessAccount.newPassword()
        var isIn = false
        let kiosk = try changeKiosk(name) { kiosk in
            // Checked under the lock, so that of two tablets with one key only one enters.
            guard kiosk.entry == hash, kiosk.entryEnds > now else { return }
            (kiosk.entry, kiosk.hash, kiosk.entered, isIn) = (nil, Kiosk.hash(of: token), now, true)
        }
        return isIn ? (kiosk, token) : nil
    }

    /// Revokes a kiosk.
    ///
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func removeKiosk(_ name: String) throws(SiteError) {
        try AccessAccount.check(name)
        try prepareKiosks()
        try files.locked { () throws(SiteError) in
            guard try files.read(Kiosk.self, at: kioskFile(name)) != nil else { throw Self.noKiosk(name) }
            do {
                try FileManager.default.removeItem(atPath: kioskFile(name))
            } catch {
                throw SiteError(
                    .files,
                    message: "\(kioskFile(name)) cannot be deleted: check the permissions of the folders above it"
                )
            }
        }
    }

    @discardableResult
    private func changeKiosk(_ name: String, _ change: (inout Kiosk) -> Void) throws(SiteError) -> Kiosk {
        try AccessAccount.check(name)
        try prepareKiosks()
        return try files.locked { () throws(SiteError) -> Kiosk in
            guard var kiosk = try files.read(Kiosk.self, at: kioskFile(name)) else { throw Self.noKiosk(name) }
            change(&kiosk)
            try files.writeJSON(kiosk, path: kioskFile(name))
            return kiosk
        }
    }

    private static func noKiosk(_ name: String) -> SiteError {
        SiteError(.notFound, message: "unknown kiosk '\(name)': 'vitalbus page kiosk list' shows them")
    }

    private func prepareKiosks() throws(SiteError) {
        try prepare()
        do {
            try PrivateFile.makeDirectory(kiosksFolder)
        } catch {
            throw SiteError(
                .files,
                message: "\(kiosksFolder) cannot be created: check the permissions of the folders above it",
                errno: error.fileErrno
            )
        }
    }
}
