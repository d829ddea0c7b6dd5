/// The running imports: at most one for each seat, and one for each person, because a person's imports compare their
/// records.
struct RunningImports {
    /// A running import.
    struct Import {
        let id: String
        let session: String
        let person: String
        let stop: StopFlag
        /// The progress at an interruption.
        var last: ImportFacts?
    }

    /// The largest number of seats read concurrently; each needs about 10 MiB and a thread.
    static let most = 4

    private var imports: [String: Import] = [:]
    /// The seats being processed, and each seat's last turn.
    private var busy: Set<String> = []
    private var turns: [String: Int] = [:]
    private var turn = 0

    /// Whether no import is running.
    var isEmpty: Bool { busy.isEmpty }

    /// The running import of a seat.
    subscript(seat: String) -> Import? { imports[seat] }

    /// The import with an id.
    func named(_ id: String) -> Import? { imports.values.first { $0.id == id } }

    /// Selects seats with pending imports up to the limit, those waiting longest first.
    mutating func take(_ seats: [String]) -> [String] {
        turns = turns.filter { seats.contains($0.key) || busy.contains($0.key) }
        let free = max(0, Self.most - busy.count)
        let waiting = seats.filter { !busy.contains($0) }
        let taken = waiting.enumerated()
            .sorted { (turns[$0.element] ?? 0, $0.offset) < (turns[$1.element] ?? 0, $1.offset) }
            .prefix(free).map(\.element)
        for seat in taken {
            turn &+= 1
            turns[seat] = turn
            busy.insert(seat)
        }
        return taken
    }

    /// Ends a seat's turn.
    mutating func give(back seat: String) {
        busy.remove(seat)
        imports[seat] = nil
    }

    /// Starts a selected seat's import; false while another seat's import runs for the same person.
    mutating func begin(_ running: Import, seat: String) -> Bool {
        guard !imports.contains(where: { $0.key != seat && $0.value.person == running.person }) else { return false }
        imports[seat] = running
        return true
    }

    /// Records the progress of an interrupted import.
    mutating func note(_ last: ImportFacts, seat: String) { imports[seat]?.last = last }

    /// Ends a seat's import and returns it.
    mutating func end(seat: String) -> Import? { imports.removeValue(forKey: seat) }

    /// Stops all imports.
    func stop(_ reason: StopFlag.Reason) {
        for running in imports.values { running.stop.stop(reason) }
    }
}
