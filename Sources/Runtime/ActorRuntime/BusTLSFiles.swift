/// The files of a TLS client, all paths of PEM files.
public struct BusTLSFiles: Sendable, Hashable {
    /// The authority that signed the broker's certificate.
    public let authority: String
    /// The process's certificate; nil without client certificates.
    public let certificate: String?
    /// The process's private key; nil without client certificates.
    public let key: String?

    /// Names the files.
    public init(authority: String, certificate: String?, key: String?) {
        self.authority = authority
        self.certificate = certificate
        self.key = key
    }
}
