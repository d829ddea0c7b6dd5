internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus

/// Sets the plan of a seat's person, on the seat's page.
struct PlanPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/plan") { request, context in try await set(request, context: context) }
    }

    /// Fills the seat's page: the plan in words, who set it, and the form.
    func fill(_ page: inout PageModel, session: SessionView, time: PageTime) {
        let (form, entry) = (PlanForm(language: time.language), parts.plans.entry(of: session.seat, session: session))
        var model: [String: Any] = [
            "stay": session.sessionID, "templates": form.templates, "fields": form.fields(entry?.plan),
        ]
        if let entry {
            model["rules"] = form.words(entry.plan)
            model["by"] = SiteLimitsView(time: time).words(entry.author)
        }
        page["plan"] = model
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        guard LabelPages.allows(session) else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": session.rights.role.rawValue])
        }
        try session.rights.require(seat: seat)
        let form = try await PageForm(request, session: session)
        let plan = try PlanForm.plan(form)
        let view = try await parts.bus.session(at: seat, shown: form.needed("stay"), as: session.rights)
        let now = parts.environment.now()
        try parts.plans.set(plan, session: view, author: LimitStore.Author(by: session.name, at: now))
        parts.audit.note(session, what: "setPlan", seat: seat, at: now)
        await parts.board.note(.seat(seat))
        return try PageReply.json(["done": context.language["done.plan"]])
    }
}
