internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import SiteRecords

/// Gives a room's tablet its token at an address that works once.
struct KioskPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("kiosk") { request, context in try await enter(request, context: context) }
    }

    private func enter(_ request: Request, context: PageContext) async throws -> Response {
        // A logged-in tablet stays logged in, because its browser may open the address again.
        if context.session?.kiosk != nil { return PageReply.redirect(to: "/", way: context.way) }
        let key = request.uri.queryParameters["key"].map(String.init) ?? ""
        let now = parts.environment.now()
        let entered = try await parts.machine.change { try parts.machine.access.enterKiosk(key: key, now: now) }
        guard let entered, let session = try await parts.sessions.kiosk(entered.token) else {
            throw PageError(.notFound, text: "error.kioskKey")
        }
        parts.audit.note(session, what: "enterKiosk", seat: entered.kiosk.seat, about: entered.kiosk.name, at: now)
        var response = PageReply.redirect(to: "/", way: context.way)
        response.setCookie(PageReply.kiosk(entered.token, way: context.way))
        return response
    }
}
