internal import BusContract
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import MessageBus
internal import NIOCore

/// The stream of events that keeps an open page up to date (server-sent events: HTML Living Standard, 9.2).
struct LivePages: Sendable {
    /// The longest pause between events, so that both sides notice a lost connection.
    private static let beat = Duration.seconds(10)
    /// How many changed seats of one stream to make HTML of concurrently.
    private static let width = 8

    let parts: PageParts

    func add(to router: Router<PageContext>) {
        router.get("events") { request, context in try await events(request, context: context) }
    }

    private func events(_ request: Request, context: PageContext) async throws -> Response {
        let session = try context.known
        let shown = LiveShown(request.asked("show"), seat: request.asked("seat"))
        if shown == .rows { try BoardPages.require(session) }
        try await parts.board.checkStreams(of: session.id)
        let since = LiveVersion(Self.lastEvent(request) ?? request.asked("since"))
        let maker = SeatHTML(parts: parts, rights: session.rights, language: context.language, base: context.way.base)
        let body = ResponseBody { writer in
            let (stream, from) = await parts.board.follow(session.id, since: since) { [session] change in
                shown.wants(change, rights: session.rights, session: session.id)
            }
            defer { stream.end() }
            try await writer.write(ByteBuffer(string: LiveText.hello(since: since, from: from)))
            while !Task.isCancelled {
                let changes = await stream.next(atMost: Self.beat, clock: parts.environment.clock)
                let events = await events(of: changes, shown: shown, maker: maker)
                // Checked just before the write, so that a logged-out user or a deleted account gets no more events.
                // With other rights, the browser follows again.
                guard try await parts.sessions.now(session)?.rights == session.rights else { break }
                let number = changes.map(\.number).max()
                let version = number.map { LiveVersion(run: from.run, number: $0) }
                try await writer.write(ByteBuffer(string: LiveText.block(events, version: version)))
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        return Response(status: .ok, headers: headers, body: body)
    }

    /// The version of the last event that a browser received before it lost the connection.
    private static func lastEvent(_ request: Request) -> String? {
        HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
    }

    private func events(
        of changes: [NumberedChange],
        shown: LiveShown,
        maker: SeatHTML
    ) async -> [String] {
        let (rights, html) = (maker.rights, await html(changes, maker: maker, template: shown.template))
        return changes.compactMap { one in
            switch one.change {
            case .seat(let seat): html[seat] ?? LiveText.seat(seat)
            case .held: LiveText.held(parts.counts.text(for: rights))
            case .queue: LiveText.held(nil)
            case .problems: LiveText.problems(parts.counts.text(for: rights))
            case .rights: nil
            case .imports: LiveText.event("imports")
            case .measurement: LiveText.event("measure")
            }
        }
    }

    /// The events with HTML by seat; a seat without one has a fault that the browser's own request will show.
    private func html(_ changes: [NumberedChange], maker: SeatHTML, template: String?) async -> [String: String] {
        guard let template else { return [:] }
        return await withTaskGroup(of: (String, String?).self) { group in
            var (found, rest) = ([String: String](), changes[...])
            func next() {
                while let one = rest.popFirst() {
                    guard case .seat(let seat) = one.change else { continue }
                    group.addTask { (seat, await maker.event(seat, number: one.number, template: template)) }
                    return
                }
            }
            for _ in 0..<Self.width { next() }
            while let (seat, event) = await group.next() {
                found[seat] = event
                // Without an answer, the others would only wait for theirs.
                if event == nil { rest = [] }
                next()
            }
            return found
        }
    }
}

/// The text of the events; pure.
enum LiveText {
    private struct Hello: Codable {
        let again: Bool
    }

    private struct Seat: Codable {
        let seat: String
        var html: String?
    }

    /// The first event.
    ///
    /// - Parameters:
    ///   - since: The version of the page that follows; nil if it named none.
    ///   - from: The version from which the stream is complete. If that is not the page's, the page asks for everything
    ///     again.
    static func hello(since: LiveVersion?, from: LiveVersion) -> String {
        let again = since != from
        return "retry: 1000\n" + block([event("hello", data: Hello(again: again))], version: from)
    }

    /// A changed seat, with the HTML that shows it.
    static func seat(_ seat: String, html: String? = nil) -> String {
        event("seat", data: Seat(seat: seat, html: html))
    }

    /// The held readings changed, and perhaps the menu's counts.
    static func held(_ counts: [String: String]?) -> String { event("held", data: counts ?? [:]) }

    /// The problems changed, and perhaps the menu's counts.
    static func problems(_ counts: [String: String]) -> String { event("problems", data: counts) }

    /// An event without its end.
    static func event(_ name: String, data: some Encodable = [String: String]()) -> String {
        // JSON escapes line ends, so the data is one line.
        // Absent is nil: texts can always be encoded.
        let json = (try? WireJSON.encode(data)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
        return "event: \(name)\ndata: \(json)\n"
    }

    /// Events as they are sent; a beat if there are none.
    ///
    /// - Parameter version: The version that the page shows with all of them. Only the last event has it, because a
    ///   browser that loses the connection names the last event that it received.
    static func block(_ events: [String], version: LiveVersion?) -> String {
        let all = events.isEmpty ? [event("beat")] : events
        return all.joined(separator: "\n") + (version.map { "id: \($0.text)\n" } ?? "") + "\n"
    }
}
