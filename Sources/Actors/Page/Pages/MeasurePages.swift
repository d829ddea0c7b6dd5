internal import BusContract
internal import DeviceCodecs
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import VitalRecords

/// The pages for a new measurement: choose the seat and the device, then follow the steps to the decision about the
/// value.
struct MeasurePages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("measure") { request, context in try await choose(request, context: context) }
        router.get("measure/pictures/:id") { request, context in try picture(request, context: context) }
        router.post("measure/start") { request, context in try await start(request, context: context) }
        MeasureRunPages(parts: parts).add(to: router)
    }

    /// A drawing of a model.
    private func picture(_ request: Request, context: PageContext) throws -> Response {
        guard let id = Int(try context.part("id")) else { throw PageError(.notFound, text: "error.page") }
        let type = request.uri.queryParameters["type"].map(String.init) ?? ""
        let form = PeripheralForm(id: id, type: PeripheralType(rawValue: type))
        let drawing = PeripheralPicture(name: "", form: form).document
        return Response(
            status: .ok,
            headers: [.contentType: "image/svg+xml", .cacheControl: "max-age=86400"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: drawing))
        )
    }

    // MARK: - The choice

    private func choose(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(ReaderTopics.readPeripheral)
        let asked = request.uri.queryParameters
        let seats = try await parts.board.seats(for: session.rights)
        var page = PageModel(parts, context: context, title: context.language["measure.title"], place: "measure")
        if let code = asked["code"].map(String.init), asked["seat"] == nil {
            let seat: String
            do {
                seat = try SeatCode.seat(in: [code.lowercased()], among: seats)
            } catch {
                return try seatStep(page, seats: seats, unknown: String(code.prefix(64)))
            }
            return PageReply.redirect(to: "/measure?seat=\(seat.escaped)", way: context.way)
        }
        guard let seat = asked["seat"].map(String.init) ?? (seats.count == 1 ? seats.first : nil) else {
            return try seatStep(page, seats: seats, unknown: nil)
        }
        guard seats.contains(seat) else { throw PageError(.notFound, text: "error.seat", parts: ["seat": seat]) }
        page["seat"] = seat
        page["seatPath"] = PagePath.seat(seat)
        if let run = await parts.measuring.run(of: session), run.machine.isActive {
            page["underWay"] = run.machine.choice.seat
        }
        let hubs = await parts.hubs.hubs(of: .deviceReader)
        page["isAlone"] = hubs.count < 2
        let hub = asked["hubs"] == nil ? hub(asked["hub"].map(String.init), of: seat, among: hubs) : nil
        guard let hub else {
            page["hubs"] =
                ["all": hubs.map { ["hub": $0, "seat": seat.escaped] }, "none": hubs.isEmpty] as [String: Any]
            return try page.response("measure")
        }
        page["hub"] = hub
        let choices = try await choices(seat: seat, hub: hub, rights: session.rights)
        let view = ChoiceView(language: context.language, instructions: instructions(context), seat: seat, hub: hub)
        if let id = asked["peripheral"].flatMap({ Int($0) }) {
            page["stay"] = try await parts.bus.stay(at: seat, as: session.rights)?.sessionID ?? ""
            page["chosen"] = try chosen(id, device: asked["device"].map(String.init), choices: choices, view: view)
        } else {
            page["choices"] = view.model(choices)
        }
        return try page.response("measure")
    }

    private func seatStep(_ page: PageModel, seats: [String], unknown: String?) throws -> Response {
        var page = page
        page["seats"] = ["all": seats.map { ["seat": $0, "address": $0.escaped] }]
        if let unknown { page["unknown"] = unknown }
        return try page.response("measure", status: unknown == nil ? .ok : .notFound)
    }

    /// The hub to measure at: the chosen one, the only one, or the one with the seat's name.
    private func hub(_ chosen: String?, of seat: String, among hubs: [String]) -> String? {
        if let chosen { return hubs.contains(chosen) ? chosen : nil }
        return hubs.count == 1 ? hubs.first : hubs.first { $0 == seat }
    }

    /// The hub's models that are switched on, from all pages of its catalogue.
    private func models(hub: String, rights: Rights) async throws -> [PeripheralView] {
        try await PageBus.all { page in
            // The first page has no number: a hub of an older version knows none.
            let filter = PeripheralFilter(disabled: false, page: page == 1 ? nil : page)
            let found = try await parts.bus.call(
                ReaderTopics.supportedPeripherals,
                body: filter,
                as: rights,
                hub: hub
            )
            return (found.peripherals, found.pages ?? 1)
        }
    }

    private func choices(seat: String, hub: String, rights: Rights) async throws -> MeasureChoices {
        async let catalogue = models(hub: hub, rights: rights)
        async let heard = sightings(hub: hub, rights: rights)
        let sightings = try await heard
        var assignments: [AssignmentView] = []
        for sighting in sightings.devices.prefix(Self.most) {
            let body = PageRequest(device: sighting.device)
            assignments += try await parts.bus.call(SessionOperations.devices, body: body, as: rights).assignments
        }
        return MeasureChoices(
            seat: seat,
            peripherals: try await catalogue,
            sightings: Array(sightings.devices.prefix(Self.most)),
            unknown: sightings.unknown ?? [],
            assignments: assignments,
            now: parts.environment.now()
        )
    }

    /// The largest number of devices in sight listed.
    private static let most = 16

    /// The devices that the hub's scanner hears; empty if it does not answer, because a model can be chosen without it.
    private func sightings(hub: String, rights: Rights) async throws -> Sightings {
        do {
            return try await parts.bus.call(ScannerTopics.sightings, body: Empty(), as: rights, hub: hub)
        } catch let error as PageError where error.isOneHubs {
            return Sightings(devices: [])
        }
    }

    private func chosen(_ id: Int, device: String?, choices: MeasureChoices, view: ChoiceView) throws -> [String: Any] {
        guard let peripheral = choices.models.first(where: { $0.peripheralID == id }) else {
            throw PageError(.notFound, text: "measure.noModel")
        }
        let known = device.flatMap { name in choices.devices.first { $0.device.description == name } }
        return view.model(peripheral, device: known, named: device)
    }

    private func instructions(_ context: PageContext) -> InstructionView {
        InstructionView(language: context.language, english: parts.texts.catalogue)
    }

    // MARK: - The start

    private func start(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let form = try await PageForm(request, session: session)
        let (seat, hub) = (try form.needed("seat"), try form.needed("hub"))
        try session.rights.require(ReaderTopics.readPeripheral, seat: seat)
        let wantsPairing = form["pair"] != nil
        if wantsPairing { try session.rights.require(ReaderTopics.pairPeripheral) }
        guard try await parts.board.seats(for: session.rights).contains(seat) else {
            throw PageError(.notFound, text: "error.seat", parts: ["seat": seat])
        }
        // The person at the seat may have changed since the page was shown.
        let stay = try await parts.bus.stay(at: seat, shown: form["stay"] ?? "", as: session.rights)
        guard let id = Int(try form.needed("peripheral")), await parts.hubs.hubs(of: .deviceReader).contains(hub) else {
            throw PageError(.malformed, text: "error.form")
        }
        let found = try await parts.bus.call(
            ReaderTopics.supportedPeripherals,
            body: PeripheralFilter(peripheralID: id),
            as: session.rights,
            hub: hub
        )
        guard let peripheral = found.peripherals.first, peripheral.isReadable else {
            throw PageError(.notFound, text: "measure.noModel")
        }
        let device = try form["device"].map { text in
            guard let device = DeviceID(text) else { throw PageError(.malformed, text: "error.form") }
            return device
        }
        var choice = MeasureMachine.Choice(seat: seat, hub: hub, peripheral: peripheral, device: device)
        choice.stay = stay?.sessionID ?? ""
        choice.sinceSeconds = MeasureMachine.Choice.sinceSeconds(
            peripheral,
            began: stay?.startedAt,
            now: parts.environment.now()
        )
        let pairing = wantsPairing ? try MeasureMachine.Pairing(form) : nil
        try await parts.measuring.begin(choice, session: session, pairing: pairing)
        parts.audit.note(
            session,
            what: wantsPairing ? "pairPeripheral" : "readPeripheral",
            seat: seat,
            about: device?.description ?? "peripheral \(id)",
            at: parts.environment.now()
        )
        return PageReply.redirect(to: "/measure/run", way: context.way)
    }
}
