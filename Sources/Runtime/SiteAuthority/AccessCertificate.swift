internal import Crypto
public import FoundationEssentials
public import LocalBroker

extension Access {
    private var ownAuthority: String { "\(files.directory)/authority.pem" }
    private var ownKey: String { "\(files.directory)/authority.key" }
    private var facts: String { "\(files.directory)/certified.json" }
    /// The broker's key and certificate for those who have a password.
    var server: String { "\(files.directory)/server.pem" }

    /// The certificate and key of what is served beyond this machine; made by ``certify(_:name:now:)``.
    public var serverCertificate: String { server }

    /// The file to hand over: the certificate of the site's authority, or of this machine's own.
    public func authority(_ site: Site?) -> String { site?.files.authority ?? ownAuthority }

    private struct Certified: Codable, Equatable {
        /// What the certificate is for.
        let names: [String]
        /// The authority that it is from.
        let authority: String
    }

    /// How the broker serves those who have a password.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func listeners() throws(SiteError) -> (access: BrokerAccess, plainPort: Int?) {
        let record = try record()
        return (BrokerAccess(port: record.port, isLocal: record.isLocal, server: server), record.plainPort)
    }

    /// Makes what is missing or due: without a site an authority of this machine, and the broker's certificate.
    ///
    /// - Parameter name: The site's id.
    /// - Returns: Whether there is a new certificate: who serves with it must start anew.
    /// - Throws: ``SiteError`` `invalid` for an address that the site's authority may not vouch for, `files`.
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
        // Absent is nil: one that cannot be read is made anew.
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

    /// An address of the world that it was not made with needs another authority, which all have to be given anew.
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
        // The key last: it is what the next start looks for.
        try files.write(Array(certificate.utf8), path: ownAuthority)
        try files.write(Array(made.keyPEM.utf8), path: ownKey)
        return made
    }

    private func digest(_ text: String) -> String {
        SHA256.hash(data: Data(text.utf8)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
