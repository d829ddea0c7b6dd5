internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// A reading that a person typed: the validated arguments of `vitalbus record add`.
struct ManualEntry: Sendable {
    /// The types that a person can enter.
    static let types = ["biometrics", "diabetes", "fitness", "nutrition", "routine", "sleep", "weight"]

    private let key = ReadingKey.random()
    private let type: RecordType
    private let seat: String?
    private let time: Date
    private let utcOffset: Int?
    private let now: Date
    private let values: [TypedValue]
    private let isUnusual: Bool
    private let context: ReadingContext?
    private let details: RecordDetails?

    /// Validates the arguments.
    ///
    /// - Throws: ``CommandFailure`` with the argument and its valid values.
    init(_ arguments: RecordAdd, now: Date) throws {
        guard Self.types.contains(arguments.type) else {
            throw CommandFailure.input("--type must be one of \(Self.types.joined(separator: ", "))")
        }
        type = RecordType(rawValue: arguments.type)
        seat = arguments.seat
        time = try Self.time(arguments.time, option: "--time") ?? now
        utcOffset = arguments.time.map(Self.offset) ?? TimeZone.current.secondsFromGMT(for: now)
        self.now = now
        values = try TypedValue.all(arguments.values)
        isUnusual = arguments.unusual
        context = try arguments.meal.map { meal in
            guard ["before", "after"].contains(meal) else {
                throw CommandFailure.input("--meal must be before or after")
            }
            return ReadingContext(meal: "\(meal)_meal")
        }
        if let intensity = arguments.intensity, !["low", "medium", "high"].contains(intensity) {
            throw CommandFailure.input("--intensity must be low, medium or high")
        }
        let details = RecordDetails(
            end: try Self.time(arguments.end, option: "--end"),
            name: arguments.name,
            category: arguments.category,
            intensity: arguments.intensity
        )
        self.details = details == RecordDetails() ? nil : details
    }

    /// Whether the seat's units are needed.
    var lacksUnits: Bool { values.contains(where: \.lacksUnit) }

    /// The seat: the typed one, otherwise the one named like the hub.
    ///
    /// - Throws: `BusError` for an invalid id.
    func seat(hub: String) throws -> String {
        let seat = seat ?? hub
        try BusAddress.check(seat, as: "seat")
        return seat
    }

    /// The reading as a hub submits it.
    ///
    /// - Parameters:
    ///   - named: The resolved seat; nil takes the argument unchanged.
    ///   - units: UCUM codes for values typed without a unit.
    /// - Throws: ``CommandFailure`` if it breaks a rule of readings, lacks a unit or is implausible.
    func reading(hub: String, seat named: String? = nil, units: [MetricName: String] = [:]) throws -> Reading {
        let seat = try named ?? seat(hub: hub)
        let measurements = try values.map { try $0.measurement(in: units) }
        try TypedValue.check(measurements, unusual: isUnusual)
        guard let hubID = HubID(rawValue: hub), let seatID = SeatID(rawValue: seat) else {
            throw CommandFailure.input("'\(hub.prefix(64))' is not a hub: use a-z, 0-9 and -")
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

    private static func time(_ text: String?, option: String) throws -> Date? {
        try text.map { text in
            guard let time = WireJSON.time(text) else {
                throw CommandFailure.input(
                    "\(option) '\(text.prefix(40))' is not a time: write it like 2026-03-01T08:00:00Z"
                )
            }
            return time
        }
    }

    /// The UTC offset of a time's zone, in seconds; nil for `Z`, which does not reveal where the person was.
    private static func offset(_ text: String) -> Int? {
        guard let sign = text.lastIndex(where: { "+-".contains($0) }),
            text[..<sign].contains(where: { "Tt ".contains($0) })
        else { return nil }
        let parts = text[text.index(after: sign)...].split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hours = parts[0], let minutes = parts[1] else { return nil }
        return (hours * 3_600 + minutes * 60) * (text[sign] == "-" ? -1 : 1)
    }
}
