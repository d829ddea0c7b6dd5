internal import BusContract
internal import Foundation
internal import Hummingbird
internal import MessageBus

/// The overview: a tile of each seat, and the problems.
struct OverviewPages: Sendable {
    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("/") { _, context in try await overview(context) }
        router.get("tiles") { _, context in try await tiles(context) }
        router.get("tiles/:seat") { _, context in try await tile(context) }
        router.get("problems") { _, context in try await problems(context) }
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
}
