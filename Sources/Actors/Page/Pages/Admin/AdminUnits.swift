internal import BusContract
internal import FoundationEssentials
internal import Hummingbird

/// The operators' page of the site's units.
struct AdminUnits: Sendable {
    let desk: AdminDesk
    private var parts: PageParts { desk.parts }

    func add(to router: Router<PageContext>) {
        router.get("admin/units") { _, context in try page(context) }
        router.post("admin/units") { request, context in try await set(request, context: context) }
    }

    private func page(_ context: PageContext) throws -> Response {
        _ = try desk.session(context)
        let (form, site) = (UnitForm(language: context.language), parts.units.site)
        var page = desk.page("units", context: context)
        if let site, let words = form.words(site.units) {
            page["words"] = "\(words). \(SiteLimitsView(time: desk.time(context)).words(site.author))"
        } else {
            page["words"] = context.language["unit.siteOff"]
        }
        page["fields"] = form.fields(site?.units ?? [])
        return try page.response("adminUnits")
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "setSiteUnits") { form, session in
            let units = try UnitForm.units(form)
            do {
                try parts.units.set(site: units, author: LimitStore.Author(by: session.name, at: desk.now))
            } catch {
                throw PageError(.unavailable, text: "error.store")
            }
            await parts.board.noteAll()
            return (context.language["done.units"], nil, nil)
        }
    }
}
