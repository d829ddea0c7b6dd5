internal import BusContract
internal import MessageBus
internal import VitalRecords

/// What became of the health data that people exported.
///
/// An import has thousands of records: one line tells of all of a seat's, so that the devices' readings stay in sight.
struct LiveImports: Sendable {
    /// What became of a seat's.
    struct Seat: Sendable, Hashable {
        /// The latest import; nil before one was told of.
        var latest: ImportState?
        /// How many of the seat's imported records the server accepted while the table watched.
        var submitted = 0
        /// How many of them it refused.
        var failed = 0
    }

    private(set) var seats: [String: Seat] = [:]

    /// How many delivered records make a plain line.
    private static let stride = 100

    /// Whether a record came out of an export.
    static func isImported(_ record: VitalRecord) -> Bool { record.source.kind == .healthImport }

    /// Takes in how far an import is.
    mutating func importing(_ state: ImportState) -> [String] {
        let seat = state.seat ?? "-"
        let before = seats[seat]?.latest
        seats[seat, default: Seat()].latest = state
        guard before?.importID != state.importID || before?.state != state.state else { return [] }
        return ["health data of seat \(seat): \(Self.words(state))"]
    }

    /// Takes in what became of an imported record.
    mutating func delivered(_ record: VitalRecord, state: LiveRow.State) -> [String] {
        let seat = record.seat.rawValue
        var line = seats[seat] ?? Seat()
        if case .failed(let code) = state {
            line.failed += 1
            seats[seat] = line
            return ["an imported record of seat \(seat) failed: \(code)"]
        }
        line.submitted += 1
        seats[seat] = line
        guard line.submitted.isMultiple(of: Self.stride) else { return [] }
        return ["health data of seat \(seat): \(line.submitted) records submitted"]
    }

    /// One line for each seat.
    var lines: [String] {
        seats.sorted { $0.key < $1.key }.map { seat, line in
            var text = "import    seat \(seat): \(line.latest.map(Self.words) ?? "of an earlier run")"
            text += "; \(line.submitted) submitted"
            return line.failed > 0 ? text + ", \(line.failed) failed" : text
        }
    }

    private static func words(_ state: ImportState) -> String {
        if let error = state.error { return "import \(state.state): \(error.message)" }
        let part = state.totalBytes > 0 ? Int(clamping: Double(state.bytes) / Double(state.totalBytes) * 100) : 0
        let progress = state.state == .running && part > 0 ? ", \(min(100, part)) % read" : ""
        let leftOut = state.leftOutCount
        return "import \(state.state)\(progress), "
            + "\(state.created) new records, \(state.updated) changed, \(state.unchanged) already known"
            + (leftOut > 0 ? ", \(leftOut) left out" : "")
    }
}
