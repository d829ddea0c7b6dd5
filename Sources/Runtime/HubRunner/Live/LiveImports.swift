internal import BusContract
internal import MessageBus
internal import VitalRecords

/// The progress and delivery of imported health data.
///
/// An import has thousands of records, so one line summarises those of a seat, and the devices' readings stay visible.
struct LiveImports: Sendable {
    /// The counts of one seat.
    struct Seat: Sendable, Hashable {
        /// The latest import; nil if none was reported.
        var latest: ImportState?
        /// The number of the seat's imported records that the server accepted while the table watched.
        var submitted = 0
        /// The number of them that it rejected.
        var failed = 0
    }

    private(set) var seats: [String: Seat] = [:]

    /// The number of delivered records per plain line.
    private static let stride = 100

    /// Whether a record comes from an export.
    static func isImported(_ record: VitalRecord) -> Bool { record.source.kind == .healthImport }

    /// Applies the progress of an import.
    mutating func importing(_ state: ImportState) -> [String] {
        let seat = state.seat ?? "-"
        let before = seats[seat]?.latest
        seats[seat, default: Seat()].latest = state
        guard before?.importID != state.importID || before?.state != state.state else { return [] }
        return ["health data of seat \(seat): \(Self.words(state))"]
    }

    /// Applies the delivery of an imported record.
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
