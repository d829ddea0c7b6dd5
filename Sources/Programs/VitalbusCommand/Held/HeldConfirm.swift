internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// The command `vitalbus held confirm`.
struct HeldConfirm: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "confirm",
        abstract: "Confirm whom a held reading belongs to, and correct wrong values.",
        discussion: """
            The reading goes to the session that the seat had at the time, or to --session. If the time is unknown, --time or \
            --session is needed. Example: --value systolic=128 --value pulse=64
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The reading, as 'vitalbus held' shows it, or the start of it.") var reading: String
    @Option(help: ArgumentHelp("The seat.", valueName: "id")) var seat: String
    @Option(help: ArgumentHelp("The session; it may have ended.", valueName: "id")) var session: String?
    @Option(help: ArgumentHelp("When it was measured, RFC 3339.", valueName: "time")) var time: String?
    @Option(
        help: ArgumentHelp(
            "A corrected value; without a unit, in the reading's unit.",
            valueName: "metric=number[unit]"
        )
    )
    var value: [String] = []
    @Option(help: ArgumentHelp("The revision that you looked at.", valueName: "n")) var revision: Int?
    @Flag(help: "Accept very unusual values.") var unusual = false
    @Flag(help: "Print the decision as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let values = try TypedValue.single(value).map { HeldValue($0) }
        let measured = try time.map { try HeldCommand.time($0, of: "--time") }
        let isUnusual = unusual
        let (decided, taken) = try await place.connect { connection, hub -> (DecidedReading, String?) in
            let resolver = Resolver(connection, place: hub)
            let key = try await resolver.reading(reading)
            let seat = try await resolver.seat(seat)
            var body = ConfirmReading(
                readingKey: key,
                revision: revision,
                seat: seat,
                sessionID: try await resolver.session(ifNamed: session, of: seat),
                timestamp: measured,
                unusual: isUnusual ? true : nil
            )
            let held = try await HeldCommand.entry(key, over: connection)?.reading
            let session = try await TypedAnswer.session(body.seat, over: connection)
            if !values.isEmpty {
                let units = Self.units(of: held, session: session)
                body.measurements = try values.map { try $0.measurement(in: units) }
            }
            let reading = held.map { Self.corrected($0, by: body) }
            try Self.check(reading, body: body)
            let decided = try await connection.requests.call(
                SessionOperations.confirmReading,
                hub: BusAddress.siteHub,
                body: body
            )
            guard let reading else { return (decided, nil) }
            let user = await TypedAnswer.user(
                reading,
                of: decided.sessionID,
                present: session,
                seat: body.seat,
                over: connection
            )
            return (decided, TypedAnswer.text(reading, seat: body.seat, user: user))
        }
        guard !json else { return try environment.json(decided) }
        if let taken { environment.out(taken) }
        environment.out(HeldCommand.text(decided))
    }

    /// The units of values typed without one: those of the reading, so that a value shown in mmol/L is corrected in
    /// mmol/L; otherwise the seat's.
    private static func units(of held: Reading?, session: SessionView?) -> [MetricName: String] {
        let own = (held?.measurements ?? []).map { ($0.metric, $0.unit) }
        return (session?.typedUnits ?? [:]).merging(own) { $1 }
    }

    /// The reading with its corrections, as it will be recorded.
    private static func corrected(_ reading: Reading, by body: ConfirmReading) -> Reading {
        var reading = reading
        reading.timestamp = body.timestamp ?? reading.timestamp
        for value in body.measurements ?? [] {
            if let place = reading.measurements.firstIndex(where: { $0.metric == value.metric }) {
                reading.measurements[place] = value
            } else {
                reading.measurements.append(value)
            }
        }
        return reading
    }

    /// Rejects typing errors as the session manager does, with suggestions.
    private static func check(_ reading: Reading?, body: ConfirmReading) throws {
        let typed = body.measurements ?? []
        // Confirming a camera's reading makes it valid, so all of its values are checked.
        let looked = reading?.source.kind == .ocr ? nil : Set(typed.map(\.metric))
        try TypedValue.check(reading?.measurements ?? typed, typed: looked, unusual: body.unusual == true)
    }
}

/// The command `vitalbus held discard`.
struct HeldDiscard: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "discard",
        abstract: "Delete a held reading permanently."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The reading, as 'vitalbus held' shows it, or the start of it.") var reading: String
    @Option(help: ArgumentHelp("The revision that you looked at.", valueName: "n")) var revision: Int?
    @Flag(help: "Do not ask for confirmation.") var yes = false
    @Flag(help: "Print the decision as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let decided = try await place.connect { connection, hub in
            let key = try await Resolver(connection, place: hub).reading(reading)
            try environment.confirm("Delete the reading \(key) permanently?", unless: yes)
            let body = DiscardReading(readingKey: key, revision: revision)
            return try await connection.requests.call(
                SessionOperations.discardReading,
                hub: BusAddress.siteHub,
                body: body
            )
        }
        json ? try environment.json(decided) : environment.out(HeldCommand.text(decided))
    }
}

/// A correction of a held reading as a person typed it: `systolic=128`, `blood_glucose=6.2mmol/L`.
///
/// A comma may precede the unit.
struct HeldValue: Sendable {
    /// The metric.
    let metric: MetricName
    private let number: String
    private let unit: String

    /// Whether a unit was typed.
    var hasUnit: Bool { !unit.isEmpty }

    /// Parses an argument.
    init(_ argument: String) {
        let name = argument.prefix { $0 != "=" }
        let said = argument[name.endIndex...].dropFirst()
        let digits = TypedNumber.prefix(of: said)
        let rest = said[digits.endIndex...]
        // A comma followed by a digit starts a fraction, which must not become a larger number.
        let isDivided = rest.first == "," && rest.dropFirst().first?.isNumber == false
        metric = MetricName(rawValue: String(name))
        number = String(digits)
        unit = String(isDivided ? rest.dropFirst() : rest)
    }

    /// The value; a missing unit is the reading's unit or else the metric's usual one.
    ///
    /// A metric outside the table, such as that of an unknown meter, can have any unit.
    ///
    /// - Throws: ``CommandFailure`` that names the error.
    func measurement(in units: [MetricName: String]) throws -> Measurement {
        let unit = hasUnit ? unit : units[metric] ?? ""
        guard MetricTable.metric(named: metric) == nil, let first = unit.first else {
            return try TypedValue("\(metric)=\(number)\(unit)").measurement()
        }
        guard case .one(let value) = TypedNumber(number, point: "."), first != "," else {
            throw CommandFailure.input("\(metric) has no number with a unit: write it like \(metric)=1.5Cel")
        }
        return Measurement(metric: metric, value: value, unit: unit, origin: .manual)
    }
}
