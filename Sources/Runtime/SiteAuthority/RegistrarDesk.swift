internal import ActorRuntime
internal import BusContract
internal import Crypto
public import FoundationEssentials
internal import MessageBus
internal import SwiftASN1
internal import X509

/// A new hub's request (like EST's simple enrolment, RFC 7030 §4.2, with the one-time secret in the body).
public struct EnrolmentRequest: Codable, Sendable {
    /// The hub's id.
    public let hub: String
    let secret: String
    /// A request (PKCS #10, PEM) for each member, by its name at the broker.
    let requests: [String: String]
}

/// A hub's request before its certificates expire.
public struct RenewalRequest: Codable, Sendable {
    /// The renewal of one member.
    struct Renewal: Codable, Sendable {
        /// The present certificate, PEM.
        let certificate: String
        /// The request with the next key.
        let request: String
        /// The request signed with the present key: DER, base64.
        let signature: String
    }

    /// The hub's id.
    public let hub: String
    let renewals: [String: Renewal]
}

/// The registrar's answer to a hub.
public struct MemberCertificates: Codable, Sendable {
    /// A certificate (PEM) for each member.
    let certificates: [String: String]
    /// The site's key, base64; only at enrolment.
    var siteKey: String?
    /// The current addresses of the site's server.
    var addresses: [String]?
    /// The other hubs of the site, including the server's own.
    var peers: [String]?
}

/// The registrar's answer to a question about the time.
public struct SiteTime: Codable, Sendable {
    /// The site's time.
    public let now: Date

    /// Creates an answer.
    public init(now: Date) { self.now = now }
}

/// Decides about requests for certificates.
public struct RegistrarDesk: Sendable {
    private let site: Site
    private let siteKey: [UInt8]
    private let ownHub: String?

    /// Creates a desk.
    ///
    /// - Parameters:
    ///   - siteKey: The site's key, which a hub gets with its first certificates.
    ///   - ownHub: The server's own hub; nil if it has none.
    public init(_ site: Site, siteKey: [UInt8], ownHub: String? = nil) {
        (self.site, self.siteKey, self.ownHub) = (site, siteKey, ownHub)
    }

    /// Enrols a hub that presents a bundle's secret.
    ///
    /// The same keys may be sent again, because the first answer may have been lost.
    ///
    /// - Throws: ``SiteError``; the secret stays valid then.
    public func enrol(_ request: EnrolmentRequest, now: Date) throws(SiteError) -> MemberCertificates {
        try site.files.locked { () throws(SiteError) in
            let entry = try known(request.hub)
            let hash = HubBundle.hash(request.secret)
            guard ConstantTime.isEqual(hash, to: entry.secretHash) else {
                throw SiteError(
                    .wrongSecret,
                    message:
                        "the bundle is not the newest of '\(request.hub)', or belongs to another site. Use the newest, or run 'vitalbus hub add \(request.hub) --again' on the site's server"
                )
            }
            guard now <= entry.bundleExpires else {
                throw SiteError(
                    .bundleExpired,
                    message:
                        "the bundle has expired: run 'vitalbus hub add \(request.hub) --again' on the site's server"
                )
            }
            let keys = try keys(request.requests, of: request.hub)
            let prints = keys.mapValues(\.fingerprint)
            if let card = try site.card(entry), card.usedSecret == hash, card.keys != prints {
                throw SiteError(
                    .bundleUsed,
                    message:
                        "another machine joined as '\(request.hub)' with this bundle on \(card.joined.ISO8601Format()). If that was not you, run 'vitalbus hub revoke \(request.hub)'; otherwise run 'vitalbus hub add \(request.hub) --again'"
                )
            }
            var answer = try certificates(keys, of: entry, now: now)
            answer.siteKey = Data(siteKey).base64EncodedString()
            try keep(entry, secret: hash, prints: prints, joined: now, now: now)
            return answer
        }
    }

    /// Issues members' next certificates.
    ///
    /// An expired certificate still identifies the sender for a while, because a hub may have been unplugged. A revoked
    /// hub gets none.
    ///
    /// - Throws: ``SiteError``.
    public func renew(_ request: RenewalRequest, now: Date) throws(SiteError) -> MemberCertificates {
        try site.files.locked { () throws(SiteError) in
            let entry = try known(request.hub)
            guard let card = try site.card(entry) else {
                throw SiteError(
                    .wrongCertificate,
                    message: "'\(request.hub)' has not joined since it got this name: join with the newest bundle"
                )
            }
            let keys = try keys(request.renewals.mapValues(\.request), of: request.hub)
            let authority = try site.authority()
            for (principal, renewal) in request.renewals {
                try check(renewal, of: principal, entry: entry, card: card, authority: authority, now: now)
            }
            let answer = try certificates(keys, of: entry, now: now)
            // The previous key stays valid until the hub uses a new one, because the answer may be lost.
            let prints = card.keys.merging(keys.mapValues(\.fingerprint)) { "\($0.suffix(64)) \($1)" }
            try keep(entry, secret: card.usedSecret, prints: prints, joined: card.joined, now: now)
            return answer
        }
    }

    private func known(_ hub: String) throws(SiteError) -> HubEntry {
        _ = try HubMembers.all(site: site.record.site, hub: hub)
        guard let entry = try site.entry(hub) else {
            throw SiteError(.notFound, message: "the site has no hub '\(hub)'")
        }
        guard entry.revoked == nil else {
            throw SiteError(
                .revoked,
                message: "'\(hub)' was revoked: run 'vitalbus hub add \(hub)' on the site's server and join again"
            )
        }
        return entry
    }

    private func keys(_ requests: [String: String], of hub: String) throws(SiteError) -> [String: Certificate.PublicKey]
    {
        let names = Set(try HubMembers.all(site: site.record.site, hub: hub).map(\.address.principal))
        guard !requests.isEmpty, names.isSuperset(of: requests.keys) else {
            throw SiteError(
                .malformed,
                message: "the request is for certificates of processes that '\(hub)' does not have"
            )
        }
        var keys: [String: Certificate.PublicKey] = [:]
        for (name, pem) in requests { keys[name] = try MemberRequest.key(of: pem) }
        return keys
    }

    private func check(
        _ renewal: RenewalRequest.Renewal,
        of principal: String,
        entry: HubEntry,
        card: HubCard,
        authority: SiteAuthority,
        now: Date
    ) throws(SiteError) {
        // Absent is nil: the library's error about untrusted bytes would not help.
        guard let certificate = try? Certificate(pemEncoded: renewal.certificate), authority.made(certificate),
            certificate.commonName == entry.account(principal), let key = P256.Signing.PublicKey(certificate.publicKey),
            let bytes = Data(base64Encoded: renewal.signature),
            let signature = try? P256.Signing.ECDSASignature(derRepresentation: bytes),
            key.isValidSignature(signature, for: MemberIdentity.signed(renewal.request)),
            // A hub that joined again has other keys; the previous ones are no longer valid.
            card.keys[principal]?.split(separator: " ").contains(Substring(certificate.publicKey.fingerprint)) == true
        else {
            throw SiteError(
                .wrongCertificate,
                message: "\(principal) did not show a valid certificate of this site: join again with a new bundle"
            )
        }
        guard now <= certificate.notValidAfter + SiteFiles.renewalLimit else {
            throw SiteError(
                .wrongCertificate,
                message:
                    "\(principal)'s certificate expired on \(certificate.notValidAfter.ISO8601Format()), too long ago: join "
                    + "again with a new bundle"
            )
        }
    }

    private func certificates(
        _ keys: [String: Certificate.PublicKey],
        of entry: HubEntry,
        now: Date
    ) throws(SiteError) -> MemberCertificates {
        let authority = try site.authority()
        return try Site.guarded("certificates cannot be created") {
            var made: [String: String] = [:]
            for (name, key) in keys {
                made[name] = try authority.member(
                    name,
                    account: entry.account(name),
                    key: key,
                    now: now,
                    lifetime: site.record.certificateLifetime
                )
            }
            let hubs = try site.hubs().filter { $0.entry.revoked == nil }.map(\.entry.hub)
            return MemberCertificates(
                certificates: made,
                addresses: site.record.addresses,
                peers: [ownHub].compactMap(\.self) + hubs
            )
        }
    }

    private func keep(
        _ entry: HubEntry,
        secret: String,
        prints: [String: String],
        joined: Date,
        now: Date
    ) throws(SiteError) {
        let card = HubCard(
            usedSecret: secret,
            joined: joined,
            keys: prints,
            ends: now + site.record.certificateLifetime,
            generation: entry.generation
        )
        try site.files.writeJSON(card, path: "\(site.files.cards)/\(entry.hub).json")
    }
}
