/// What OpenSSL found wrong with a peer's certificate (the numbers of its `x509_vfy.h`).
enum PeerVerification {
    /// The way out for a refused certificate.
    ///
    /// - Parameter result: OpenSSL's number; 0 or 1 if only the name is wrong, which libcurl checks itself.
    static func advice(_ result: Int) -> String {
        guard CurlLibrary.usesOpenSSL else { return " Check the clock and the CA file." }
        return switch result {
        case 10:
            " The server's certificate has expired: its operator must renew it, unless this machine's clock is wrong."
        case 9: " The server's certificate is not valid yet: check this machine's clock."
        case 0, 1, 62: " The server's certificate is for another name: check the host in the URL."
        case 23: " The server's certificate was revoked: ask its operator."
        case 2, 18, 19, 20, 21:
            " The server's certificate is from an unknown authority: check the CA file, and whether a device in between opens TLS."
        default: " Check the clock and the CA file."
        }
    }
}
