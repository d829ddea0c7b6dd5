internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus

/// Where somebody was who has to log in first; only places of this page, so that no address leads elsewhere.
enum PageBack {
    /// The longest place that is kept.
    private static let most = 512
    /// Places that nobody comes back to.
    private static let never = ["/login", "/logout", "/enter", "/kiosk", "/session", "/events"]

    /// A place of this page; nil for what is none, or is the overview.
    static func path(_ text: String?) -> String? {
        guard let text, text.utf8.count <= most, text.hasPrefix("/"), text != "/" else { return nil }
        // Browsers take two slashes, and one backwards, for another machine's address.
        guard !text.hasPrefix("//"), !text.contains("\\"), text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            return nil
        }
        let place = text.prefix { $0 != "?" && $0 != "#" }
        return never.contains { place == $0 || place.hasPrefix("\($0)/") } ? nil : text
    }

    /// The place of the page that sent a request; nil where the browser does not say.
    static func referrer(_ request: Request) -> String? {
        guard let name = HTTPField.Name("Referer"), let text = request.headers[name],
            let scheme = text.firstRange(of: "://")
        else { return nil }
        let rest = text[scheme.upperBound...]
        guard let slash = rest.firstIndex(of: "/"), rest[..<slash] == (request.head.authority ?? "") else { return nil }
        return path(String(rest[slash...]))
    }

    /// The address of the log-in that leads to a place.
    static func login(then place: String?) -> String { place.map { "/login?back=\($0.escaped)" } ?? "/login" }
}

/// The address of a browser behind a reverse proxy.
enum PagePeer {
    /// The last address that a header names: that which the nearest proxy saw itself.
    ///
    /// What stands before it anybody may have written.
    static func address(in values: [String]) -> String? {
        guard let last = values.joined(separator: ",").split(separator: ",").last else { return nil }
        let text = last.filter { !$0.isWhitespace }
        return text.isEmpty || text.utf8.count > 64 ? nil : text
    }
}
