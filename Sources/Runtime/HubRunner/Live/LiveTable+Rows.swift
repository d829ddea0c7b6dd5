internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

extension LiveTable {
    static let titles = ["time", "device", "seat", "values", "state", "seconds", "server id"]

    /// One reading as plain lines: what it is, and what a person has to do.
    func told(_ index: Int) -> [String] {
        let row = rows[index]
        return [line(row)] + (advice(row).map { ["-> \($0)"] } ?? [])
    }

    private func line(_ row: LiveRow) -> String {
        var parts = ["reading of \(deviceText(row))"]
        if let seat = row.seat { parts.append("seat \(seat)") }
        if !row.values.isEmpty { parts.append(row.values) }
        parts.append(row.state.words)
        if let id = row.serverID { parts.append("server id \(id)") }
        if let ended = row.ended { parts.append("\(Self.seconds(ended.timeIntervalSince(row.since))) s") }
        return parts.joined(separator: ", ")
    }

    /// The device's name, and as much of its id as tells it from another of the same name.
    func deviceText(_ row: LiveRow) -> String {
        let name = row.name ?? row.device.flatMap { names[$0] }
        let words = [name, row.device.map { Self.short($0) }].compactMap(\.self)
        return words.isEmpty ? "unknown device" : words.joined(separator: " ")
    }

    /// One reading in the table: a line, or two where there is no room for columns.
    func rendered(_ row: LiveRow, _ look: Look, _ now: Date) -> [String] {
        let values = row.values.isEmpty ? "-" : row.values
        let spent = Self.seconds((row.ended ?? now).timeIntervalSince(row.since))
        let lines =
            look.isWide
            ? [
                look.cells([
                    time(row.since), deviceText(row), row.seat ?? "-", values, Self.short(row.state), spent,
                    row.serverID ?? "-",
                ])
            ]
            : [
                "\(time(row.since)) \([deviceText(row), row.seat].compactMap(\.self).joined(separator: " · "))",
                "  \(values): \(Self.short(row.state))",
            ]
        let cut = lines.map { Self.cut($0, look.columns) }
        guard look.hasColor else { return cut }
        return cut.map { "\u{1B}[\(color(row.state))m\($0)\u{1B}[0m" }
    }

    /// A state in a word or two; what to do stands below the rows.
    private static func short(_ state: LiveRow.State) -> String {
        guard case .held(let reason) = state else { return state.words }
        switch reason {
        case .noAssignment, .ownerless: return "held: whose?"
        case .noSession: return "held: no session"
        case .clockUnknown: return "held: when?"
        case .invalid: return "held: values?"
        case .awaitsConfirmation: return "held: look at it"
        case .changedByHand: return "held: changed"
        default: return state.words
        }
    }

    private func color(_ state: LiveRow.State) -> Int {
        switch state {
        case .submitted: 32
        case .failed: 31
        case .held, .retrying: 33
        case .read, .queued, .deleted, .decided, .notStored: 0
        }
    }

    static func seconds(_ interval: TimeInterval) -> String {
        Seconds.text(.milliseconds(Int64(clamping: max(0, min(interval, 1e9)) * 1000)))
    }
}

extension LiveTable.Look {
    /// The least columns of each cell, and how many more it takes where there is room.
    private static let widths = [(9, 0), (16, 20), (9, 11), (23, 21), (16, 18), (7, 1), (28, 12)]

    /// Texts in columns as wide as the terminal; the last one, the server's id, only where there is room for it.
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
