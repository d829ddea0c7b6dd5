public import ActorRuntime
internal import BusContract
internal import Crypto
public import FoundationEssentials
internal import MessageBus
internal import Processes
internal import SwiftASN1
internal import X509

/// A hub's membership of a site: its record, and one file with key and certificate for each of its processes.
public struct Membership: Sendable, Hashable {
    private let place: MembershipFiles

    /// Derives the paths below a state directory.
    public init(state: String) { place = MembershipFiles(state: state) }

    init(directory: String) { place = MembershipFiles(directory: directory) }

    /// The directory, mode 0700.
    public var directory: String { place.directory }
    private var draft: String { "\(directory)/draft.json" }
    /// The file of the site's authority.
    public var authority: String { place.authority }

    /// The authority's file of the bundle with which this machine joins.
    public var bundleAuthority: String { "\(authority).joining" }

    /// The file with a member's key and certificate.
    public func identity(_ principal: String) -> String { place.identity(principal) }

    private var files: SiteFiles { SiteFiles(state: directory) }

    /// Reads the record; nil if this hub has joined no site.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func record() throws(SiteError) -> MembershipRecord? {
        do {
            return try place.read()
        } catch {
            throw SiteError(.files, message: error.message)
        }
    }

    /// Begins to join: creates the keys, or reuses those of an interrupted attempt with the same bundle.
    ///
    /// - Throws: ``SiteError`` `exists` if the hub has joined under another identity, `files`.
    public func begin(_ bundle: HubBundle) throws(SiteError) -> EnrolmentRequest {
        if let last = try record(), (last.site, last.hub) != (bundle.site, bundle.hub) {
            throw SiteError(
                .exists,
                message:
                    "this machine is the hub '\(last.hub)' of '\(last.site)' and holds its readings: run 'vitalbus leave' first, or "
                    + "join '\(bundle.hub)' with another state directory (--state)"
            )
        }
        do {
            try PrivateFile.makeDirectory(directory)
        } catch {
            throw SiteError(
                .files,
                message:
                    "\(directory) cannot be created: check the permissions of the folders above it, or use --state",
                errno: error.fileErrno
            )
        }
        // Only the bundle identifies the registrar. A machine that has already joined keeps its own site if the attempt
        // fails.
        try files.write(Array(bundle.authority.utf8), path: bundleAuthority)
        let keys = try draftKeys(bundle)
        var requests: [String: String] = [:]
        for (name, key) in keys {
            requests[name] = try Site.guarded("a certificate request cannot be created") {
                try MemberRequest(name, key: P256.Signing.PrivateKey(pemRepresentation: key)).pem
            }
        }
        return EnrolmentRequest(hub: bundle.hub, secret: bundle.secret, requests: requests)
    }

    private struct Draft: Codable {
        let secretHash: String
        let keys: [String: String]
    }

    private func draftKeys(_ bundle: HubBundle) throws(SiteError) -> [String: String] {
        let hash = HubBundle.hash(bundle.secret)
        if let last = try files.read(Draft.self, at: draft), last.secretHash == hash { return last.keys }
        var keys: [String: String] = [:]
        for member in try HubMembers.all(site: bundle.site, hub: bundle.hub) {
            keys[member.address.principal] = P256.Signing.PrivateKey().pemRepresentation
        }
        try files.writeJSON(Draft(secretHash: hash, keys: keys), path: draft)
        return keys
    }

    /// Stores the registrar's answer.
    ///
    /// - Parameters:
    ///   - ownBroker: Whether the hub runs a private broker.
    ///   - keepSiteKey: Writes the site's key to its file, before the hub counts as joined.
    /// - Throws: ``SiteError`` `malformed` for an answer that does not match the keys of ``begin(_:)``, `files`.
    public func finish(
        _ bundle: HubBundle,
        answer: MemberCertificates,
        ownBroker: Bool = false,
        keepSiteKey: ([UInt8]) throws(SiteError) -> Void
    ) throws(SiteError) {
        let keys = try draftKeys(bundle)
        guard let siteKey = answer.siteKey.flatMap({ Data(base64Encoded: $0) }), siteKey.count == SiteKey.byteCount
        else {
            throw SiteError(.malformed, message: "the registrar's answer has no site key: update its server")
        }
        for name in keys.keys where answer.certificates[name] == nil {
            throw SiteError(.malformed, message: "the registrar's answer has no certificate for \(name)")
        }
        try files.write(Array(bundle.authority.utf8), path: authority)
        for (name, key) in keys { try keep(name, key: key, certificate: answer.certificates[name] ?? "") }
        let record = MembershipRecord(
            site: bundle.site,
            hub: bundle.hub,
            seats: bundle.seats,
            addresses: answer.addresses ?? bundle.addresses,
            brokerPort: bundle.brokerPort,
            registrarPort: bundle.registrarPort,
            peers: answer.peers,
            ownBroker: ownBroker ? true : nil
        )
        try keepSiteKey(Array(siteKey))
        // The record is written last, so an interrupted join starts over.
        try files.writeJSON(record, path: place.record)
        // Cleanup: the keys and the authority are already in their own files.
        for file in [draft, bundleAuthority] { try? FileManager.default.removeItem(atPath: file) }
    }

    private func keep(_ name: String, key: String, certificate: String) throws(SiteError) {
        let text = "\(key)\n\(certificate)\n"
        try Site.guarded("the registrar's certificate for \(name) is for another key") { _ = try MemberIdentity(text) }
        try files.write(Array(text.utf8), path: identity(name))
    }
}

extension Membership {
    /// A renewal's request, with the keys that wait for the answer.
    public struct Renewing: Sendable {
        /// The request to the registrar.
        public let request: RenewalRequest
        let keys: [String: String]
    }

    /// The renewal of due certificates; nil if none is due.
    ///
    /// - Parameter all: Whether to renew those that are not due, too.
    /// - Throws: ``SiteError`` `notFound` where this hub has joined no site, `files`.
    public func renewal(_ now: Date, all: Bool = false) throws(SiteError) -> Renewing? {
        let record = try joined()
        var (renewals, keys): ([String: RenewalRequest.Renewal], [String: String]) = ([:], [:])
        for (name, identity) in try identities(record) where all || identity.isDue(now) {
            try Site.guarded("a renewal request cannot be created") {
                let request = try MemberRequest(name)
                renewals[name] = RenewalRequest.Renewal(
                    certificate: try identity.certificate.serializeAsPEM().pemString,
                    request: request.pem,
                    signature: try identity.signature(of: request.pem)
                )
                keys[name] = request.key.pemRepresentation
            }
        }
        guard !renewals.isEmpty else { return nil }
        return Renewing(request: RenewalRequest(hub: record.hub, renewals: renewals), keys: keys)
    }

    /// Replaces the old certificates by the new ones.
    ///
    /// - Throws: ``SiteError`` `malformed`, `files`.
    public func finish(_ renewing: Renewing, answer: MemberCertificates) throws(SiteError) {
        for (name, key) in renewing.keys {
            guard let certificate = answer.certificates[name] else {
                throw SiteError(.malformed, message: "the registrar's answer has no certificate for \(name)")
            }
            try keep(name, key: key, certificate: certificate)
        }
        var record = try joined()
        record.peers = answer.peers ?? record.peers
        if let addresses = answer.addresses { record.take(addresses) }
        // The record is written last, because its change tells a running hub that its files are new.
        try change(record)
    }

    /// Rewrites the record, which a running hub notices.
    ///
    /// - Throws: ``SiteError`` `files`.
    public func change(_ record: MembershipRecord) throws(SiteError) {
        try files.writeJSON(record, path: place.record)
    }

    /// The files that change with each renewal, and with the site's addresses and hubs.
    public var changing: [String] { [place.record] }

    /// The end of the certificate that expires first.
    ///
    /// - Throws: ``SiteError`` `notFound`, `files`.
    public func ends() throws(SiteError) -> Date? {
        try identities(try joined()).map(\.identity.certificate.notValidAfter).min()
    }

    private func joined() throws(SiteError) -> MembershipRecord {
        guard let record = try record() else {
            throw SiteError(.notFound, message: "this machine has not joined a site: use 'vitalbus join BUNDLE'")
        }
        return record
    }

    private func identities(_ record: MembershipRecord) throws(SiteError) -> [(name: String, identity: MemberIdentity)]
    {
        var found: [(name: String, identity: MemberIdentity)] = []
        for member in try HubMembers.all(site: record.site, hub: record.hub) {
            let name = member.address.principal
            let text = try files.text(identity(name))
            let identity = try Site.guarded("\(identity(name)) is damaged: join again with a new bundle") {
                try MemberIdentity(text)
            }
            found.append((name, identity))
        }
        return found
    }
}
