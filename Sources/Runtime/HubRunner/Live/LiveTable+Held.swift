internal import BusContract
internal import FoundationEssentials
internal import VitalRecords

extension LiveTable {
    /// The largest number of held readings of earlier runs that get a row.
    private static let heldRows = 50

    /// Whether another request for the held readings may give news.
    public var awaitsHeld: Bool { isHeldStale }

    /// Applies that a reading is held; the event has no values unless the seat shares them.
    mutating func held(_ event: ReadingHeld, now: Date) -> [String] {
        isHeldStale = true
        let index = row(event.readingKey, state: .read, now: now).place
        rows[index].device = rows[index].device ?? event.device
        rows[index].seat = rows[index].seat ?? event.forSeat
        if rows[index].values.isEmpty { rows[index].values = MeasuredText.text(event.measurements ?? []) }
        if !rows[index].wasHeld { tally.held += 1 }
        rows[index].wasHeld = true
        return move(index, to: .held(event.reason), now: now)
    }

    /// Applies the list of held readings, with their values.
    mutating func heldNow(_ entries: [HeldPage.Entry], isWhole: Bool, now: Date) -> [String] {
        isHeldStale = false
        var lines: [String] = []
        for entry in entries.suffix(Self.heldRows) { lines += held(entry, now: now) }
        guard isWhole else { return lines }
        let keys = Set(entries.map(\.reading.readingKey))
        for index in rows.indices where rows[index].state.isHeld && !keys.contains(rows[index].key) {
            lines += move(index, to: .decided, now: now)
        }
        return lines
    }

    private mutating func held(_ entry: HeldPage.Entry, now: Date) -> [String] {
        let reading = entry.reading
        let (index, isNew) = row(reading.readingKey, state: .held(entry.reason), now: now)
        let before = rows[index]
        rows[index].device = before.device ?? reading.device
        rows[index].seat = before.seat ?? reading.seat?.rawValue
        describe(index, reading: reading)
        let moved = isNew ? [] : move(index, to: .held(entry.reason), now: now)
        return moved.isEmpty && (isNew || before.values != rows[index].values) ? told(index) : moved
    }

    /// Copies the device's facts and the values from a reading.
    mutating func describe(_ index: Int, reading: Reading) {
        if let name = LiveText.name(reading.source) {
            rows[index].name = name
            if let device = rows[index].device { names[device] = name }
        }
        rows[index].measured = reading.timestamp
        if rows[index].values.isEmpty { rows[index].values = MeasuredText.text(reading.measurements) }
    }

}

extension LiveRow.State {
    /// Whether it waits for a person's decision.
    var isHeld: Bool {
        if case .held = self { true } else { false }
    }

    /// Whether it waits for a retry.
    var isRetrying: Bool {
        if case .retrying = self { true } else { false }
    }
}
