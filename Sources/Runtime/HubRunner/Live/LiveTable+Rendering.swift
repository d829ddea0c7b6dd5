public import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension LiveTable {
    /// How lines look.
    public struct Look: Sendable, Hashable {
        /// The terminal's columns; longer lines are cut, and what a person has to type is broken over several.
        public var columns: Int
        /// The terminal's lines; the newest rows are shown.
        public var lines: Int
        /// Whether states have colours.
        public var hasColor: Bool

        /// Makes a look.
        public init(columns: Int = 100, lines: Int = 24, hasColor: Bool = false) {
            self.columns = max(20, columns)
            self.lines = max(8, lines)
            self.hasColor = hasColor
        }

        /// Whether a row has columns; where it has none it takes two lines.
        var isWide: Bool { columns >= 80 }
        /// Whether there is room for what nobody needs at once.
        var isTall: Bool { lines >= 16 }
    }

    /// The whole table; it leaves the terminal's last line free.
    public func render(_ look: Look, now: Date) -> [String] {
        var lines = head(look, now) + importLines.map { Self.cut($0, look.columns) }
        let todo = todoLines(look)
        let kept = notes.suffix(look.isTall ? Self.noteLimit : 1).map { Self.cut($0, look.columns) }
        if look.isWide { lines.append(Self.cut(look.cells(Self.titles), look.columns)) }
        let room = look.lines - 1 - lines.count - todo.count - kept.count
        lines += shown(max(1, room / (look.isWide ? 1 : 2))).flatMap { rendered($0, look, now) }
        if rows.isEmpty { lines.append("(no readings yet)") }
        return lines + todo + kept
    }

    private func head(_ look: Look, _ now: Date) -> [String] {
        let bold = look.hasColor ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
        let place = look.isWide ? "site \(hub.site)  hub \(hub.hub)" : "\(hub.site) \(hub.hub)"
        var lines = [bold.0 + Self.cut("VitalBus  \(place)  \(time(now))", look.columns) + bold.1]
        let isComplete = actors.values.allSatisfy { $0 == .online }
        if look.isTall || !isComplete { lines.append(Self.cut("actors    \(actorText(look))", look.columns)) }
        lines.append(Self.cut("queue     \(queueText(look))", look.columns))
        guard look.isTall else { return lines }
        lines.append(Self.cut("readings  \(hub.rule)", look.columns))
        return lines + Self.wrapped("more in a second terminal: \(hub.command("held"))", look.columns)
    }

    /// What a person has to do; the first half is told whole, the rest by its number.
    private func todoLines(_ look: Look) -> [String] {
        let room = max(3, look.lines / 3)
        var lines: [String] = []
        let all = advice
        for (place, text) in all.enumerated() {
            let more = Self.wrapped("-> \(text)", look.columns)
            let isLast = place == all.count - 1
            guard lines.isEmpty || lines.count + more.count + (isLast ? 0 : 1) <= room else {
                lines.append(Self.cut("-> \(all.count - place) more: \(hub.command("doctor"))", look.columns))
                break
            }
            lines += more
        }
        return lines
    }

    /// The rows that there is room for: those that need a person and are not at their end first, else the newest.
    private func shown(_ room: Int) -> [LiveRow] {
        guard rows.count > room else { return rows }
        let urgent = rows.indices.filter { rows[$0].state.needsPerson }.suffix(max(1, room / 2))
        let others = rows.indices.filter { !urgent.contains($0) }.suffix(room - urgent.count)
        return (urgent + others).sorted().map { rows[$0] }
    }

    private func actorText(_ look: Look) -> String {
        guard !actors.isEmpty else { return "(none yet)" }
        let all = actors.sorted { $0.key < $1.key }
        let away = all.filter { $0.value != .online }.map { "\($0.key) \($0.value.rawValue)" }
        let whole = all.map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ", ")
        guard whole.count + 10 > look.columns else { return whole }
        let count = "\(all.count - away.count) online"
        return ([count] + away).joined(separator: ", ")
    }

    private func queueText(_ look: Look) -> String {
        guard let queue else { return "(not known yet)" }
        var text = "\(queue.waiting) waiting"
        if look.isWide || queue.leased > 0 { text += ", \(queue.leased) on the way" }
        if look.isWide || queue.held > 0 { text += ", \(queue.held) held" }
        if look.isWide || queue.rejected > 0 { text += ", \(queue.rejected) rejected" }
        if let age = queue.oldestSeconds { text += ", oldest \(age) s" }
        if let why = queue.paused { text += "; paused: \(why)" }
        return text
    }

    /// Cuts a text; what comes from outside must not move the cursor.
    static func cut(_ text: String, _ columns: Int) -> String {
        let plain = plain(text)
        return plain.count <= columns ? plain : String(plain.prefix(columns - 1)) + "…"
    }

    private static func plain(_ text: String) -> String {
        String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
    }

    /// Breaks a text between its words, and within those that are longer than a line.
    static func wrapped(_ text: String, _ columns: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in plain(text).split(separator: " ") {
            var word = word
            if !line.isEmpty, line.count + 1 + word.count > columns {
                lines.append(line)
                line = "  "
            }
            while line.count + word.count + 1 > columns {
                let head = word.prefix(max(1, columns - line.count - 1))
                lines.append(line + head)
                word = word.dropFirst(head.count)
                line = "  "
            }
            line += line.isEmpty || line == "  " ? word : " \(word)"
        }
        return line.allSatisfy { $0 == " " } ? lines : lines + [line]
    }

    /// Hours, minutes and seconds in the table's zone.
    public func time(_ date: Date) -> String {
        let seconds = Int(clamping: date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        let inDay = ((seconds % 86_400) + 86_400) % 86_400
        return [inDay / 3600, inDay / 60 % 60, inDay % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            .joined(separator: ":")
    }
}
