internal import BusContract
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore
internal import VitalRecords

/// The pages with a seat's charts, table and CSV file.
struct SeatPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("seats/:seat") { request, context in try await seat(request, context: context) }
        router.get("seats/:seat/records") { request, context in
            try await table(request, context: context, whose: .present)
        }
        router.get("seats/:seat/before") { request, context in try await before(request, context: context) }
        router.get("seats/:seat/before/records") { request, context in
            try await table(request, context: context, whose: .before)
        }
        router.get("seats/:seat/series") { request, context in try await series(request, context: context) }
        router.get("seats/:seat/records.csv") { request, context in try await csv(request, context: context) }
    }

    /// The request's session and seat, after a check that the session may see these people's values of the seat.
    private func asked(
        _ context: PageContext,
        whose: RecordHistory.Whose = .present
    ) throws -> (session: PageSession, seat: String) {
        let (session, seat) = (try context.known, try context.part("seat"))
        try session.rights.require(SessionOperations.recordHistory, seat: seat)
        guard whose == .present || session.rights.seesEarlierPeople else {
            throw PageError(.forbidden, text: "error.role", parts: ["role": "kiosk"])
        }
        return (session, seat)
    }

    private func seat(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        let now = parts.environment.now()
        guard let tile = try await parts.board.tile(seat, for: session.rights, now: now) else {
            throw PageError(.notFound, text: "error.seat", parts: ["seat": seat])
        }
        parts.audit.note(session, what: "seat", seat: seat, at: now)
        let time = PageTime(language: context.language, now: now)
        var page = PageModel(parts, context: context, title: seat, place: "seat")
        page["seat"] = seat
        page["tiles"] = [TileView(tile: tile, time: time, stale: parts.board.stale).model]
        page["path"] = PagePath.seat(seat)
        page["spans"] = PageSpan.allCases.map { span in
            ["span": span.rawValue, "name": context.language["span.\(span.rawValue)"], "isThis": span == .week]
                as [String: Any]
        }
        page["records"] = try await RecordRows(parts: parts, seat: seat, session: session, time: time).page(1)
        page["stay"] = tile.entry.session?.sessionID ?? ""
        await fillLimits(&page, seat: seat, units: tile.units, time: time)
        if LabelPages.allows(session), let stay = tile.entry.session, stay.userID != nil {
            page["labels"] = ["stay": stay.sessionID, "text": tile.label ?? ""]
        }
        if LabelPages.allows(session), let stay = tile.entry.session, stay.userID != nil {
            PlanPages(parts: parts).fill(&page, session: stay, time: time)
            UnitPages(parts: parts).fill(&page, session: stay, time: time)
            let view = SiteLimitsView(time: time)
            let notes = parts.notes.notes(of: seat, session: stay)
            page["notes"] = notes.map { ["text": $0.text, "by": view.signed($0.author)] as [String: Any] }
            page["hasNotes"] = !notes.isEmpty
        }
        if let label = tile.label { page["label"] = label }
        return try page.response("seat")
    }

    /// The limits in force, who set those of the person and those of the site, and the person's alone for the form.
    private func fillLimits(_ page: inout PageModel, seat: String, units: ShownUnits, time: PageTime) async {
        let language = time.language
        let own = await parts.board.ownLimits(of: seat)
        if let words = LimitPages.words(await parts.board.limits(of: seat), units: units, language: language) {
            page["usual"] = words
            let view = SiteLimitsView(time: time)
            page["usualSite"] = view.words(parts.limits.site)
            if let words = LimitPages.words(own, units: units, language: language) {
                let author = parts.limits.author(of: SeatLimits(seat: seat, limits: own))
                page["usualOwn"] = "\(words). \(view.words(author))"
            }
        }
        page["limits"] = LimitPages.fields(own, units: units, language: language)
    }

    /// One page of the table.
    private func table(
        _ request: Request,
        context: PageContext,
        whose: RecordHistory.Whose
    ) async throws -> Response {
        let (session, seat) = try asked(context, whose: whose)
        let number = request.uri.queryParameters["page"].flatMap { Int($0) } ?? 1
        guard (1...100_000).contains(number) else { throw PageError(.notFound, text: "error.page") }
        var page = PageModel(parts, context: context, title: "")
        page["path"] = PagePath.seat(seat)
        let time = PageTime(language: context.language, now: parts.environment.now())
        let rows = RecordRows(parts: parts, seat: seat, session: session, time: time)
        page["records"] = try await rows.page(number, whose: whose)
        return PageReply.html(try page.part("records"))
    }

    /// The records of earlier people at the seat, never mixed with those of the present person.
    private func before(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context, whose: .before)
        let now = parts.environment.now()
        parts.audit.note(session, what: "before", seat: seat, at: now)
        var page = PageModel(parts, context: context, title: seat, place: "seat")
        page["seat"] = seat
        page["path"] = PagePath.seat(seat)
        let rows = RecordRows(
            parts: parts,
            seat: seat,
            session: session,
            time: PageTime(language: context.language, now: now)
        )
        page["records"] = try await rows.page(1, whose: .before)
        return try page.response("before")
    }

    /// The points of a chart.
    private func series(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        guard let span = PageSpan(rawValue: request.uri.queryParameters["span"].map(String.init) ?? "week") else {
            throw PageError(.malformed, text: "error.page")
        }
        let now = parts.environment.now()
        let from = now.addingTimeInterval(-span.seconds)  // In range: a year at most.
        let records = try await history(seat, from: from, session: session)
        let limits = await parts.board.limits(of: seat)
        let units = try await parts.board.units(of: seat, for: session.rights, now: now)
        let maker = SeriesMaker(language: context.language, limits: limits, units: units)
        return try PageReply.json(maker.charts(of: records.entries, from: from, to: now, isWhole: records.isWhole))
    }

    /// The largest number of pages, of 32 records each, that a chart or file reads.
    private static let mostPages = 160

    private func history(
        _ seat: String,
        from: Date?,
        session: PageSession
    ) async throws -> (entries: [RecordHistory.Entry], isWhole: Bool) {
        var (found, number, pages) = ([RecordHistory.Entry](), 1, 1)
        var snapshot: String?
        while number <= min(pages, Self.mostPages) {
            let body = RecordHistoryRequest(seat: seat, from: from, page: number, snapshot: snapshot)
            let page = try await parts.bus.call(SessionOperations.recordHistory, body: body, as: session.rights)
            found.append(contentsOf: page.records)
            (pages, snapshot) = (page.pages, page.snapshot ?? snapshot)
            number += 1
        }
        return (found, pages <= Self.mostPages)
    }

    /// All records of the present person as CSV (RFC 4180).
    private func csv(_ request: Request, context: PageContext) async throws -> Response {
        let (session, seat) = try asked(context)
        let now = parts.environment.now()
        parts.audit.note(session, what: "csv", seat: seat, at: now)
        let records = try await history(seat, from: nil, session: session)
        var headers: HTTPFields = [.contentType: "text/csv; charset=utf-8; header=present"]
        headers[.contentDisposition] = "attachment; filename=\"\(PagePath.file(seat)).csv\""
        let units = try await parts.board.units(of: seat, for: session.rights, now: now)
        let text = RecordCSV.text(records.entries, units: units, isWhole: records.isWhole)
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }
}

/// The period that a chart shows.
enum PageSpan: String, CaseIterable {
    case day
    case week
    case month
    case year

    var seconds: TimeInterval {
        switch self {
        case .day: 86_400
        case .week: 7 * 86_400
        case .month: 31 * 86_400
        case .year: 366 * 86_400
        }
    }
}

/// Paths of the page that contain names.
enum PagePath {
    /// The page of a seat.
    static func seat(_ seat: String) -> String { "/seats/\(seat.escaped)" }

    /// A file name that is valid in every file system.
    static func file(_ name: String) -> String {
        String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
    }
}
