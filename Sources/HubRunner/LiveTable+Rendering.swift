public import FoundationEssentials
internal import MessageBus
internal import VitalRecords

extension LiveTable {
    /// How lines look.
    public struct Look: Sendable, Hashable {
        /// The terminal's columns; longer lines are cut.
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
    }

    private static let widths = [10, 9, 12, 26, 18, 26, 7]

    /// The whole table.
    public func render(_ look: Look, now: Date) -> [String] {
        let bold = look.hasColor ? ("\u{1B}[1m", "\u{1B}[0m") : ("", "")
        let clock = Self.time(now)
        var lines = [bold.0 + cut("VitalBus  \(title)  \(clock)", look) + bold.1]
        lines.append(cut("actors    \(actorText)", look))
        lines.append(cut("queue     \(queueText)", look))
        lines += importLines.map { cut($0, look) }
        lines.append(cut(cells(["time", "device", "seat", "values", "state", "server id", "seconds"]), look))
        let room = max(1, look.lines - lines.count - notes.count - 2)
        for row in rows.suffix(room) { lines.append(rendered(row, look, now)) }
        if rows.isEmpty { lines.append("(no readings yet)") }
        if !notes.isEmpty { lines.append("") }
        return lines + notes.map { cut($0, look) }
    }

    /// One reading as a plain line.
    func line(_ row: LiveRow) -> String {
        var parts = ["reading of \(row.device.map { String($0.description.prefix(8)) } ?? "unknown device")"]
        if let seat = row.seat { parts.append("seat \(seat)") }
        if !row.values.isEmpty { parts.append(row.values) }
        parts.append(row.state.words)
        if let id = row.serverID { parts.append("server id \(id)") }
        if let ended = row.ended { parts.append("\(Self.seconds(ended.timeIntervalSince(row.since))) s") }
        return parts.joined(separator: ", ")
    }

    private func rendered(_ row: LiveRow, _ look: Look, _ now: Date) -> String {
        let text = cut(
            cells([
                Self.time(row.since), row.device.map { String($0.description.prefix(8)) } ?? "-", row.seat ?? "-",
                row.values.isEmpty ? "-" : row.values, row.state.words, row.serverID ?? "-",
                Self.seconds((row.ended ?? now).timeIntervalSince(row.since)),
            ]),
            look
        )
        guard look.hasColor else { return text }
        return "\u{1B}[\(color(row.state))m\(text)\u{1B}[0m"
    }

    private var actorText: String {
        guard !actors.isEmpty else { return "(none yet)" }
        return actors.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rawValue)" }.joined(separator: ", ")
    }

    private var queueText: String {
        guard let queue else { return "(not known yet)" }
        var text =
            "\(queue.waiting) waiting, \(queue.leased) on the way, \(queue.held) held, \(queue.rejected) rejected"
        if let age = queue.oldestSeconds { text += ", oldest \(age) s" }
        if let why = queue.paused { text += "; paused: \(why)" }
        return text
    }

    private func color(_ state: LiveRow.State) -> Int {
        switch state {
        case .submitted: 32
        case .failed: 31
        case .held, .retrying: 33
        case .read, .queued, .deleted, .notStored: 0
        }
    }

    private func cells(_ texts: [String]) -> String {
        zip(texts, Self.widths).map { text, width in
            let short = text.count < width ? text : String(text.prefix(width - 2)) + "…"
            return short + String(repeating: " ", count: max(1, width - short.count))
        }.joined()
    }

    private func cut(_ text: String, _ look: Look) -> String {
        // Text from outside must not move the cursor.
        let plain = String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
        return plain.count <= look.columns ? plain : String(plain.prefix(look.columns - 1)) + "…"
    }

    /// Hours, minutes and seconds in UTC.
    static func time(_ date: Date) -> String {
        String(WireJSON.timeText(date).dropFirst(11).prefix(8)) + "Z"
    }

    static func seconds(_ interval: TimeInterval) -> String {
        Seconds.text(.milliseconds(Int64(max(0, min(interval, 1e9)) * 1000)))
    }
}
