internal import ActorRuntime
internal import BusContract
internal import MessageBus
internal import VitalRecords

/// Checks typed values against human ranges, whichever client sends them.
///
/// A likely typo is refused, not held, because the person who made it can correct it. `unusual` in the request confirms
/// an unusual value; an impossible value is always refused.
enum TypedValues {
    /// Submits readings, and refuses each typed one with a likely typo.
    static func take(
        _ body: SubmitRecords,
        by take: ([Reading]) async throws -> SubmittedRecords
    ) async throws -> SubmittedRecords {
        let faults = body.records.map { fault(in: $0, isConfirmed: body.unusual == true) }
        let right = zip(body.records, faults).filter { $1 == nil }.map(\.0)
        // Without refusals the whole request is passed on, so that its limits are checked in one place.
        guard right.count < body.records.count, body.records.count <= 64 else { return try await take(body.records) }
        var taken = right.isEmpty ? [] : try await take(right).results[...]
        let results = zip(body.records, faults).compactMap { reading, fault in
            fault.map { refused(reading, error: $0) } ?? taken.popFirst()
        }
        return SubmittedRecords(results: results)
    }

    /// Checks the corrected values of a held reading; of a camera's reading all values, because the person vouches for
    /// them.
    ///
    /// - Parameter corrected: The reading with the corrections.
    /// - Throws: `BusError` `unusualValue`, or `invalidArgument` for an impossible value.
    static func check(_ body: ConfirmReading, held: Reading, corrected: Reading) throws {
        let typed = Set(changed(held.measurements, after: corrected.measurements))
        let slip = ValueCheck.unusual(in: corrected.measurements, typed: held.source.kind == .ocr ? nil : typed)
        if let slip, body.unusual != true { throw error(slip) }
        try refuseImpossible(corrected)
    }

    /// Checks the new values of a record; unchanged ones pass.
    ///
    /// - Throws: `BusError` `unusualValue`, or `invalidArgument` for an impossible value.
    static func check(_ body: UpdateRecord, replacing present: [Measurement]) throws {
        let typed = Set(changed(present, after: body.measurements))
        let slip = ValueCheck.unusual(in: body.measurements, typed: typed)
        if let slip, body.unusual != true { throw error(slip) }
        if let found = ValueCheck.impossible(in: body.measurements) { throw impossible(found) }
    }

    private static func fault(in reading: Reading, isConfirmed: Bool) -> BusError? {
        guard reading.source.kind == .manual else { return nil }
        let slip = ValueCheck.unusual(in: reading.measurements)
        guard isConfirmed else { return slip.map(error) }
        return ValueCheck.impossible(in: reading.measurements).map(impossible)
    }

    /// Refuses impossible values: the reading stays held until it is corrected or discarded.
    private static func refuseImpossible(_ reading: Reading) throws {
        if let found = ValueCheck.impossible(in: reading.measurements) { throw impossible(found) }
        guard case .impossible(let metric) = reading.verdict else { return }
        throw BusError(
            .invalidArgument,
            message: "its time course has an impossible \(metric): discard it"
        )
    }

    /// The metrics whose values were changed or removed.
    private static func changed(_ before: [Measurement], after: [Measurement]) -> [MetricName] {
        func facts(_ measurement: Measurement) -> [String] {
            ["\(measurement.metric)", "\(measurement.value)", measurement.unit]
        }
        let (old, new) = (Set(before.map(facts)), Set(after.map(facts)))
        return (before + after).filter { old.contains(facts($0)) != new.contains(facts($0)) }.map(\.metric)
    }

    private static func impossible(_ value: UnusualValue) -> BusError {
        let question = value.question.map { ": \($0)" } ?? ""
        return BusError(.invalidArgument, message: "\(value.message), which is impossible\(question)")
    }

    private static func error(_ slip: UnusualValue) -> BusError {
        BusError(.unusualValue, message: "\(slip.message); if it is right, confirm it with 'unusual'")
    }

    private static func refused(_ reading: Reading, error: BusError) -> SubmittedRecords.Result {
        SubmittedRecords.Result(
            readingKey: reading.readingKey,
            revision: reading.revision,
            outcome: .refused,
            error: WireFault(code: error.code.rawValue, message: error.message, retriable: false)
        )
    }
}

/// The configured units for values that are typed without a unit.
struct SeatUnits: Sendable {
    private let all: [(seat: String?, unit: TypedUnit)]

    /// Reads `metric=unit` and `seat/metric=unit`.
    ///
    /// - Throws: `RuntimeError` `configuration` that names the entry.
    init(_ entries: [String]) throws {
        all = try entries.map { entry in
            let parts = entry.split(separator: "=", maxSplits: 1).map(String.init)
            let path = (parts.first ?? "").split(separator: "/", maxSplits: 1).map(String.init)
            guard parts.count == 2, let name = path.last,
                let metric = MetricTable.metric(named: MetricName(rawValue: name))
            else {
                throw RuntimeError(
                    .configuration,
                    message:
                        "seat-units: '\(entry.prefix(80))' is not like body_weight=kg or bed-a/blood_glucose=mmol/L"
                )
            }
            guard let unit = metric.unit(typed: parts[1]) else {
                let units = metric.units.map(\.label).joined(separator: ", ")
                throw RuntimeError(
                    .configuration,
                    message: "seat-units: \(name) is not measured in '\(parts[1])': use \(units)"
                )
            }
            return (path.count == 2 ? path[0] : nil, TypedUnit(metric: metric.name, unit: unit.ucum))
        }
    }

    /// A seat's units, its own before the general ones; nil for none.
    func units(of seat: String) -> [TypedUnit]? {
        var units: [MetricName: TypedUnit] = [:]
        for entry in all where entry.seat == nil { units[entry.unit.metric] = entry.unit }
        for entry in all where entry.seat == seat { units[entry.unit.metric] = entry.unit }
        return units.isEmpty ? nil : units.values.sorted { $0.metric.rawValue < $1.metric.rawValue }
    }
}
