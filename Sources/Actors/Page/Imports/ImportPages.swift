internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The pages where a user uploads a person's export, and follows its import.
struct ImportPages: Sendable {
    /// How long an importer may take to recognise a file.
    private static let patience = Duration.seconds(30)

    let parts: PageParts
    private let gate = PageGate(most: 6, share: 2)

    init(parts: PageParts) { self.parts = parts }

    private var hubs: ImportHubs { parts.imports.hubs }
    private var uploads: UploadFolder { parts.imports.uploads }

    func add(to router: Router<PageContext>) {
        router.get("import") { request, context in try await page(request, context: context) }
        router.get("import/list") { _, context in try await list(context) }
        router.post("import/file") { request, context in try await take(request, context: context) }
        router.post("import/:id/cancel") { request, context in try await cancel(request, context: context) }
        router.post("import/:id/confirm") { request, context in try await confirm(request, context: context) }
    }

    private func page(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(HealthTopics.imports)
        var page = PageModel(parts, context: context, title: context.language["import.title"], place: "import")
        let (all, local) = (await hubs.all(), await hubs.local())
        let mayImport = session.rights.may(HealthTopics.importFile) && session.rights.seat == nil
        page["noImporter"] = all.isEmpty
        page["elsewhere"] = mayImport && !all.isEmpty && local.isEmpty
        page["takes"] = mayImport && !local.isEmpty
        page["severalHubs"] = local.count > 1
        page["hubs"] = local.map { ["hub": $0] }
        let seats = try await parts.board.entries(session.rights)
        page["seats"] = ImportView.seats(seats, chosen: request.asked("seat"))
        page["limit"] = "\(parts.imports.limit)"
        page["limitText"] = context.language["import.limit", ["limit": "\(parts.imports.limit / 1_000_000)"]]
        page["words"] = String(
            decoding: try WireJSON.encode(context.language.tree["import"] ?? [:]),
            as: UTF8.self
        )
        page["imports"] = try await models(session, context: context)
        parts.audit.note(session, what: "imports", at: parts.environment.now())
        return try page.response("import")
    }

    private func list(_ context: PageContext) async throws -> Response {
        let session = try context.known
        var page = PageModel(parts, context: context, title: "")
        page["imports"] = try await models(session, context: context)
        return PageReply.html(try page.part("importList"))
    }

    private func models(_ session: PageSession, context: PageContext) async throws -> [String: Any] {
        let states = try await hubs.imports(session.rights)
        let view = ImportView(
            language: context.language,
            mayDecide: session.rights.may(HealthTopics.cancelImport) && session.rights.seat == nil
        )
        var stays: [String: String] = [:]
        if !states.isEmpty {
            for entry in try await parts.board.entries(session.rights) { stays[entry.seat] = entry.session?.sessionID }
        }
        let rows = states.prefix(50).map { view.model($0, stay: $0.seat.flatMap { stays[$0] } ?? "") }
        return ["isEmpty": states.isEmpty, "rows": rows]
    }

    private func take(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        guard let seat = request.asked("seat") else {
            throw PageError(.malformed, text: "error.field", parts: ["field": "seat"])
        }
        try session.rights.require(HealthTopics.importFile, seat: seat)
        let file = try PageFile(request, session: session, limit: parts.imports.limit)
        guard try await parts.board.seats(for: session.rights).contains(seat) else {
            throw PageError(.notFound, text: "error.seat", parts: ["seat": seat])
        }
        let hub = try await hub(request.asked("hub"))
        let id = parts.environment.newID()
        let shown = request.asked("stay") ?? ""
        try await parts.bus.stay(at: seat, shown: shown, as: session.rights)
        let upload = try await gate.within(session) {
            try await uploads.take(id, name: request.asked("name") ?? "", size: file.size) { write in
                try await file.read(write)
            }
        }
        do {
            // A large export takes long to arrive, and the seat may have its next person by then.
            try await parts.bus.stay(at: seat, shown: shown, as: session.rights)
        } catch {
            uploads.remove(upload)
            throw error
        }
        let state = try await importFile(upload, seat: seat, hub: hub, shown: shown, session: session)
        return try PageReply.json(["done": context.language["import.taken"], "id": state.importID])
    }

    /// The named hub, or by default the first, among those whose importers can read this machine's files.
    private func hub(_ name: String?) async throws -> String {
        let known = await hubs.local()
        guard let hub = name.map({ name in known.first { $0 == name } }) ?? known.first else {
            throw PageError(.unavailable, text: "error.noImporter")
        }
        return hub
    }

    /// Asks the importer to import an upload, and deletes the upload if the importer refuses it.
    private func importFile(
        _ upload: UploadFolder.Upload,
        seat: String,
        hub: String,
        shown: String,
        isConfirmed: Bool? = nil,
        user: Int? = nil,
        session: PageSession
    ) async throws -> ImportState {
        guard let path = upload.file else { throw PageError(.notFound, text: "error.noUpload") }
        let body = ImportFile(
            path: path,
            seat: seat,
            sessionID: shown.isEmpty ? nil : shown,
            confirmsPerson: isConfirmed,
            userIndex: user
        )
        do {
            let state = try await parts.bus.call(
                HealthTopics.importFile,
                body: body,
                as: session.rights,
                hub: hub,
                id: upload.id,
                timeout: Self.patience
            )
            parts.audit.note(session, what: "importFile", seat: seat, about: upload.id, at: parts.environment.now())
            return state
        } catch {
            // An importer that did not answer may still have accepted the file, so the sweep deletes it after its
            // import ends.
            if (error as? PageError)?.code != .unavailable { uploads.remove(upload) }
            throw error
        }
    }

    /// The import that a form names, and its hub.
    private func asked(_ form: PageForm, context: PageContext) async throws -> (state: ImportState, hub: String) {
        let (id, hub) = (try context.part("id"), try form.needed("hub"))
        guard await hubs.all().contains(hub),
            let state = try await hubs.state(id, hub: hub, as: try context.known.rights)
        else { throw PageError(.notFound, text: "error.noImport") }
        return (state, hub)
    }

    private func cancel(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let form = try await PageForm(request, session: session)
        let (state, hub) = try await asked(form, context: context)
        let body = CancelImport(importID: state.importID)
        let reply = try await parts.bus.call(HealthTopics.cancelImport, body: body, as: session.rights, hub: hub)
        parts.audit.note(
            session,
            what: "cancelImport",
            seat: state.seat,
            about: state.importID,
            at: parts.environment.now()
        )
        return try PageReply.json(
            ["done": context.language[reply.importIDs.isEmpty ? "import.wasOver" : "import.cancelling"]]
        )
    }

    /// Imports a held file again under a new id.
    ///
    /// The user has confirmed that it belongs to the seat's person, or has named the device's user whose values it
    /// holds.
    private func confirm(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let form = try await PageForm(request, session: session)
        let (state, hub) = try await asked(form, context: context)
        guard state.state == .held, let seat = state.seat else { throw PageError(.conflict, text: "error.noUpload") }
        try session.rights.require(HealthTopics.importFile, seat: seat)
        let shown = form["stay"] ?? ""
        try await parts.bus.stay(at: seat, shown: shown, as: session.rights)
        // A held file of an earlier person is not the present one's.
        guard state.sessionID == shown else { throw PageError(.conflict, text: "error.otherPerson") }
        // The number of a device's user does not confirm whose export it is.
        let user = try form["user"].map { text in
            guard let user = Int(text) else {
                throw PageError(.malformed, text: "error.field", parts: ["field": "user"])
            }
            return user
        }
        guard let held = uploads.upload(state.importID) else { throw PageError(.notFound, text: "error.noUpload") }
        let upload = try uploads.rename(held, to: parts.environment.newID())
        _ = try await importFile(
            upload,
            seat: seat,
            hub: hub,
            shown: shown,
            isConfirmed: user == nil ? true : nil,
            user: user,
            session: session
        )
        return try PageReply.json(["done": context.language["import.taken"]])
    }
}
