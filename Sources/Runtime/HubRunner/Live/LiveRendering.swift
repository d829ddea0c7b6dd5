internal import BusContract
public import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension LiveTable {
    /// The format of lines.
    public struct Look: Sendable, Hashable {
        /// The terminal's columns; longer lines are cut, and commands to type are wrapped.
        public var columns: Int
        /// The terminal's lines; only the newest rows are shown.
        public var lines: Int
        /// Whether states are coloured.
        public var hasColor: Bool

        /// Creates a look.
        public init(columns: Int = 100, lines: Int = 24, hasColor: Bool = false) {
            self.columns = max(20, columns)
            self.lines = max(8, lines)
            self.hasColor = hasColor
        }

        /// Whether a row fits in columns; otherwise it takes two lines.
        var isWide: Bool { columns >= 80 }
        /// Whether there is room for less urgent information.
        var isTall: Bool { lines >= 16 }
    }

    /// The lines of the whole table; the terminal's last line stays empty.
    public func render(_ look: Look, now: Date) -> [String] { LiveRendering(table: self, look: look, now: now).lines }

    /// A time as hours, minutes and seconds in the table's zone.
    public func time(_ date: Date) -> String { LiveText.time(date, in: zone) }
}

extension LiveTable.Look {
    /// The minimum width of each column, and how much more it takes if there is room.
    private static let widths = [(9, 0), (16, 20), (9, 11), (23, 21), (16, 18), (7, 1), (28, 12)]

    /// Texts in columns as wide as the terminal; the last one, the server's id, is shown only if there is room.
    func cells(_ texts: [String]) -> String {
        let widths = columns >= 130 ? Self.widths : Self.widths.dropLast()
        let spare = max(0, columns - widths.reduce(0) { $0 + $1.0 })
        let wish = widths.reduce(0) { $0 + $1.1 }
        var line = ""
        for (text, width) in zip(texts, widths) {
            let total = width.0 + min(width.1, spare * width.1 / wish)
            let short = text.count < total ? text : String(text.prefix(total - 2)) + "…"
            line += short + String(repeating: " ", count: max(1, total - short.count))
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}

/// Renders a table for a terminal.
struct LiveRendering {
    private static let titles = ["time", "device", "seat", "values", "state", "seconds", "server id"]

    let table: LiveTable
    let look: LiveTable.Look
    let now: Date

    /// The lines of the whole table; the terminal's last line stays empty.
    var lines: [String] {
        var lines = head + table.imports.lines.map(cut)
        let todo = todoLines
        let kept = table.notes.suffix(look.isTall ? LiveTable.noteLimit : 1).map(cut)
        if look.isWide { lines.append(cut(look.cells(Self.titles))) }
        let room = look.lines - 1 - lines.count - todo.count - kept.count
        lines += shown(max(1, room / (look.isWide ? 1 : 2))).flatMap(rendered)
        if table.rows.isEmpty { lines.append("(no readings yet)") }
        return lines + todo + kept
    }

    private var head: [String] {
        let bold = look.hasColor ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
        let place = look.isWide ? "site \(table.hub.site)  hub \(table.hub.hub)" : "\(table.hub.site) \(table.hub.hub)"
        var lines = [bold.0 + cut("VitalBus  \(place)  \(table.time(now))") + bold.1]
        let isComplete = table.actors.values.allSatisfy { $0 == .online }
        if look.isTall || !isComplete { lines.append(cut("actors    \(actorText)")) }
        lines.append(cut("queue     \(queueText)"))
        guard look.isTall else { return lines }
        lines.append(cut("readings  \(table.hub.rule)"))
        if let page = table.hub.page {
            lines.append(cut("page      http://\(page)  (to log in: \(table.hub.command("page")))"))
        }
        return lines
            + LiveText.wrapped("more in a second terminal: \(table.hub.command("held"))", columns: look.columns)
    }

    /// The actions for a person; the first ones are shown in full, and the rest is counted.
    private var todoLines: [String] {
        let room = max(3, look.lines / 3)
        var lines: [String] = []
        let all = table.advice
        for (place, text) in all.enumerated() {
            let more = LiveText.wrapped("-> \(text)", columns: look.columns)
            let isLast = place == all.count - 1
            guard lines.isEmpty || lines.count + more.count + (isLast ? 0 : 1) <= room else {
                lines.append(cut("-> \(all.count - place) more: \(table.hub.command("doctor"))"))
                break
            }
            lines += more
        }
        return lines
    }

    /// The rows that fit: unfinished ones that need a person come first, then the newest.
    private func shown(_ room: Int) -> [LiveRow] {
        guard table.rows.count > room else { return table.rows }
        let urgent = table.rows.indices.filter { table.rows[$0].state.needsPerson }.suffix(max(1, room / 2))
        let others = table.rows.indices.filter { !urgent.contains($0) }.suffix(room - urgent.count)
        return (urgent + others).sorted().map { table.rows[$0] }
    }

    private var actorText: String {
        guard !table.actors.isEmpty else { return "(none yet)" }
        let all = table.actors.sorted { $0.key < $1.key }
        let away = all.filter { $0.value != .online }.map { "\($0.key) \($0.value.rawValue)" }
        let whole = all.map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ", ")
        guard whole.count + 10 > look.columns else { return whole }
        let count = "\(all.count - away.count) online"
        return ([count] + away).joined(separator: ", ")
    }

    private var queueText: String {
        guard let queue = table.queue else { return "(unknown yet)" }
        var text = "\(queue.waiting) waiting"
        if look.isWide || queue.leased > 0 { text += ", \(queue.leased) being sent" }
        if look.isWide || queue.held > 0 { text += ", \(queue.held) held" }
        if look.isWide || queue.rejected > 0 { text += ", \(queue.rejected) rejected" }
        if let age = queue.oldestSeconds { text += ", oldest \(age) s" }
        if let why = queue.paused { text += "; paused: \(why)" }
        return text
    }

    /// A reading as one line, or two if there is no room for columns.
    private func rendered(_ row: LiveRow) -> [String] {
        let values = row.values.isEmpty ? "-" : row.values
        let spent = LiveText.spent((row.ended ?? now).timeIntervalSince(row.since))
        let lines =
            look.isWide
            ? [
                look.cells([
                    table.time(row.since), table.deviceText(row), row.seat ?? "-", values, row.state.words, spent,
                    row.serverID ?? "-",
                ])
            ]
            : [
                "\(table.time(row.since)) \([table.deviceText(row), row.seat].compactMap(\.self).joined(separator: " · "))",
                "  \(values): \(row.state.words)",
            ]
        let plain = lines.map(cut)
        guard look.hasColor else { return plain }
        return plain.map { "\u{1B}[\(color(row.state))m\($0)\u{1B}[0m" }
    }

    private func color(_ state: LiveRow.State) -> Int {
        switch state {
        case .submitted: 32
        case .failed: 31
        case .held, .retrying: 33
        case .read, .queued, .deleted, .decided, .notStored: 0
        }
    }

    private func cut(_ text: String) -> String { LiveText.cut(text, columns: look.columns) }
}
