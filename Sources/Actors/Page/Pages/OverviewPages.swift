internal import BusContract
internal import Foundation
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore

/// The overview, and the events that keep pages up to date.
struct OverviewPages: Sendable {
    /// The longest pause between lines, so that both sides notice a lost connection, in seconds.
    private static let beat = Duration.seconds(10)

    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("/") { _, context in try await overview(context) }
        router.get("tiles") { _, context in try await tiles(context) }
        router.get("tiles/:seat") { _, context in try await tile(context) }
        router.get("problems") { _, context in try await problems(context) }
        router.get("counts") { _, context in try await counts(context) }
        router.get("events") { _, context in try await events(context) }
    }

    private func overview(_ context: PageContext) async throws -> Response {
        let session = try context.known
        parts.audit.note(session, what: "overview", at: parts.environment.now())
        var page = PageModel(parts, context: context, title: context.language["overview.title"], place: "overview")
        page["tiles"] = try await models(session, context: context)
        if session.rights.seat == nil { await fill(&page, rights: session.rights, context: context) }
        return try page.response("overview")
    }

    /// The problems, for users who see the whole site.
    private func problems(_ context: PageContext) async throws -> Response {
        let rights = try context.known.rights
        guard rights.seat == nil else { throw PageError(.notFound, text: "error.page") }
        var page = PageModel(parts, context: context, title: "")
        await fill(&page, rights: rights, context: context)
        return PageReply.html(try page.part("problems"))
    }

    /// The counts of the menu, for those who may see what is counted.
    private func counts(_ context: PageContext) async throws -> Response {
        let rights = try context.known.rights
        guard rights.seat == nil else { throw PageError(.notFound, text: "error.page") }
        var counts: [String: String] = [:]
        if rights.may(SessionOperations.confirmReading), rights.may(SessionOperations.heldReadings) {
            let held = try await parts.bus.call(SessionOperations.heldReadings, body: PageRequest(page: 1), as: rights)
            counts["held"] = Self.count(held.readings.count, isMore: held.pages > 1)
        }
        if rights.operates {
            counts["problems"] = Self.count(ProblemView.short(await parts.watch.trouble, for: rights).count)
        }
        return try PageReply.json(counts)
    }

    /// A count as the menu shows it: nothing for zero, and a plus if there are more.
    static func count(_ number: Int, isMore: Bool = false) -> String {
        number == 0 ? "" : isMore ? "\(number)+" : "\(number)"
    }

    private func fill(_ page: inout PageModel, rights: Rights, context: PageContext) async {
        let view = ProblemView(
            time: PageTime(language: context.language, now: parts.environment.now()),
            isFull: false
        )
        let found = ProblemView.short(await parts.watch.trouble, for: rights)
        page["problems"] = found.prefix(ProblemView.most).map(view.model)
        page["showsProblems"] = true
        let more = found.count - ProblemView.most
        if more > 0 { page["more"] = context.language["problem.more", ["count": "\(more)"]] }
    }

    /// All tiles, for a page that was disconnected.
    private func tiles(_ context: PageContext) async throws -> Response {
        let session = try context.known
        var page = PageModel(parts, context: context, title: "")
        page["tiles"] = try await models(session, context: context)
        return PageReply.html(try page.part("tiles"))
    }

    private func tile(_ context: PageContext) async throws -> Response {
        let (session, seat) = (try context.known, try context.part("seat"))
        let now = parts.environment.now()
        guard let tile = try await parts.board.tile(seat, for: session.rights, now: now) else {
            throw PageError(.notFound, text: "error.seat", parts: ["seat": seat])
        }
        let time = PageTime(language: context.language, now: now)
        var page = PageModel(parts, context: context, title: "")
        page["tiles"] = [TileView(tile: tile, time: time, stale: parts.board.stale).model]
        return PageReply.html(try page.part("tiles"))
    }

    private func models(_ session: PageSession, context: PageContext) async throws -> [[String: Any]] {
        let now = parts.environment.now()
        let time = PageTime(language: context.language, now: now)
        let stale = parts.board.stale
        return try await parts.board.tiles(for: session.rights, now: now).map {
            TileView(tile: $0, time: time, stale: stale).model
        }
    }

    /// Server-sent events (HTML Living Standard, 9.2) that name the changed seat, never a value.
    private func events(_ context: PageContext) async throws -> Response {
        let session = try context.known
        let (board, clock) = (parts.board, parts.environment.clock)
        try await board.checkStreams(of: session.id)
        let body = ResponseBody { writer in
            let stream = await board.follow(session.id)
            defer { stream.end() }
            try await writer.write(ByteBuffer(string: "retry: 1000\nevent: hello\ndata: {}\n\n"))
            while !Task.isCancelled {
                let changes = await stream.next(atMost: Self.beat, clock: clock)
                // Checked after the wait, so that a logged-out user or a deleted account gets no more events.
                guard let now = try await parts.sessions.now(session) else { break }
                let lines = changes.compactMap { Self.line($0, session: now) }
                try await writer.write(ByteBuffer(string: lines.isEmpty ? "event: beat\ndata: {}\n\n" : lines.joined()))
            }
            try await writer.finish(nil)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: body
        )
    }

    private static func line(_ change: LiveChange, session: PageSession) -> String? {
        switch change {
        case .seat(let seat):
            // A seat's name is a topic id, which needs no escaping in JSON.
            return session.rights.sees(seat) ? "event: seat\ndata: {\"seat\":\"\(seat)\"}\n\n" : nil
        case .held: return session.rights.seat == nil ? "event: held\ndata: {}\n\n" : nil
        case .problems: return session.rights.seat == nil ? "event: problems\ndata: {}\n\n" : nil
        case .rights: return nil
        case .imports: return "event: imports\ndata: {}\n\n"
        case .measurement(let owner): return owner == session.id ? "event: measure\ndata: {}\n\n" : nil
        }
    }
}
