/// How a browser's request reached the page.
struct PageWay: Sendable, Hashable {
    /// The path below which the browser sees the page.
    var base = PageBase.root
    /// The host and port in the browser's address line.
    var host = ""
    /// Whether the browser's connection uses TLS.
    var isSecure = false
    /// The browser's address.
    var peer = "unknown"
    /// Whether the browser's own connection is the request's, and no trusted proxy is between.
    var isDirect = true
    /// Whether a trusted proxy named the host, so that it need not be a name of this machine.
    var isNamed = false
    /// The user whom Home Assistant's ingress names; nil for every other way.
    var guest: PageGuest?
    /// Whether the request came through Home Assistant's ingress.
    var isIngress = false

    /// The address of a path of the page for this browser.
    func url(_ place: String) -> String { "\(isSecure ? "https" : "http")://\(host)\(base.path(place))" }
}

/// A user of Home Assistant, as its ingress names them.
struct PageGuest: Sendable, Hashable {
    private static let most = 64

    /// Home Assistant's id: never another user's, and never changed.
    let id: String
    /// The name that people know; not unique.
    let name: String

    /// The name in the audit log and at what the user writes: with the id, and unlike any account's.
    var account: String { "\(name.isEmpty ? "" : "\(name) ")(Home Assistant \(id))" }

    /// - Returns: nil for an id that is not Home Assistant's: letters and digits.
    init?(id: String, name: String?) {
        guard (8...Self.most).contains(id.utf8.count), id.utf8.allSatisfy(Self.isPlain) else { return nil }
        // Neither markup nor what turns the direction of text.
        let shown = (name ?? "").unicodeScalars.filter {
            $0.properties.isAlphabetic || " -._0123456789".unicodeScalars.contains($0)
        }
        self.id = id
        self.name = String(String.UnicodeScalarView(shown.prefix(Self.most)))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        let letter = Character(Unicode.Scalar(byte))
        return letter.isASCII && (letter.isLetter || letter.isNumber)
    }
}
