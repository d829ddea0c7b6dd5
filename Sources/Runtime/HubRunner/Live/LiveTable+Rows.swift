internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

extension LiveTable {
    /// A reading as plain lines: its facts, and the action for a person.
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
        if let ended = row.ended { parts.append("\(LiveText.spent(ended.timeIntervalSince(row.since))) s") }
        return parts.joined(separator: ", ")
    }

    /// The device's name, with the shortest part of its id that distinguishes it from others of the same name.
    func deviceText(_ row: LiveRow) -> String {
        let name = row.name ?? row.device.flatMap { names[$0] }
        let words = [name, row.device.map { LiveText.short($0) }].compactMap(\.self)
        return words.isEmpty ? "unknown device" : words.joined(separator: " ")
    }
}
