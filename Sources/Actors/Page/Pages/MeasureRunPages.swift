internal import BusContract
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import VitalRecords

/// The page of a measurement under way.
struct MeasureRunPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("measure/run") { request, context in try await show(request, context: context) }
        router.post("measure/run/:act") { request, context in try await act(request, context: context) }
    }

    private func show(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(ReaderTopics.readPeripheral)
        guard let run = await parts.measuring.run(of: session) else {
            guard request.wantsPage else { throw PageError(.notFound, text: "measure.over") }
            return PageReply.redirect(to: "/measure", way: context.way)
        }
        var page = PageModel(parts, context: context, title: context.language["measure.title"], place: "measure")
        let view = MeasureView(
            time: PageTime(language: context.language, now: parts.environment.now()),
            instructions: InstructionView(language: context.language, english: parts.texts.catalogue),
            rights: session.rights
        )
        for (name, value) in view.model(run) { page[name] = value }
        if case .measured = run.machine.step { await askLabel(&page, seat: run.machine.choice.seat, session: session) }
        guard request.wantsPage else { return PageReply.html(try page.part("measureState")) }
        return try page.response("measureRun")
    }

    private func act(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        try session.rights.require(ReaderTopics.readPeripheral)
        let form = try await PageForm(request, session: session)
        let run = try await parts.measuring.checked(session, run: form.needed("run"))
        try await carryOut(try context.part("act"), form: form, run: run, session: session)
        guard request.wantsPage else { return try await show(request, context: context) }
        return PageReply.redirect(to: "/measure/run", way: context.way)
    }

    private func carryOut(_ act: String, form: PageForm, run: MeasureDesk.Run, session: PageSession) async throws {
        let choice = run.machine.choice
        switch act {
        case "again":
            try session.rights.require(ReaderTopics.readPeripheral, seat: choice.seat)
            try await parts.bus.stay(at: choice.seat, shown: choice.stay, as: session.rights)
            try await parts.measuring.goOn(session, run: run.id) { $0.read(id: $1) }
            note("readPeripheral", run: run, session: session)
        case "pair":
            try session.rights.require(ReaderTopics.pairPeripheral, seat: choice.seat)
            let pairing = try MeasureMachine.Pairing(form)
            if form["forget"] != nil { try await forget(choice, session: session) }
            try await parts.measuring.goOn(session, run: run.id) { $0.pair(id: $1, with: pairing) }
            note("pairPeripheral", run: run, session: session)
        case "passkey":
            let body = try Self.answer(form)
            try await parts.measuring.answer(session, run: run.id, with: body)
            note("answerPasskey", run: run, session: session)
        case "cancel":
            try session.rights.require(ReaderTopics.cancel)
            try await parts.measuring.cancel(session, run: run.id)
            note("cancel", run: run, session: session)
        case "book", "discard":
            if act == "book", let label = form["label"], LabelPages.allows(session) {
                try await LabelPages(parts: parts).store(
                    label,
                    seat: choice.seat,
                    session: session,
                    expected: form.needed("stay")
                )
            }
            try session.rights.require(SessionOperations.confirmReading, seat: choice.seat)
            let books = act == "book"
            for reading in try await parts.measuring.decide(session, run: run.id, books: books) {
                let what = books ? "confirmReading" : "discardReading"
                note(what, run: run, session: session, about: reading.readingKey.rawValue)
            }
        default: throw PageError(.notFound, text: "error.page")
        }
    }

    /// Asks for the person's label where there is none yet.
    private func askLabel(_ page: inout PageModel, seat: String, session: PageSession) async {
        let body = SeatReference(seat: seat)
        guard LabelPages.allows(session),
            // Absent is nil: without an answer, the values can be saved without a label.
            let stay = try? await parts.bus.call(SessionOperations.session, body: body, as: session.rights)
        else { return }
        if let label = parts.labels.label(of: seat, session: stay) {
            page["label"] = label
        } else if stay.userID != nil {
            page["asksLabel"] = ["stay": stay.sessionID]
        }
    }

    /// Removes the hub's pairing after the device has lost its own.
    private func forget(_ choice: MeasureMachine.Choice, session: PageSession) async throws {
        guard let device = choice.device else { return }
        let body = ForgetDevice(device: device)
        _ = try await parts.bus.call(ReaderTopics.forgetDevice, body: body, as: session.rights, hub: choice.hub)
    }

    /// The person's answer; errors and logs never contain the digits.
    private static func answer(_ form: PageForm) throws -> AnswerPasskey {
        let question = try form.needed("question")
        if let same = form["same"] { return AnswerPasskey(request: question, accept: same == "yes") }
        let digits = form.raw("passkey").filter { !$0.isWhitespace }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw PageError(.malformed, text: "measure.sixDigits")
        }
        return AnswerPasskey(request: question, passkey: digits)
    }

    private func note(_ what: String, run: MeasureDesk.Run, session: PageSession, about: String? = nil) {
        let choice = run.machine.choice
        parts.audit.note(
            session,
            what: what,
            seat: choice.seat,
            about: about ?? choice.device?.description ?? "peripheral \(choice.peripheral.peripheralID)",
            at: parts.environment.now()
        )
    }
}
