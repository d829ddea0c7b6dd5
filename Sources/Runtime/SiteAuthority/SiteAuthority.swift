internal import ActorRuntime
internal import Crypto
public import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A site's private certificate authority: P-256, limited to certain names (``NameLimits``).
public struct SiteAuthority: Sendable {
    /// How long the authority itself is valid.
    static let lifetime: TimeInterval = 20 * 365 * 86_400
    /// How long before its creation a certificate is valid, so that a machine whose clock is behind gets an explanation
    /// instead of a refusal.
    static let leeway = CertificateTerm.leeway

    /// The site's id.
    let site: String
    private let key: P256.Signing.PrivateKey
    private let certificate: Certificate

    /// Creates a new authority.
    ///
    /// - Parameters:
    ///   - site: The site's id.
    ///   - addresses: The server's addresses; public ones can be certified only if given here.
    /// - Throws: The certificate library's error.
    public init(site: String, addresses: [SiteAddress], now: Date) throws {
        let key = P256.Signing.PrivateKey()
        let name = try DistinguishedName {
            OrganizationName("VitalBus")
            CommonName("VitalBus site \(site)")
        }
        let owner = Certificate.PrivateKey(key)
        let certificate = try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: owner.publicKey,
            notValidBefore: now - Self.leeway,
            notValidAfter: now + Self.lifetime,
            issuer: name,
            subject: name,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                Critical(NameLimits.constraints(addresses))
                SubjectKeyIdentifier(hash: owner.publicKey)
            },
            issuerPrivateKey: owner
        )
        (self.site, self.key, self.certificate) = (site, key, certificate)
    }

    /// Reads an authority.
    ///
    /// - Throws: The certificate library's error for invalid texts, or texts that do not belong together.
    public init(site: String, keyPEM: String, certificatePEM: String) throws {
        let key = try P256.Signing.PrivateKey(pemRepresentation: keyPEM)
        let certificate = try Certificate(pemEncoded: certificatePEM)
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw SiteError(.files, message: "the authority's key and certificate do not match")
        }
        (self.site, self.key, self.certificate) = (site, key, certificate)
    }

    /// The private key as PEM.
    public var keyPEM: String { key.pemRepresentation }

    /// The certificate as PEM, which all members of the site trust.
    ///
    /// - Throws: The certificate library's error.
    public func certificatePEM() throws -> String { try certificate.serializeAsPEM().pemString }

    /// Certifies the site's server under all its addresses.
    ///
    /// - Returns: The new key and its certificate as one PEM text.
    /// - Throws: The certificate library's error.
    func server(_ addresses: [SiteAddress], now: Date, lifetime: TimeInterval) throws -> String {
        let key = P256.Signing.PrivateKey()
        let certificate = try sign(
            Certificate.PublicKey(key.publicKey),
            commonName: "VitalBus server",
            names: addresses.map(\.subject),
            usage: .serverAuth,
            validity: (now - Self.leeway, now + lifetime)
        )
        return MemberIdentity.text(key: key, certificatePEM: try certificate.serializeAsPEM().pemString)
    }

    /// Certifies a member's key.
    ///
    /// - Parameters:
    ///   - principal: Its name on the bus.
    ///   - account: Its name at the broker.
    /// - Throws: The certificate library's error.
    func member(
        _ principal: String,
        account: String,
        key: Certificate.PublicKey,
        now: Date,
        lifetime: TimeInterval
    ) throws -> String {
        try sign(
            key,
            commonName: account,
            // Without another name, OpenSSL would treat the common name as a host name, which the limits exclude.
            names: [.dnsName("\(principal).\(NameLimits.domain(site))")],
            usage: .clientAuth,
            validity: (now - Self.leeway, now + lifetime)
        ).serializeAsPEM().pemString
    }

    /// Whether the limits allow an address of the server.
    ///
    /// - Throws: The certificate library's error about its own certificate.
    func mayVouch(for address: SiteAddress) throws(SiteError) -> Bool {
        try Site.guarded("the authority's limits cannot be read") {
            guard let limits = try certificate.extensions.nameConstraints else { return false }
            return NameLimits.permit(address, limits: limits)
        }
    }

    /// Whether this authority issued a certificate, whatever its age.
    func made(_ other: Certificate) -> Bool {
        other.issuer == certificate.subject && certificate.publicKey.isValidSignature(other.signature, for: other)
    }

    private func sign(
        _ publicKey: Certificate.PublicKey,
        commonName: String,
        names: [GeneralName],
        usage: ExtendedKeyUsage.Usage,
        validity: (from: Date, to: Date)
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: publicKey,
            notValidBefore: validity.from,
            notValidAfter: min(validity.to, certificate.notValidAfter),
            issuer: certificate.subject,
            subject: try DistinguishedName {
                OrganizationName("VitalBus")
                CommonName(commonName)
            },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([usage])
                SubjectAlternativeNames(names)
                AuthorityKeyIdentifier(
                    keyIdentifier: try certificate.extensions.subjectKeyIdentifier?.keyIdentifier
                )
            },
            issuerPrivateKey: Certificate.PrivateKey(key)
        )
    }
}
