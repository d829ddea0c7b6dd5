/// Events by their time; equal times keep the order in which they were added.
struct EventQueue: Sendable {
    private var entries: [(at: Duration, event: SimulationEvent)] = []

    /// When the first event is due.
    var firstTime: Duration? { entries.last?.at }

    /// Adds an event.
    mutating func add(_ event: SimulationEvent, at time: Duration) {
        // Kept in falling order, so that the first event is taken from the end.
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].at > time { low = middle + 1 } else { high = middle }
        }
        entries.insert((time, event), at: low)
    }

    /// Takes the first event that is due.
    mutating func next(dueAt time: Duration) -> (at: Duration, event: SimulationEvent)? {
        guard let first = entries.last, first.at <= time else { return nil }
        return entries.removeLast()
    }
}
