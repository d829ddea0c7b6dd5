/// The imports under way: one of a seat at a time, and none two of one person, whose records are told apart by what they were given.
struct RunningImports {
    /// One that runs.
    struct Import {
        let id: String
        let session: String
        let person: String
        let stop: StopFlag
        /// How far it had come when it broke off.
        var last: ImportFacts?
    }

    /// The most seats whose files are read at the same time; each takes some 10 MiB and a thread.
    static let most = 4

    private var imports: [String: Import] = [:]
    /// Seats whose imports are worked on, and when each one had its turn last.
    private var busy: Set<String> = []
    private var turns: [String: Int] = [:]
    private var turn = 0

    /// Whether nothing is worked on.
    var isEmpty: Bool { busy.isEmpty }

    /// The import that runs for a seat.
    subscript(seat: String) -> Import? { imports[seat] }

    /// The import with an id.
    func named(_ id: String) -> Import? { imports.values.first { $0.id == id } }

    /// Gives seats with something to do their turn, as many as may; who waits longest comes first.
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

    /// Starts an import of a seat that has its turn; false while another seat's is read for the same person.
    mutating func begin(_ running: Import, seat: String) -> Bool {
        guard !imports.contains(where: { $0.key != seat && $0.value.person == running.person }) else { return false }
        imports[seat] = running
        return true
    }

    /// Notes how far an import had come that broke off.
    mutating func note(_ last: ImportFacts, seat: String) { imports[seat]?.last = last }

    /// Ends a seat's import, and says what is known of it.
    mutating func end(seat: String) -> Import? { imports.removeValue(forKey: seat) }

    /// Stops all.
    func stop(_ reason: StopFlag.Reason) {
        for running in imports.values { running.stop.stop(reason) }
    }
}
