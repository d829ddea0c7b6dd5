/// The address at which a process listens: `HOST:PORT`.
package struct ListenAddress: Sendable, CustomStringConvertible {
    /// A name or an address, without brackets.
    package let host: String
    /// 0 to 65535; 0 is any free port.
    package let port: Int

    /// Parses `HOST:PORT`; an IPv6 address is in brackets.
    ///
    /// - Parameters:
    ///   - key: The configuration's key, for the error.
    ///   - example: A valid value, for the error.
    /// - Throws: ``RuntimeError`` `configuration`.
    package init(_ text: String, key: String, example: String) throws {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else {
            throw RuntimeError(.configuration, message: "\(key): '\(text)' is not an address like \(example)")
        }
        host = String(text[..<colon].filter { $0 != "[" && $0 != "]" })
        self.port = port
    }

    /// Whether only this machine is served.
    package var isLocal: Bool { Self.isLocal(host) }

    /// Whether a name or address is a loopback address.
    package static func isLocal(_ host: String) -> Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    /// The address in URL syntax, with a port.
    package func text(port: Int) -> String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// The address as configured.
    package var description: String { text(port: port) }
}
