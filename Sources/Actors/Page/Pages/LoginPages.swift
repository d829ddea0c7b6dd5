internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus

/// Logging in and out, and the language.
struct LoginPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("login") { request, context in
            try page(context, words: nil, back: PageBack.path(request.asked("back")))
        }
        router.get("session") { _, context in try session(context) }
        router.post("login") { request, context in try await logIn(request, context: context) }
        router.post("logout") { request, context in try await logOut(request, context: context) }
        router.get("enter") { request, context in try await enter(request, context: context) }
        router.get("language/:code") { request, context in try language(request, context: context) }
    }

    private func page(
        _ context: PageContext,
        words: String?,
        back: String? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        var page = PageModel(parts, context: context, title: context.language["login.title"])
        if let words { page["words"] = words }
        if let back { page["back"] = back }
        return try page.response("login", status: status)
    }

    /// The token that forms repeat, so that a page whose log-in had expired can continue after a new one.
    private func session(_ context: PageContext) throws -> Response {
        let session = try context.known
        return try PageReply.json(["csrf": session.csrf])
    }

    private func logIn(_ request: Request, context: PageContext) async throws -> Response {
        let form = try await PageForm(request)
        let back = PageBack.path(form["back"])
        do {
            let entered = try await parts.sessions.logIn(
                form.needed("name"),
                password: form.raw("password"),
                peer: context.way.peer
            )
            parts.audit.note(entered.session, what: "login", at: parts.environment.now())
            guard request.wantsPage else {
                var response = try PageReply.json(["csrf": entered.session.csrf])
                PageReply.give(&response, entered: entered, way: context.way)
                return response
            }
            return PageReply.entered(entered, way: context.way, to: back ?? "/")
        } catch let error as PageError {
            let words = error.words(in: context.language)
            guard request.wantsPage else { return try PageReply.json(["error": words], status: error.status) }
            return try page(context, words: words, back: back, status: error.status)
        }
    }

    private func enter(_ request: Request, context: PageContext) async throws -> Response {
        let key = request.uri.queryParameters["key"].map(String.init) ?? ""
        // A valid session stays, because a person may open the printed address twice.
        if context.session != nil { return PageReply.redirect(to: "/", way: context.way) }
        guard let entered = try await parts.sessions.enter(key: key) else {
            return try page(context, words: context.language["error.key"], status: .unauthorized)
        }
        parts.audit.note(entered.session, what: "enter", at: parts.environment.now())
        return PageReply.entered(entered, way: context.way)
    }

    private func logOut(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        _ = try await PageForm(request, session: session)
        await parts.sessions.end(session)
        parts.audit.note(session, what: "logout", at: parts.environment.now())
        return PageReply.redirect(to: "/login", way: context.way)
    }

    private func language(_ request: Request, context: PageContext) throws -> Response {
        let code = try context.part("code")
        guard parts.texts.codes.contains(code) else { throw PageError(.notFound, text: "error.page") }
        var response = PageReply.redirect(to: PageBack.referrer(request, way: context.way) ?? "/", way: context.way)
        response.setCookie(PageReply.language(code, way: context.way))
        return response
    }
}
