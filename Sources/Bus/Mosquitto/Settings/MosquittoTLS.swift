/// How a connection is encrypted: TLS 1.2 or newer, always.
public struct MosquittoTLS: Sendable, Hashable {
    /// How far the broker's certificate is checked.
    public enum Verification: Sendable, Hashable {
        /// The chain and the host name.
        case full
        /// The chain only; for brokers that are reached by a name or address that is not in their certificate.
        case chainOnly
        /// Nothing: anybody in between can read along. For tests.
        case off
    }

    /// The PEM file with the trusted authorities.
    public var authorityFile: String

    /// The PEM file with the client certificate, or `nil` for none.
    public var certificateFile: String?

    /// The PEM file with the client certificate's key, not encrypted.
    public var keyFile: String?

    /// How far the broker's certificate is checked.
    public var verification: Verification

    /// Makes TLS settings.
    ///
    /// - Parameters:
    ///   - authorityFile: The PEM file with the trusted authorities.
    ///   - certificateFile: The client certificate, or `nil`.
    ///   - keyFile: The client certificate's key, or `nil`.
    ///   - verification: How far the broker's certificate is checked.
    public init(
        authorityFile: String,
        certificateFile: String? = nil,
        keyFile: String? = nil,
        verification: Verification = .full
    ) {
        self.authorityFile = authorityFile
        self.certificateFile = certificateFile
        self.keyFile = keyFile
        self.verification = verification
    }

    var paths: [String] { [authorityFile, certificateFile ?? "", keyFile ?? ""] }
}
