internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import SiteHealth
internal import SiteRecords
internal import VitalRecords

/// The operators' pages: the doctor's list first, then one page for each other section.
struct AdminPages: Sendable {
    let parts: PageParts

    private var desk: AdminDesk { AdminDesk(parts: parts) }

    func add(to router: Router<PageContext>) {
        router.get("admin") { _, context in try await doctor(context, template: "adminDoctor") }
        router.get("admin/problems") { _, context in try await doctor(context, template: "adminProblems") }
        router.post("admin/aside") { request, context in try await deleteAside(request, context: context) }
        router.post("admin/mend") { request, context in try await mend(request, context: context) }
        AdminHubs(desk: desk).add(to: router)
        AdminDevices(desk: desk).add(to: router)
        AdminSessions(desk: desk).add(to: router)
        AdminAccounts(desk: desk).add(to: router)
        AdminKiosks(desk: desk).add(to: router)
        AdminCodes(desk: desk).add(to: router)
        AdminLimits(desk: desk).add(to: router)
        AdminUnits(desk: desk).add(to: router)
        AdminLooks(desk: desk).add(to: router)
        AdminLogs(desk: desk).add(to: router)
    }

    /// All problems in full, with a button if a request can fix them.
    private func doctor(_ context: PageContext, template: String) async throws -> Response {
        _ = try desk.session(context)
        let view = ProblemView(time: desk.time(context), isFull: true)
        let findings = await parts.watch.trouble
        var page = desk.page("doctor", context: context)
        page["problems"] = findings.map(view.model)
        page["isWell"] = findings.isEmpty
        page["aside"] = parts.aside.all.map { file in
            let words = context.language["aside.words", ["name": file.original, "file": file.name]]
            return ["name": file.name, "original": file.original, "words": words] as [String: Any]
        }
        return template == "adminDoctor" ? try page.response(template) : PageReply.html(try page.part(template))
    }

    /// Deletes a file that could not be read and was set aside.
    private func deleteAside(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "deleteAside") { form, _ in
            let name = try form.needed("name")
            try parts.aside.delete(name)
            return (context.language["done.aside"], nil, name)
        }
    }

    private func mend(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "mend") { form, session in
            let kind = try form.needed("kind")
            let language = context.language
            switch kind {
            case "processQueue":
                _ = try await parts.bus.call(SessionOperations.processQueue, body: Empty(), as: session.rights)
                return (language["done.processQueue"], nil, kind)
            case "retryRecords":
                let found = try await parts.bus.call(
                    SessionOperations.retryRecords,
                    body: RetryRecords(since: desk.now - 86_400),
                    as: session.rights,
                    timeout: .seconds(20)
                )
                let parts = ["count": "\(found.retried)", "ended": "\(found.ended)"]
                return (language[found.ended > 0 ? "done.retryRecordsEnded" : "done.retryRecords", parts], nil, kind)
            case "retrySession":
                let seat = try form.needed("seat")
                let body = SeatReference(seat: seat)
                let reply = try await parts.bus.call(
                    SessionOperations.retrySession,
                    body: body,
                    as: session.rights,
                    timeout: .seconds(20)
                )
                return (language["done.validated.\(reply.validated.rawValue)"], seat, kind)
            case "forgetDevice":
                let device = try AdminDevices.device(form)
                let words = try await AdminDevices(desk: desk).forget(
                    device,
                    hub: form.needed("hub"),
                    session: session,
                    language: language
                )
                return (words, nil, "\(kind) \(device)")
            default: throw PageError(.malformed, text: "error.form")
            }
        }
    }
}

/// The page of the site's hubs, with their last sign of life, processes, versions and certificates.
struct AdminHubs: Sendable {
    let desk: AdminDesk

    func add(to router: Router<PageContext>) {
        router.get("admin/hubs") { _, context in try await page(context) }
    }

    private func page(_ context: PageContext) async throws -> Response {
        _ = try desk.session(context)
        let (watch, time) = (desk.parts.watch, desk.time(context))
        let facts = await watch.facts
        let listed = await watch.hubs(desk.now)
        let gone = Set(listed.filter { $0.entry.revoked != nil }.map(\.entry.hub))
        let names = facts.hubs.union(listed.map(\.entry.hub)).subtracting(gone).sorted()
        let findings = await watch.findings
        var models: [[String: Any]] = []
        for hub in names {
            let processes = await watch.processes(of: hub)
            let isJoined = listed.first { $0.entry.hub == hub }.map { $0.card != nil } ?? true
            let worst = findings.filter { $0.kind?.parts["hub"] == hub && $0.status != .ok }
            models.append(
                Self.model(
                    hub,
                    facts: facts[hub],
                    processes: processes,
                    isJoined: isJoined,
                    problems: worst.map(ProblemView(time: time, isFull: false).model),
                    time: time
                )
            )
        }
        var page = desk.page("hubs", context: context)
        page["hubs"] = models
        page["isEmpty"] = models.isEmpty
        return try page.response("adminHubs")
    }

    private static func model(
        _ hub: String,
        facts: BusFacts,
        processes: [SiteWatch.Process],
        isJoined: Bool,
        problems: [[String: Any]],
        time: PageTime
    ) -> [String: Any] {
        let language = time.language
        var model: [String: Any] = [
            "name": hub == BusAddress.siteHub ? language["hub.site"] : hub, "problems": problems,
            "processes": processes.map { process in
                [
                    "name": process.name, "word": language.word(process.word, of: "word"),
                    "version": process.version ?? "", "isAway": process.word != Availability.online.rawValue,
                    "told": process.told.map { "\(time.short($0)), \(time.age($0))" } ?? "",
                ] as [String: Any]
            },
        ]
        if !isJoined { model["note"] = language["hub.notJoined"] }
        if let last = facts.told.values.max() {
            model["last"] = language["hub.last", ["time": time.short(last), "age": time.age(last)]]
        }
        if let ends = facts.health.values.compactMap({ $0.certificate?.ends }).min() {
            model["certificate"] = language["hub.certificate", ["time": time.text(ends)]]
        }
        return model
    }
}
