internal import ActorRuntime
internal import Crypto
internal import FoundationEssentials
internal import SwiftASN1
internal import X509

/// A process's key and certificate in one PEM text, so that replacing the file atomically keeps them consistent.
struct MemberIdentity: Sendable {
    let key: P256.Signing.PrivateKey
    let certificate: Certificate

    /// Parses the text.
    ///
    /// - Throws: The certificate library's error.
    init(_ text: String) throws {
        key = try P256.Signing.PrivateKey(pemRepresentation: try Self.block("PRIVATE KEY", in: text))
        certificate = try Certificate(pemEncoded: try Self.block("CERTIFICATE", in: text))
        guard certificate.publicKey == Certificate.PublicKey(key.publicKey) else {
            throw SiteError(.files, message: "a key and its certificate do not match")
        }
    }

    /// The text of a key and its certificate.
    static func text(key: P256.Signing.PrivateKey, certificatePEM: String) -> String {
        "\(key.pemRepresentation)\n\(certificatePEM)\n"
    }

    /// The name at the broker.
    var principal: String? { certificate.commonName }

    /// Whether two thirds of its validity have passed, or all of it.
    func isDue(_ now: Date) -> Bool {
        let term = CertificateTerm(begins: certificate.notValidBefore, ends: certificate.notValidAfter)
        return now >= term.renewal || now < term.begins
    }

    /// Signs a request for the next certificate, so that the site can verify the sender even after the certificate has
    /// expired.
    func signature(of request: String) throws -> String {
        try key.signature(for: Self.signed(request)).derRepresentation.base64EncodedString()
    }

    static func signed(_ request: String) -> Data { Data("vitalbus renewal v1\n\(request)".utf8) }

    private static func block(_ kind: String, in text: String) throws -> String {
        let (head, tail) = ("-----BEGIN \(kind)-----", "-----END \(kind)-----")
        guard let start = text.firstRange(of: head), let end = text.firstRange(of: tail),
            start.lowerBound < end.lowerBound
        else { throw SiteError(.files, message: "a PEM file has no \(kind.lowercased())") }
        return String(text[start.lowerBound..<end.upperBound])
    }
}

/// A key and the request for its certificate (PKCS #10, RFC 2986).
struct MemberRequest: Sendable {
    let key: P256.Signing.PrivateKey
    let pem: String

    /// Creates the request for a key.
    ///
    /// - Throws: The certificate library's error.
    init(_ principal: String, key: P256.Signing.PrivateKey = P256.Signing.PrivateKey()) throws {
        self.key = key
        let request = try CertificateSigningRequest(
            version: .v1,
            subject: try DistinguishedName { CommonName(principal) },
            privateKey: Certificate.PrivateKey(key),
            attributes: CertificateSigningRequest.Attributes()
        )
        pem = try request.serializeAsPEM().pemString
    }

    /// The key of a request, after verifying its signature.
    ///
    /// - Throws: ``SiteError`` `malformed` for an invalid request, another kind of key, or a wrong signature.
    static func key(of pem: String) throws(SiteError) -> Certificate.PublicKey {
        // Absent is nil: the library's error about untrusted bytes would not help.
        guard let request = try? CertificateSigningRequest(pemEncoded: pem),
            request.publicKey.isValidSignature(request.signature, for: request),
            P256.Signing.PublicKey(request.publicKey) != nil
        else {
            throw SiteError(
                .malformed,
                message: "a certificate request is malformed, or its key is not a "
                    + "P-256 key"
            )
        }
        return request.publicKey
    }
}

extension Certificate {
    /// The subject's common name.
    var commonName: String? {
        for part in subject {
            for attribute in part where attribute.type == .RDNAttributeType.commonName {
                return String(attribute.value)
            }
        }
        return nil
    }
}

extension Certificate.PublicKey {
    /// The id of the key in a site's files.
    var fingerprint: String {
        SHA256.hash(data: Data(subjectPublicKeyInfoBytes)).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
