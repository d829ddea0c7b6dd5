internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus

/// Sets the label of a seat's person, on the seat's page and with a value that is saved.
struct LabelPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/label") { request, context in try await set(request, context: context) }
    }

    /// Whether a session may see and set labels; a room's tablet may not, because every visitor sees it.
    static func allows(_ session: PageSession) -> Bool {
        session.kiosk == nil && session.rights.seesValues && session.rights.may(SessionOperations.submitRecords)
    }

    private func set(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        guard Self.allows(session) else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": session.rights.role.rawValue])
        }
        let form = try await PageForm(request, session: session)
        try await store(form["label"] ?? "", seat: seat, session: session, expected: try form.needed("stay"))
        return try PageReply.json(["done": context.language["done.label"]])
    }

    /// Stores the label of a seat's present person, as typed.
    ///
    /// - Parameter expected: The seat's session that the user saw; another one is refused.
    /// - Throws: ``PageError``.
    func store(_ text: String, seat: String, session: PageSession, expected: String) async throws {
        try session.rights.require(seat: seat)
        let view = try await parts.bus.session(at: seat, shown: expected, as: session.rights)
        try parts.labels.set(text, session: view)
        parts.audit.note(session, what: "setLabel", seat: seat, at: parts.environment.now())
        await parts.board.note(.seat(seat))
    }
}
