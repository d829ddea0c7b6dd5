internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus

/// The functions that the operators' pages share.
struct AdminDesk: Sendable {
    /// The sections in menu order; each name is part of a text's name, `admin.NAME`, and of an address.
    static let sections = [
        "doctor", "hubs", "devices", "timeline", "sessions", "limits", "units", "accounts", "kiosks", "codes",
        "logs",
    ]

    let parts: PageParts

    var now: Date { parts.environment.now() }

    /// The session of the request, if it may administer the site.
    ///
    /// - Throws: ``PageError`` `forbidden`.
    func session(_ context: PageContext) throws -> PageSession {
        let session = try context.known
        guard session.rights.operates else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": session.rights.role.rawValue])
        }
        return session
    }

    func time(_ context: PageContext) -> PageTime { PageTime(language: context.language, now: now) }

    /// The model of a section's page.
    func page(_ section: String, context: PageContext) -> PageModel {
        let language = context.language
        var page = PageModel(parts, context: context, title: language["admin.\(section)"], place: "admin")
        page["heading"] = language["admin.\(section)"]
        page["sections"] = Self.sections.map { name in
            [
                "name": language["admin.\(name)"], "path": name == "doctor" ? "/admin" : "/admin/\(name)",
                "isThis": name == section,
            ] as [String: Any]
        }
        return page
    }

    /// Carries out an operator's form, and writes who did it to the audit log; `body` returns the text shown as the
    /// answer.
    ///
    /// - Parameter what: The operation, for the audit log.
    /// - Throws: ``PageError``.
    func act(
        _ request: Request,
        context: PageContext,
        what: String,
        _ body: (PageForm, PageSession) async throws -> (words: String, seat: String?, about: String?)
    ) async throws -> Response {
        let session = try session(context)
        let form = try await PageForm(request, session: session)
        let done = try await body(form, session)
        parts.audit.note(session, what: what, seat: done.seat, about: done.about, at: now)
        return try PageReply.json(["done": done.words])
    }

    /// All assignments including past ones, the newest first.
    func assignments(_ session: PageSession) async throws -> [AssignmentView] {
        try await PageBus.all { page in
            let found = try await parts.bus.call(
                SessionOperations.devices,
                body: PageRequest(page: page),
                as: session.rights
            )
            return (found.assignments, found.pages ?? 1)
        }
    }
}
