/// The path below which browsers see the page: empty, or like `/hub1`.
///
/// Inside the page, paths begin at its own root. Only templates (`{{base}}`), scripts (`at`), `PageReply.redirect`, the
/// cookies and ``PageWay/url(_:)`` put the base before them.
struct PageBase: Sendable, Hashable {
    /// No path: the page is at the root of its host.
    static let root = PageBase(unchecked: "")
    /// The longest path, in bytes.
    private static let most = 200

    /// Without a slash at its end.
    let prefix: String

    private init(unchecked prefix: String) { self.prefix = prefix }

    /// Reads a path; nil unless it begins with a slash and its parts have only letters, digits, `-`, `.`, `_` and `~`.
    init?(_ text: String) {
        let body = text.hasSuffix("/") ? text.dropLast() : text[...]
        guard text.hasPrefix("/"), text.utf8.count <= Self.most else { return nil }
        let parts = body.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.allSatisfy(Self.isPart) else { return nil }
        prefix = String(body)
    }

    private static func isPart(_ part: Substring) -> Bool {
        !part.isEmpty && !part.allSatisfy { $0 == "." }
            && part.utf8.allSatisfy { byte in
                let letter = Character(Unicode.Scalar(byte))
                return letter.isASCII && (letter.isLetter || letter.isNumber || "-._~".contains(letter))
            }
    }

    /// A path of the page as browsers see it.
    func path(_ place: String) -> String { prefix + place }

    /// The path of the page in a path that a browser sees; nil for one outside the base.
    func inside(_ path: some StringProtocol) -> String? {
        path.hasPrefix("\(prefix)/") ? String(path.dropFirst(prefix.count)) : nil
    }
}
