internal import ActorRuntime
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore

/// Turns errors into pages, and adds security headers to every response.
struct PageAnswers: RouterMiddleware {
    /// Allows only this server's content and no inline scripts; who may frame the page follows.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        + "media-src 'self' blob:; form-action 'self'; base-uri 'none'; frame-ancestors "

    let parts: PageParts

    func handle(
        _ request: Request,
        context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.language = parts.texts.language(
            chosen: request.cookies["lang"]?.value,
            accepted: request.headers[.acceptLanguage]
        )
        if let cookie = request.cookies[PageReply.cookie]?.value {
            context.session = try await parts.sessions.session(cookie: cookie)
        }
        let token = request.cookies[PageReply.kioskCookie]?.value
        if context.session == nil, let token { context.session = try await parts.sessions.kiosk(token) }
        if context.session == nil { context.session = await guest(context) }
        if context.session != nil { context.version = await parts.board.version }
        var response: Response
        do {
            response = try await next(request, context)
            // Each visit renews the cookie, because browsers limit its age from when it was last set.
            if let token, context.session?.kiosk != nil, request.uri.path == "/" {
                response.setCookie(PageReply.kiosk(token, way: context.way))
            }
        } catch let error as PageError {
            if error.code == .tooLarge { context.hangUp() }
            response = try answer(error, request: request, context: context)
        } catch let error as HTTPError {
            let page = PageError(error.status == .contentTooLarge ? .tooLarge : .notFound, text: "error.page")
            response = try answer(page, request: request, context: context)
        }
        guard let policy = HTTPField.Name("Content-Security-Policy"),
            let permissions = HTTPField.Name("Permissions-Policy"),
            let referrer = HTTPField.Name("Referrer-Policy"), let opener = HTTPField.Name("Cross-Origin-Opener-Policy"),
            let resource = HTTPField.Name("Cross-Origin-Resource-Policy")
        else { return response }
        response.headers[policy] = Self.policy + parts.doors.frames
        response.headers[permissions] = "camera=(self), microphone=(), geolocation=()"
        response.headers[referrer] = "same-origin"
        response.headers[opener] = "same-origin"
        response.headers[resource] = "same-origin"
        response.headers[.xContentTypeOptions] = "nosniff"
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        // A proxy's host may serve other pages, too, so its promises are the proxy's.
        if context.way.isSecure, context.way.isDirect {
            response.headers[.strictTransportSecurity] = "max-age=31536000"
        }
        return response
    }

    /// The session of a user whom Home Assistant's ingress names, if that user needs no account.
    private func guest(_ context: PageContext) async -> PageSession? {
        guard let guest = context.way.guest, let rights = parts.doors.ingress?.rights(of: guest) else { return nil }
        let entered = await parts.sessions.enter(guest, rights: rights)
        if entered.isNew { parts.audit.note(entered.session, what: "ingress", at: parts.environment.now()) }
        return entered.session
    }

    private func answer(_ error: PageError, request: Request, context: PageContext) throws -> Response {
        if error.code == .unauthorized, request.wantsPage {
            let isForm = request.method != .get && request.method != .head
            // A form's address has no page, so the log-in returns to the page that sent the form.
            let place = isForm ? PageBack.referrer(request, way: context.way) : PageBack.path(request.head.path)
            return PageReply.redirect(to: PageBack.login(then: place), way: context.way)
        }
        let words = error.words(in: context.language)
        guard request.wantsPage else {
            return try PageReply.json(["error": words], status: error.status)
        }
        var page = PageModel(parts, context: context, title: context.language["error.title"])
        page["words"] = words
        return try page.response("error", status: error.status)
    }
}

/// Accepts only requests addressed to this server and, for forms, sent by its own pages.
struct PageDoor: RouterMiddleware {
    let address: ListenAddress

    func handle(
        _ request: Request,
        context: PageContext,
        next: @concurrent (Request, PageContext) async throws -> Response
    ) async throws -> Response {
        // Monitoring calls a machine by its IP address.
        if !HealthPages.paths.contains(request.uri.path) { try check(request, way: context.way) }
        return try await next(request, context)
    }

    /// Refuses requests that another site's page made a browser send, also under a host name of its choice (DNS
    /// rebinding).
    private func check(_ request: Request, way: PageWay) throws {
        let host = way.host
        let name =
            host.hasPrefix("[") ? String(host.prefix { $0 != "]" }.dropFirst()) : String(host.prefix { $0 != ":" })
        if address.isLocal, !way.isNamed, !ListenAddress.isLocal(name.lowercased()) {
            throw PageError(.forbidden, text: "error.host", parts: ["host": String(host.prefix(80))])
        }
        guard request.method != .get, request.method != .head else { return }
        let site = HTTPField.Name("Sec-Fetch-Site").flatMap { request.headers[$0] }
        let origin = request.headers[.origin]
        guard site == nil || site == "same-origin", origin == nil || origin?.hasSuffix("//\(host)") ?? false else {
            throw PageError(.forbidden, text: "error.origin")
        }
    }
}

extension Request {
    /// Whether the response goes to a person, not to a script.
    var wantsPage: Bool { headers[.accept]?.contains("text/html") ?? false }

    /// A query parameter; nil if it is missing, empty or too long.
    func asked(_ name: String) -> String? {
        guard let text = uri.queryParameters[Substring(name)]?.unescaped, !text.isEmpty, text.utf8.count <= 256 else {
            return nil
        }
        return text
    }
}
