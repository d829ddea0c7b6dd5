extension CurlConfiguration {
    /// Refuses what cannot work or must not be.
    func check() throws(CurlError) {
        guard (1...1000).contains(maximumConnections),
            (1...maximumConnections).contains(maximumConnectionsPerHost)
        else {
            throw Self.wrong("maximumConnections must be 1...1000, maximumConnectionsPerHost not above it")
        }
        guard connectTimeout.milliseconds > 0, keepAliveLifetime >= .zero else {
            throw Self.wrong("connectTimeout must be at least 1 ms, keepAliveLifetime not negative")
        }
        guard tls.verifiesPeer || proxy == nil else {
            throw Self.wrong("verifiesPeer may not be off with a proxy: switch it on or remove the proxy")
        }
        guard (tls.certificateFile == nil) == (tls.keyFile == nil) else {
            throw Self.wrong("certificateFile and keyFile are set together or not at all")
        }
        guard [userAgent, proxy, unixSocket].allSatisfy({ $0.map(CurlHeaders.isValidValue) ?? true }) else {
            throw Self.wrong("userAgent, proxy and unixSocket may hold no control characters")
        }
    }

    private static func wrong(_ message: String) -> CurlError {
        CurlError(code: .invalidConfiguration, message: "CurlConfiguration: \(message).")
    }
}
