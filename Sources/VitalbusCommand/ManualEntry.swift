internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// A reading that a person typed: the arguments of `vitalbus record add`, checked.
struct ManualEntry: Sendable {
    /// The types that a person can type in.
    static let types = ["biometrics", "diabetes", "fitness", "nutrition", "routine", "sleep", "weight"]

    private let key = ReadingKey.random()
    private let type: RecordType
    private let seat: String?
    private let time: Date
    private let utcOffset: Int?
    private let now: Date
    private let measurements: [VitalRecords.Measurement]
    private let context: ReadingContext?
    private let details: RecordDetails?

    /// Checks the arguments.
    ///
    /// - Throws: ``CommandFailure`` that names the argument and what it can be.
    init(_ arguments: RecordAdd, now: Date) throws {
        guard Self.types.contains(arguments.type) else {
            throw CommandFailure.input("--type is one of \(Self.types.joined(separator: ", "))")
        }
        type = RecordType(rawValue: arguments.type)
        seat = arguments.seat
        time = try Self.time(arguments.time, "--time") ?? now
        utcOffset = arguments.time.map(Self.offset) ?? TimeZone.current.secondsFromGMT(for: now)
        self.now = now
        measurements = try arguments.values.map(Self.measurement)
        context = try arguments.meal.map { meal in
            guard ["before", "after"].contains(meal) else { throw CommandFailure.input("--meal is before or after") }
            return ReadingContext(meal: "\(meal)_meal")
        }
        if let intensity = arguments.intensity, !["low", "medium", "high"].contains(intensity) {
            throw CommandFailure.input("--intensity is low, medium or high")
        }
        let details = RecordDetails(
            end: try Self.time(arguments.end, "--end"),
            name: arguments.name,
            category: arguments.category,
            intensity: arguments.intensity
        )
        self.details = details == RecordDetails() ? nil : details
    }

    /// The reading as it is submitted from a hub.
    ///
    /// - Throws: ``CommandFailure`` where it breaks a rule of readings.
    func reading(hub: String) throws -> Reading {
        let seat = seat ?? hub
        try BusAddress.check(seat, as: "seat")
        guard let hubID = HubID(rawValue: hub), let seatID = SeatID(rawValue: seat) else {
            throw CommandFailure.input("'\(hub.prefix(64))' is no hub: use a-z, 0-9 and -")
        }
        let reading = Reading(
            readingKey: key,
            type: type,
            timestamp: time,
            utcOffset: utcOffset,
            timeQuality: .received,
            receivedAt: now,
            hub: hubID,
            seat: seatID,
            source: RecordSource(kind: .manual),
            measurements: measurements,
            context: context,
            details: details
        )
        do {
            try reading.validate(now: now)
        } catch {
            throw CommandFailure.input("\(error.field): \(error.message)")
        }
        return reading
    }

    /// Reads `metric=value[unit]`.
    static func measurement(_ text: String) throws -> VitalRecords.Measurement {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else {
            // The text is not repeated: it may be somebody's value.
            throw CommandFailure.input("a value has no '=': write metric=value, for example systolic=128")
        }
        let name = MetricName(rawValue: String(parts[0]))
        guard let metric = MetricTable.metric(named: name) else {
            throw CommandFailure.input("'\(name.rawValue.prefix(64))' is no metric\(Self.hint(name.rawValue))")
        }
        let digits = number(parts[1])
        guard let value = DecimalNumber(String(digits)) else {
            throw CommandFailure.input("\(name) has no number: write \(name)=\(metric.example)")
        }
        let unit = parts[1].dropFirst(digits.count).trimmingCharacters(in: .whitespaces)
        guard let known = unit.isEmpty ? metric.canonicalUnit : metric.units.first(where: { $0.isNamed(unit) }) else {
            let units = metric.units.map(\.ucum).joined(separator: ", ")
            throw CommandFailure.input("\(name) is not measured in '\(unit.prefix(32))': use one of \(units)")
        }
        return VitalRecords.Measurement(metric: name, value: value, unit: known.ucum, origin: .manual)
    }

    /// What a value begins with that can be a number; its unit follows.
    static func number(_ text: Substring) -> Substring {
        text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
    }

    private static func time(_ text: String?, _ option: String) throws -> Date? {
        try text.map { text in
            guard let time = WireJSON.time(text) else {
                throw CommandFailure.input(
                    "\(option) '\(text.prefix(40))' is no time: write it like 2026-03-01T08:00:00Z"
                )
            }
            return time
        }
    }

    /// How far the zone of a time is ahead of UTC; nil for `Z`, which says nothing about where the person was.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.lastIndex(where: { "+-".contains($0) }),
            text[..<sign].contains(where: { "Tt ".contains($0) })
        else { return nil }
        let parts = text[text.index(after: sign)...].split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1] else { return nil }
        return (hours * 3_600 + minutes * 60) * (text[sign] == "-" ? -1 : 1)
    }

    /// Metrics whose names have a word in common.
    private static func hint(_ name: String) -> String {
        let words = Set(name.lowercased().split(separator: "_"))
        let close = MetricTable.metrics.map(\.name.rawValue).filter {
            !words.isDisjoint(with: $0.split(separator: "_"))
        }
        return close.isEmpty
            ? ": the metrics are named like systolic, body_weight, blood_glucose"
            : ": do you mean \(close.prefix(8).joined(separator: ", "))?"
    }
}

extension Metric {
    fileprivate var example: String { "1\(canonicalUnit.ucum == "1" ? "" : canonicalUnit.ucum)" }
}

extension MetricUnit {
    /// Whether a person means it by a word: its UCUM code, or the sign that people read.
    fileprivate func isNamed(_ word: String) -> Bool { ucum == word || label == word }
}
