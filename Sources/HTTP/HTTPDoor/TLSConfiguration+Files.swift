package import NIOSSL

extension TLSConfiguration {
    /// What speaks TLS 1.2 or newer with a certificate and its key.
    ///
    /// - Parameters:
    ///   - certificate: The PEM file of the certificate, with its chain.
    ///   - key: The PEM file of the private key; it may be the same one.
    /// - Throws: What NIOSSL throws for files that it cannot read, and for a key of another certificate.
    package static func serving(certificate: String, key: String) throws -> TLSConfiguration {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
        let privateKey = try NIOSSLPrivateKey(file: key, format: .pem)
        var security = makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(privateKey))
        // What came before has known weaknesses (RFC 8996).
        security.minimumTLSVersion = .tlsv12
        // Reads them as the server will: a key of another certificate is refused here.
        _ = try NIOSSLContext(configuration: security)
        return security
    }
}
