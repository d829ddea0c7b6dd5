package import NIOSSL

extension TLSConfiguration {
    /// A TLS configuration of version 1.2 or newer with a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificate: The PEM file of the certificate, with its chain.
    ///   - key: The PEM file of the private key; it may be the same file.
    /// - Throws: NIOSSL's error for unreadable files, and for a key that does not match the certificate.
    package static func serving(certificate: String, key: String) throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        var security = makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(privateKey))
        // Earlier versions have known weaknesses (RFC 8996).
        security.minimumTLSVersion = .tlsv12
        // Loads them as the server will, so that a key that does not match the certificate is rejected here.
        _ = try NIOSSLContext(configuration: security)
        return security
    }
}
