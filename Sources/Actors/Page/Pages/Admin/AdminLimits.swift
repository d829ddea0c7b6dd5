internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus

/// The operators' page of the site's default limits: a published set by one click, typed ones, or none.
struct AdminLimits: Sendable {
    let desk: AdminDesk
    private var parts: PageParts { desk.parts }

    func add(to router: Router<PageContext>) {
        router.get("admin/limits") { _, context in try page(context) }
        router.post("admin/limits") { request, context in try await set(request, context: context) }
    }

    private func page(_ context: PageContext) throws -> Response {
        _ = try desk.session(context)
        let language = context.language
        let (site, units) = (parts.limits.site, parts.units.siteUnits)
        var page = desk.page("limits", context: context)
        page["words"] = SiteLimitsView(time: desk.time(context)).words(site)
        page["isOn"] = site != nil
        page["sets"] = PublishedLimits.all.map { set in
            [
                "set": set.name, "name": language.word(set.name, of: "limitSet"),
                "about": language.word("\(set.name)About", of: "limitSet"),
                "limits": LimitPages.words(set.limits, units: units, language: language) ?? "",
                "isThis": site?.set == set.name,
            ] as [String: Any]
        }
        page["limits"] = LimitPages.fields(site?.limits ?? [], units: units, language: language)
        return try page.response("adminLimits")
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "setSiteLimits") { form, session in
            let author = LimitStore.Author(by: session.name, at: desk.now)
            let form = LimitPages.Form(form: form, units: parts.units.siteUnits, kept: parts.limits.site?.limits ?? [])
            let site = try Self.site(form, author: author)
            do {
                try parts.limits.set(site)
            } catch {
                throw PageError(.unavailable, text: "error.store")
            }
            await parts.board.take(site: site?.limits ?? [])
            return (context.language[site == nil ? "done.limitsOff" : "done.limitsOn"], nil, site?.set)
        }
    }

    /// The limits that a form asks for: a published set, the typed ones, or nil to switch them off.
    ///
    /// - Throws: ``PageError`` `malformed`.
    static func site(_ typed: LimitPages.Form, author: LimitStore.Author) throws -> LimitStore.Site? {
        let form = typed.form
        switch form["kind"] {
        case "off": return nil
        case "published":
            guard let set = PublishedLimits.named(try form.needed("set")) else {
                throw PageError(.malformed, text: "error.form")
            }
            return LimitStore.Site(set: set.name, limits: set.limits, author: author)
        case "typed":
            let limits = try typed.limits()
            return limits.isEmpty ? nil : LimitStore.Site(limits: limits, author: author)
        default: throw PageError(.malformed, text: "error.form")
        }
    }
}
