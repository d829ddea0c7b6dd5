/// The base URL of an API: `https`, or `http` on this machine only.
package struct BaseURL: Sendable, Hashable {
    /// The URL without a trailing slash.
    package let text: String
    /// The URL as written, because some servers require the trailing slash, and others reject it.
    package let written: String

    /// Checks a URL.
    ///
    /// - Parameter key: The configuration key or the flag, for the error.
    /// - Throws: ``RuntimeError`` `configuration`.
    package init(_ text: String, key: String) throws {
        let trimmed = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let authority = Self.authority(trimmed) else {
            guard Self.authority("https://" + trimmed) == nil || trimmed.contains("://") else {
                throw RuntimeError(.configuration, message: "\(key) has no scheme: write https://\(trimmed)")
            }
            throw RuntimeError(
                .configuration,
                message: "\(key) is not a base URL: write https://host[:port][/path] without user, query or fragment"
            )
        }
        guard trimmed.hasPrefix("https://") || Self.isLoopback(authority) else {
            throw RuntimeError(
                .configuration,
                message: "\(key) is plain http to another machine: personal data needs https"
            )
        }
        self.text = trimmed
        written = text
    }

    private static func authority(_ text: String) -> Substring? {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        guard let scheme, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            !text.contains("@"), !text.contains("?"), !text.contains("#"), !text.contains("\\")
        else { return nil }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" }
        return authority.isEmpty || authority.hasPrefix(":") ? nil : authority
    }

    private static func isLoopback(_ authority: Substring) -> Bool {
        if authority == "[::1]" || authority.hasPrefix("[::1]:") { return true }
        let host = authority.prefix { $0 != ":" }
        if host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
