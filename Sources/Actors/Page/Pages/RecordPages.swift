internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import Passwords
internal import SiteRecords
internal import VitalRecords

/// The pages that correct or delete a record.
struct RecordPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.post("seats/:seat/records/:logID/change") { request, context in
            try await change(request, context: context)
        }
        router.post("seats/:seat/records/:logID/delete") { request, context in
            try await delete(request, context: context)
        }
    }

    private func asked<Body, Reply>(
        _ context: PageContext,
        for operation: Operation<Body, Reply>
    ) throws -> (session: PageSession, seat: String) {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(operation, seat: seat)
        return (session, seat)
    }

    /// A word that the row of a record at a seat has; a form with it is about that seat's record.
    ///
    /// The record alone decides what changes, so a form for another seat's record would name this seat in the audit log.
    static func mark(of logID: LogID, seat: String, session: PageSession) -> String {
        Kiosk.hash(of: "record \(session.csrf) \(seat) \(logID)")
    }

    private func logID(_ form: PageForm, context: PageContext, seat: String, session: PageSession) throws -> LogID {
        guard let id = LogID(rawValue: try context.part("logID")),
            ConstantTime.isEqual(form["of"] ?? "", to: Self.mark(of: id, seat: seat, session: session))
        else { throw PageError(.notFound, text: "error.record") }
        return id
    }

    private func change(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.updateRecord)
        let form = try await PageForm(request, session: session)
        let id = try logID(form, context: context, seat: seat, session: session)
        let revision = try Self.revision(form)
        let typed = try TypedFields(form, language: context.language)
        try typed.checkSlips(context.language)
        let body = UpdateRecord(
            logID: id,
            baseRevision: revision,
            measurements: typed.all,
            unusual: form["unusual"] == nil ? nil : true
        )
        let reply = try await parts.bus.call(SessionOperations.updateRecord, body: body, as: session.rights)
        return try note("updateRecord", reply: reply, seat: seat, session: session, context: context)
    }

    private func delete(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, for: SessionOperations.deleteRecord)
        let form = try await PageForm(request, session: session)
        let id = try logID(form, context: context, seat: seat, session: session)
        let body = DeleteRecord(logID: id, baseRevision: try Self.revision(form))
        let reply = try await parts.bus.call(SessionOperations.deleteRecord, body: body, as: session.rights)
        return try note("deleteRecord", reply: reply, seat: seat, session: session, context: context)
    }

    private static func revision(_ form: PageForm) throws -> Int {
        guard let revision = Int(try form.needed("revision")), revision > 0 else {
            throw PageError(.malformed, text: "error.form")
        }
        return revision
    }

    private func note(
        _ what: String,
        reply: RecordChanged,
        seat: String,
        session: PageSession,
        context: PageContext
    ) throws -> Response {
        parts.audit.note(session, what: what, seat: seat, about: reply.logID.rawValue, at: parts.environment.now())
        return try PageReply.json(["done": context.language.word(reply.outcome.rawValue, of: "changed")])
    }
}
