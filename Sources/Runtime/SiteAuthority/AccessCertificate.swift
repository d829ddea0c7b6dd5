internal import Crypto
public import FoundationEssentials
public import LocalBroker

extension Access {
    private var ownAuthority: String { "\(files.directory)/authority.pem" }
    private var ownKey: String { "\(files.directory)/authority.key" }
    private var facts: String { "\(files.directory)/certified.json" }
    /// The broker's key and certificate for clients with a password.
    var server: String { "\(files.directory)/server.pem" }

    /// The certificate and key for services beyond this machine, created by ``certify(_:name:now:)``.
    public var serverCertificate: String { server }

    /// The file to give to clients: the certificate of the site's authority, or of this machine's.
    public func authority(_ site: Site?) -> String { site?.files.authority ?? ownAuthority }

    private struct Certified: Codable, Equatable {
        /// The names and addresses in the certificate.
        let names: [String]
        /// The authority that issued it.
        let authority: String
    }

    /// The broker's listeners for clients with a password.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func listeners() throws(SiteError) -> (access: BrokerAccess, plainPort: Int?) {
        let record = try record()
        return (BrokerAccess(port: record.port, isLocal: record.isLocal, server: server), record.plainPort)
    }

    /// Creates missing or due files: without a site an authority of this machine, and the broker's certificate.
    ///
    /// - Parameter name: The site's id.
    /// - Returns: Whether there is a new certificate, for which the server must restart.
    /// - Throws: ``SiteError`` `invalid` for an address outside the limits of the site's authority, `files`.
    @discardableResult
    public func certify(_ site: Site?, name: String, now: Date) throws(SiteError) -> Bool {
        try prepare()
        let record = try record()
        let addresses = try record.certified.map { text throws(SiteError) in try SiteAddress(text) }
        let authority: SiteAuthority
        if let site {
            authority = try Self.vouching(site, for: addresses)
        } else {
            authority = try machineAuthority(name, addresses: addresses, now: now)
        }
        let wanted = Certified(names: record.certified, authority: try digest(files.text(self.authority(site))))
        // Absent is nil: an unreadable one is replaced.
        if let text = try? files.text(server), let last = try? MemberIdentity(text), !last.isDue(now),
            try files.read(Certified.self, at: facts) == wanted
        {
            return false
        }
        let text = try Site.guarded("the broker's certificate cannot be created") {
            try authority.server(addresses, now: now, lifetime: SiteFiles.serverLifetime)
        }
        try files.write(Array(text.utf8), path: server)
        try files.writeJSON(wanted, path: facts)
        return true
    }

    private static func vouching(_ site: Site, for addresses: [SiteAddress]) throws(SiteError) -> SiteAuthority {
        for address in addresses where !NameLimits.isPrivate(address) && !site.record.addresses.contains(address.text) {
            throw SiteError(
                .invalid,
                message:
                    "the site's authority certifies only private addresses and those given when the site was created, "
                    + "not for '\(address)'"
            )
        }
        return try site.authority()
    }

    /// Loads or creates the machine's authority.
    ///
    /// A public address outside its limits needs a new authority, which all clients must receive again.
    private func machineAuthority(_ name: String, addresses: [SiteAddress], now: Date) throws(SiteError)
        -> SiteAuthority
    {
        let last = try files.read(Certified.self, at: facts)
        let isCovered = addresses.allSatisfy { NameLimits.isPrivate($0) || last?.names.contains($0.text) ?? false }
        if FileManager.default.fileExists(atPath: ownKey), last == nil || isCovered {
            let (key, certificate) = (try files.text(ownKey), try files.text(ownAuthority))
            return try Site.guarded("\(files.directory) has no usable authority: delete authority.key there") {
                try SiteAuthority(site: name, keyPEM: key, certificatePEM: certificate)
            }
        }
        let made = try Site.guarded("the authority cannot be created") {
            try SiteAuthority(site: name, addresses: addresses, now: now)
        }
        let certificate = try Site.guarded("the authority cannot be created") { try made.certificatePEM() }
        // The key is written last, because the next start checks for it.
        try files.write(Array(certificate.utf8), path: ownAuthority)
        try files.write(Array(made.keyPEM.utf8), path: ownKey)
        return made
    }

    private func digest(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
