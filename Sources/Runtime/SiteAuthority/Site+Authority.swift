public import FoundationEssentials
public import SiteRecords

// The site's certificates: its authority, and the server's.
extension Site {
    /// Creates a site: its authority and the server's first certificate.
    ///
    /// - Throws: ``SiteError`` `exists`, `files`.
    public static func make(_ record: SiteRecord, files: SiteFiles, now: Date) throws(SiteError) -> Site {
        guard !files.exist else {
            throw SiteError(
                .exists,
                message: "\(files.directory) already has a site: its hubs trust its authority, so it was not replaced"
            )
        }
        try files.prepare()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        try guarded("the authority cannot be created") {
            let authority = try SiteAuthority(site: record.site, addresses: addresses, now: now)
            try files.write(Array(authority.keyPEM.utf8), path: files.authorityKey)
            try files.write(Array(authority.certificatePEM().utf8), path: files.authority)
        }
        let site = Site(record, files: files)
        try site.renewServer(now)
        // The record is written last, so an interrupted creation starts over.
        try files.writeJSON(record, path: files.record)
        return site
    }

    func authority() throws(SiteError) -> SiteAuthority {
        let (key, certificate) = (try files.text(files.authorityKey), try files.text(files.authority))
        return try Self.guarded("\(files.directory) has no usable authority: restore it from a backup") {
            try SiteAuthority(site: record.site, keyPEM: key, certificatePEM: certificate)
        }
    }

    /// Renews the server's certificate if two thirds of its validity have passed, or there is none.
    ///
    /// - Returns: Whether there is a new one, which servers must load.
    /// - Throws: ``SiteError`` `files`.
    @discardableResult
    public func renewServer(_ now: Date) throws(SiteError) -> Bool {
        // Absent is nil: an unreadable one is replaced.
        if let text = try? files.text(files.server), let last = try? MemberIdentity(text), !last.isDue(now) {
            return false
        }
        try certifyServer(now)
        return true
    }

    private func certifyServer(_ now: Date) throws(SiteError) {
        let authority = try authority()
        let addresses = try record.addresses.map { text throws(SiteError) in try SiteAddress(text) }
        let text = try Self.guarded("the server's certificate cannot be created") {
            try authority.server(addresses, now: now, lifetime: SiteFiles.serverLifetime)
        }
        try files.write(Array(text.utf8), path: files.server)
    }

    /// Changes the server's addresses: a new certificate is issued now, and hubs learn of them at their next renewal.
    ///
    /// - Returns: The updated site.
    /// - Throws: ``SiteError`` `invalid` for an address outside the authority's limits, `busy`, `files`.
    public func change(addresses: [String], now: Date) throws(SiteError) -> Site {
        let record = try SiteRecord(
            site: record.site,
            addresses: addresses,
            brokerPort: record.brokerPort,
            registrarPort: record.registrarPort,
            certificateDays: record.certificateDays
        )
        let authority = try authority()
        for text in addresses where try !authority.mayVouch(for: SiteAddress(text)) {
            throw SiteError(
                .invalid,
                message:
                    "the site's authority may not certify '\(text)'. It may certify private networks, .local, .lan, .home.arpa, .internal and the addresses given when the site was created; a later public address needs a new site"
            )
        }
        let site = Site(record, files: files)
        try files.locked { () throws(SiteError) in
            try files.writeJSON(record, path: files.record)
            try site.certifyServer(now)
        }
        return site
    }
}
