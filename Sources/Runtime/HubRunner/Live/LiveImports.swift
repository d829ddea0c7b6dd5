internal import BusContract
internal import MessageBus
internal import VitalRecords

/// The results of importing health data that people exported.
///
/// An import has thousands of records: one line sums up a seat's imports, so that the devices' readings stay visible.
struct LiveImports: Sendable {
    /// The results of one seat.
    struct Seat: Sendable, Hashable {
        /// The latest import; nil before the first was reported.
        var latest: ImportState?
        /// How many of the seat's imported records the server accepted while the table watched.
        var submitted = 0
        /// How many of them it refused.
        var failed = 0
    }

    private(set) var seats: [String: Seat] = [:]

    /// A plain line is printed after each such number of delivered records.
    private static let stride = 100

    /// Whether a record is from an export.
    static func isImported(_ record: VitalRecord) -> Bool { record.source.kind == .healthImport }

    /// Takes in how far an import is.
    mutating func importing(_ state: ImportState) -> [String] {
        let seat = state.seat ?? "-"
        let before = seats[seat]?.latest
        seats[seat, default: Seat()].latest = state
        guard before?.importID != state.importID || before?.state != state.state else { return [] }
        return ["health data of seat \(seat): \(Self.words(state))"]
    }

    /// Counts the result of an imported record.
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
            + "\(state.created) new records, \(state.updated) changed, \(state.unchanged) known already"
            + (leftOut > 0 ? ", \(leftOut) left out" : "")
    }
}
