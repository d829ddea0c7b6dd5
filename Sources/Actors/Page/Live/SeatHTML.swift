internal import FoundationEssentials
internal import MessageBus

/// Makes a changed seat's event for all pages with the same rights and language.
struct SeatHTML: Sendable {
    let parts: PageParts
    let rights: Rights
    let language: PageTexts.Language
    let base: PageBase

    /// The event with the seat's tile or row; nil if it cannot be made now, or the seat is gone.
    ///
    /// - Parameters:
    ///   - number: The number of the seat's change.
    ///   - template: The tile's or the row's template.
    func event(_ seat: String, number: Int, template: String) async -> String? {
        let look = LiveLook(template: template, rights: rights, language: language.code, base: base)
        let now = parts.environment.now()
        return await parts.live.event(of: seat, number: number, look: look, now: now) {
            // Absent is nil: the browser's own request then shows why.
            guard let html = try? await html(seat, number: number, template: template, now: now) else { return nil }
            return LiveText.seat(seat, html: html)
        }
    }

    private func html(_ seat: String, number: Int, template: String, now: Date) async throws -> String? {
        guard let tile = try await parts.board.changed(seat, number: number, for: rights, now: now) else { return nil }
        let time = PageTime(language: language, now: now)
        var model: [String: Any] = [
            "t": language.tree, "base": base.prefix, "asOf": LiveVersion(run: parts.board.run, number: number).text,
        ]
        if template == "boardRows" {
            let rows = await BoardRows(parts: parts).rows([tile], rights: rights, time: time)
            model["rows"] = BoardView(time: time, stale: parts.board.stale).model(rows)["rows"]
        } else {
            model["tiles"] = [TileView(tile: tile, time: time, stale: parts.board.stale).model]
        }
        return try parts.views.render(template, with: model)
    }
}
