internal import ActorRuntime

/// Where browsers reach the page.
struct PageAddress: Sendable, CustomStringConvertible {
    let host: String
    let port: Int

    /// Reads `HOST:PORT`; an IPv6 address stands in brackets.
    ///
    /// - Throws: `RuntimeError` `configuration`.
    init(_ text: String) throws {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (0...65_535).contains(port), colon != text.startIndex
        else {
            throw RuntimeError(.configuration, message: "address: '\(text)' is no address like 127.0.0.1:8470")
        }
        host = String(text[..<colon].filter { $0 != "[" && $0 != "]" })
        self.port = port
    }

    /// Whether this machine alone is served.
    var isLocal: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// What a person enters in a browser.
    func url(port: Int) -> String {
        let shown = host.contains(":") ? "[\(host)]" : host
        return "\(isLocal ? "http" : "https")://\(shown):\(port)/"
    }
}
