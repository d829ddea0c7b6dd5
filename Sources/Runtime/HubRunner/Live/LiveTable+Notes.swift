internal import BusContract
internal import MessageBus
internal import VitalRecords

extension LiveTable {
    /// Applies an event that does not belong to a row.
    mutating func note(_ event: LiveEvent) -> String? {
        guard let text = noteText(event) else { return nil }
        // The table's head shows that a process runs.
        if case .hub(let event) = event, !event.isProblem { return text }
        notes = (notes + [text]).suffix(Self.noteLimit)
        return text
    }

    private func target(_ event: PeripheralDidFail) -> String {
        let name = event.device.flatMap { names[$0] } ?? LiveText.name(peripheral: event.peripheralID)
        return [name, event.device.map { LiveText.short($0) }].compactMap(\.self).joined(separator: " ")
    }

    private func noteText(_ event: LiveEvent) -> String? {
        switch event {
        case .readFailed(let event):
            "\(target(event)) could not be read: \(event.error.code): \(event.error.message)"
        case .sessionStarted(let event): "session of seat \(event.seat ?? "-") started"
        case .sessionEnded(let event):
            "session of seat \(event.seat ?? "-") ended: \(event.reason), \(event.unsyncedRecords) records unsynced"
        case .adapter(let state): state.problem.map { "adapter: \($0)" }
        case .hub(let event): event.description
        default: nil
        }
    }

    /// A summary for the end of a run.
    public var summary: [String] {
        var lines = ["this run: \(tally.words)"]
        for (seat, line) in imports.seats.sorted(by: { $0.key < $1.key }) {
            lines.append("health data of seat \(seat): \(line.submitted) records submitted, \(line.failed) failed")
        }
        let waiting = rows.count { [.read, .queued].contains($0.state) || $0.state.isRetrying }
        if waiting > 0 { lines.append("readings that stay queued here until the next start: \(waiting)") }
        let held = rows.count { $0.state.isHeld }
        if held > 0 {
            lines.append(
                "readings that need a person's decision: \(held); when the hub runs again: \(hub.command("held"))"
            )
        }
        return lines
    }
}
