internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

/// Where requests enter: it finds out which way each came, before any page is looked for.
struct PageEntrance<Pages: HTTPResponder>: HTTPResponder where Pages.Context == PageContext {
    let entry: PageEntry
    let pages: Pages

    func respond(to request: Request, context: PageContext) async throws -> Response {
        switch entry.passage(of: request.head, peer: context.way.peer) {
        case .pages(let path, let way):
            var (head, context) = (request.head, context)
            (head.path, context.way) = (path, way)
            return try await pages.respond(to: Request(head: head, body: request.body), context: context)
        case .moved(let path): return .redirect(to: path, type: .normal)
        case .elsewhere(let path): return Self.refusal(.notFound, words: "The page is at \(path).")
        case .closed: return Self.refusal(.forbidden, words: "This address answers Home Assistant's ingress only.")
        }
    }

    private static func refusal(_ status: HTTPResponse.Status, words: String) -> Response {
        Response(
            status: status,
            headers: [.contentType: "text/plain; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "\(words)\n"))
        )
    }
}

/// What a door does with a request.
enum PagePassage: Sendable, Hashable {
    /// The page with this path, without the base, answers.
    case pages(path: String, way: PageWay)
    /// The browser left out the slash at the base's end.
    case moved(path: String)
    /// The path is outside the base.
    case elsewhere(path: String)
    /// The request comes from an address that this door does not answer.
    case closed
}

/// A door of the page, and what it believes of a request's headers; pure.
enum PageEntry: Sendable {
    /// The page's own address, with trusted proxies or without.
    case own(isSecure: Bool, proxies: PageProxies)
    /// The address for Home Assistant's ingress alone.
    case ingress(PageIngress)

    /// Decides about a request.
    ///
    /// - Parameter peer: The address that the connection comes from.
    func passage(of head: HTTPRequest, peer: String) -> PagePassage {
        let path = head.path ?? "/"
        let place = path.prefix { $0 != "?" }
        // Monitoring knows neither a base nor a proxy, and learns nothing about the site.
        if HealthPages.paths.contains(String(place)) { return .pages(path: path, way: PageWay(peer: peer)) }
        guard let way = way(head.headerFields, host: head.authority ?? "", peer: peer) else { return .closed }
        // The ingress has removed its path already.
        if way.isIngress || way.base == .root { return .pages(path: path, way: way) }
        if let inside = way.base.inside(path) { return .pages(path: inside, way: way) }
        let root = way.base.path("/")
        return place == way.base.prefix ? .moved(path: root) : .elsewhere(path: root)
    }

    private func way(_ headers: HTTPFields, host: String, peer: String) -> PageWay? {
        switch self {
        case .own(let isSecure, let proxies): proxies.way(headers, host: host, peer: peer, isSecure: isSecure)
        case .ingress(let ingress): ingress.way(headers, host: host, peer: peer)
        }
    }
}
