internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus

/// The page to return to after a log-in; only paths of this page, so that no address leads elsewhere.
enum PageBack {
    /// The longest path accepted, in bytes.
    private static let most = 512
    /// Paths that are never returned to.
    private static let never = ["/login", "/logout", "/enter", "/kiosk", "/session", "/events"]

    /// A path of this page; nil for anything else, and for the overview.
    static func path(_ text: String?) -> String? {
        guard let text, text.utf8.count <= most, text.hasPrefix("/"), text != "/" else { return nil }
        // Browsers treat a leading double slash, and a backslash, as the address of another machine.
        guard !text.hasPrefix("//"), !text.contains("\\"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        let place = text.prefix { $0 != "?" && $0 != "#" }
        return never.contains { place == $0 || place.hasPrefix("\($0)/") } ? nil : text
    }

    /// The path of the page that sent a request; nil if the browser does not name it.
    static func referrer(_ request: Request, way: PageWay) -> String? {
        guard let name = HTTPField.Name("Referer"), let text = request.headers[name],
            let scheme = text.firstRange(of: "://")
        else { return nil }
        let rest = text[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/"), rest[..<slash] == way.host else { return nil }
        return path(way.base.inside(rest[slash...]))
    }

    /// The address of the log-in page that leads back to a path.
    static func login(then place: String?) -> String { place.map { "/login?back=\($0.escaped)" } ?? "/login" }
}

/// The address of a browser behind a reverse proxy.
enum PagePeer {
    /// The last address in a header, which the nearest proxy saw itself.
    ///
    /// A client may have forged the addresses before it.
    static func address(in values: [String]) -> String? {
        guard let last = values.joined(separator: ",").split(separator: ",").last else { return nil }
        let text = last.filter { !$0.isWhitespace }
        return text.isEmpty || text.utf8.count > 64 ? nil : text
    }
}
