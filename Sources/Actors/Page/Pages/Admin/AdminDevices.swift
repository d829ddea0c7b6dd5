internal import BusContract
internal import FoundationEssentials
internal import Hummingbird
internal import MessageBus
internal import SiteHealth
internal import VitalRecords

/// The page of devices: their owners, where they were heard, and who had which device when.
struct AdminDevices: Sendable {
    /// The largest number of hubs asked which devices they hear, and how long to wait for each.
    private static let (mostHubs, patience) = (64, Duration.seconds(2))

    let desk: AdminDesk
    private var parts: PageParts { desk.parts }

    func add(to router: Router<PageContext>) {
        router.get("admin/devices") { _, context in try await page(context) }
        router.get("admin/timeline") { _, context in try await timeline(context) }
        router.post("admin/devices/assign") { request, context in try await assign(request, context: context) }
        router.post("admin/devices/unassign") { request, context in try await unassign(request, context: context) }
        router.post("admin/devices/forget") { request, context in
            try await desk.act(request, context: context, what: "forgetDevice") { form, session in
                let device = try Self.device(form)
                let hub = try form.needed("hub")
                let words = try await forget(device, hub: hub, session: session, language: context.language)
                return (words, nil, device.description)
            }
        }
    }

    /// The device of a form.
    ///
    /// - Throws: ``PageError`` `malformed`.
    static func device(_ form: PageForm) throws -> DeviceID {
        guard let device = DeviceID(try form.needed("device")) else {
            throw PageError(.malformed, text: "error.device")
        }
        return device
    }

    private static func userIndex(_ form: PageForm) throws -> Int? {
        guard let text = form["userIndex"] else { return nil }
        guard let index = Int(text), (0...255).contains(index) else {
            throw PageError(.malformed, text: "error.number", parts: ["text": String(text.prefix(32))])
        }
        return index
    }

    // MARK: - The list

    private func page(_ context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let assignments = try await desk.assignments(session)
        let facts = await parts.watch.facts
        var sights = await parts.watch.sights
        for sighted in await heardNow(facts, session: session) { sights.take(sighted, at: desk.now) }
        let seats = try await parts.board.seats(for: session.rights)
        let view = DeviceRows(
            time: desk.time(context),
            assignments: assignments,
            sights: sights.all,
            passive: facts.hubs.compactMap { facts[$0].passive },
            seats: seats
        )
        var page = desk.page("devices", context: context)
        page["devices"] = view.models
        page["isEmpty"] = view.models.isEmpty
        page["seats"] = seats.map { ["seat": $0] }
        page["field"] = view.time.field(view.time.now)
        return try page.response("adminDevices")
    }

    /// The devices that the hubs' scanners hear now; a hub that does not answer adds none.
    private func heardNow(_ facts: SiteFacts, session: PageSession) async -> [PeripheralSighted] {
        let scanner = "\(BusRole.bleScanner.rawValue)/"
        let hubs = facts.hubs.filter { hub in
            facts[hub].actors.contains { $0.key.hasPrefix(scanner) && $0.value == "online" }
        }
        return await withTaskGroup(of: [PeripheralSighted].self) { group in
            for hub in hubs.sorted().prefix(Self.mostHubs) {
                group.addTask { [parts] in
                    // Absent is nil: another part of the page reports a hub that does not answer.
                    let reply = try? await parts.bus.call(
                        ScannerTopics.sightings,
                        body: Empty(),
                        as: session.rights,
                        hub: hub,
                        timeout: Self.patience
                    )
                    return reply?.devices ?? []
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    // MARK: - Actions

    private func assign(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "assignDevice") { form, session in
            let seat = try form.needed("seat")
            let body = AssignDevice(
                device: try Self.device(form),
                userIndex: try Self.userIndex(form),
                seat: seat,
                from: try desk.time(context).moment(form["from"])
            )
            let view = try await parts.bus.call(SessionOperations.assignDevice, body: body, as: session.rights)
            let words = context.language["done.assigned", ["seat": seat, "count": "\(view.owned ?? 0)"]]
            return (words, seat, body.device.description)
        }
    }

    private func unassign(_ request: Request, context: PageContext) async throws -> Response {
        try await desk.act(request, context: context, what: "unassignDevice") { form, session in
            let body = UnassignDevice(device: try Self.device(form), userIndex: try Self.userIndex(form))
            let view = try await parts.bus.call(SessionOperations.unassignDevice, body: body, as: session.rights)
            return (
                context.language["done.unassigned", ["seat": view.seat]], view.seat, body.device.description
            )
        }
    }

    /// Removes a pairing at a hub, and returns the text of the result.
    func forget(
        _ device: DeviceID,
        hub: String,
        session: PageSession,
        language: PageTexts.Language
    ) async throws -> String {
        let body = ForgetDevice(device: device)
        let done = try await parts.bus.call(ReaderTopics.forgetDevice, body: body, as: session.rights, hub: hub)
        return language[done.pairing || done.secrets > 0 ? "done.forgotten" : "done.nothingForgotten", ["hub": hub]]
    }

    // MARK: - Who had which device when

    private func timeline(_ context: PageContext) async throws -> Response {
        let session = try desk.session(context)
        let assignments = try await desk.assignments(session)
        var page = desk.page("timeline", context: context)
        let lines = TimeLine(time: desk.time(context), assignments: assignments)
        page["devices"] = lines.models
        page["isEmpty"] = assignments.isEmpty
        page["span"] = lines.words
        return try page.response("adminTimeline")
    }
}
