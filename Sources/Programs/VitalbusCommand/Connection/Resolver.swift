internal import BusContract
internal import DeviceCodecs
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth
internal import VitalRecords

/// Resolves names typed by a person to existing things at the site.
///
/// If no actor that knows the existing names answers, a full name passes unchanged, and the receiving actor decides.
struct Resolver: Sendable {
    private let connection: HubConnection
    private let hub: String
    /// Whether the machine is a joined hub, whose command line can reach only its own seats.
    private let isBox: Bool

    init(_ connection: HubConnection, place: HubPlace) {
        self.connection = connection
        hub = place.hub
        isBox = place.member != nil
    }

    /// Resolves a seat by its full name, because a prefix must not decide to whom readings belong.
    ///
    /// - Throws: ``CommandFailure`` with the existing seats.
    func seat(_ text: String) async throws -> String {
        try BusAddress.check(text, as: "seat")
        guard let seats = try await known({ try await Lists.seats(connection) }) else { return text }
        let things = seats.map { KnownNames.Thing(id: $0.seat) }
        return try KnownNames(
            kind: "seat",
            things: things,
            takesPrefixes: false,
            wayOut: isBox
                ? "this machine reaches only its own hub's seats: for others use a person's account ('vitalbus user add NAME' on the server)"
                : "'vitalbus seat list' shows the seats"
        ).pick(text)
    }

    /// Resolves an optional seat.
    func seat(ifNamed text: String?) async throws -> String? {
        guard let text else { return nil }
        return try await seat(text)
    }

    /// Resolves a session by its id or a prefix.
    ///
    /// - Parameter seat: The seat that it must belong to; nil for any.
    func session(_ text: String, of seat: String? = nil) async throws -> String {
        guard let sessions = try await known({ try await Lists.sessions(connection, seat: seat) }) else { return text }
        let things = sessions.map { entry in
            let end = entry.endedAt.map { "ended \(LocalTime.text($0))" } ?? "running"
            return KnownNames.Thing(id: entry.session.sessionID, names: ["seat \(entry.session.seat), \(end)"])
        }
        return try KnownNames(kind: "session", things: things, wayOut: "'vitalbus session list' shows them").pick(text)
    }

    /// Resolves an optional session.
    func session(ifNamed text: String?, of seat: String? = nil) async throws -> String? {
        guard let text else { return nil }
        return try await session(text, of: seat)
    }

    /// Resolves a device by its UUID, a prefix, or words of its name or its model's.
    ///
    /// - Parameter isKnown: Whether a full but unknown UUID is rejected; otherwise the receiving actor decides.
    func device(_ text: String, isKnown: Bool = false) async throws -> DeviceID {
        let whole = DeviceID(text)
        if let whole, !isKnown { return whole }
        let found = try await devices()
        guard found.isComplete || whole == nil else { return try DeviceCommand.device(text) }
        if whole == nil, let omitted = found.omitted { throw Self.crowd(omitted) }
        let names = KnownNames(
            kind: "device",
            things: found.things,
            wayOut: "'vitalbus device nearby' and 'vitalbus device list' show them"
        )
        return try DeviceCommand.device(try names.pick(whole?.description ?? text))
    }

    /// Resolves an optional device.
    func device(ifNamed text: String?, isKnown: Bool = false) async throws -> DeviceID? {
        guard let text else { return nil }
        return try await device(text, isKnown: isKnown)
    }

    /// A page of the data about a seat, a device, both or all; both must exist.
    func page(_ number: Int, seat: String?, device: String?) async throws -> PageRequest {
        PageRequest(
            seat: try await self.seat(ifNamed: seat),
            device: try await self.device(ifNamed: device, isKnown: true),
            page: number
        )
    }

    /// Resolves a held reading by its key or a prefix.
    func reading(_ text: String) async throws -> ReadingKey {
        guard let held = try await known({ try await Lists.held(connection) }) else { return try HeldCommand.key(text) }
        // A reading that is no longer held may have been held before: its full key repeats its decision.
        if let key = ReadingKey(rawValue: text), text.split(separator: "-").last?.count == Self.keyDigits { return key }
        let things = held.map { KnownNames.Thing(id: $0.reading.readingKey.rawValue) }
        let names = KnownNames(kind: "held reading", things: things, wayOut: "'vitalbus held' shows them")
        return try HeldCommand.key(try names.pick(text))
    }

    /// The number of hexadecimal digits at the end of a full key.
    private static let keyDigits = 32

    /// Resolves a device model by its number or words of its name.
    func peripheral(_ text: String) async throws -> Int {
        let listed = try await known { try await Lists.peripherals(connection, hub: hub) }
        guard let listed else {
            guard let number = Int(text) else {
                throw CommandFailure(
                    "noResponder",
                    message:
                        "no device-reader of hub \(hub) has listed its models: name the peripheral by its number",
                    exitCode: 69,
                    isRetriable: true
                )
            }
            return number
        }
        let things = listed.map { KnownNames.Thing(id: "\($0.peripheralID)", names: [$0.name]) }
        return try Self.number(things, text: text)
    }

    /// Resolves a type of device models by its name or a prefix, including types that only this hub's own models have.
    func peripheralType(_ text: String) async throws -> String {
        let words = PeripheralType.known.map(\.rawValue)
        if words.contains(text) { return text }
        let listed = try await known { try await Lists.peripherals(connection, hub: hub) }
        let all = Set(words + (listed ?? []).map { "\($0.type)" })
        return try KnownNames(kind: "device model", things: all.sorted().map { KnownNames.Thing(id: $0) })
            .pick(text)
    }

    /// Resolves a device model by its number, which the reader judges, or by words of its name.
    func peripheral(ifUnsure text: String) async throws -> Int {
        if let number = Int(text) { return number }
        return try await peripheral(text)
    }

    /// Resolves a model's number; only full numbers count, because one can be a prefix of another.
    static func number(_ things: [KnownNames.Thing], text: String) throws -> Int {
        let names = KnownNames(
            kind: "peripheral",
            things: things,
            takesPrefixes: false,
            wayOut: "'vitalbus peripheral list' shows all"
        )
        guard let number = Int(try names.pick(text)) else { throw CommandFailure.input("a peripheral is a number") }
        return number
    }

    /// Resolves the hub of an OCR worker by its id or a prefix.
    func worker(_ text: String) async throws -> String {
        try BusAddress.check(text, as: "hub")
        let hubs = try await SitePresence.collect(connection).hubs(with: .ocrWorker)
        guard !hubs.isEmpty else { return text }
        return try KnownNames(
            kind: "hub with an OCR worker",
            things: hubs.map { KnownNames.Thing(id: $0) },
            wayOut: "run one with 'vitalbus up --ocr-workers 1'"
        ).pick(text)
    }

    /// Resolves a hub of the site.
    func hub(_ text: String) async throws -> String {
        try BusAddress.check(text, as: "hub")
        let hubs = try await SitePresence.collect(connection).hubs
        return try KnownNames(kind: "hub", things: hubs.map { KnownNames.Thing(id: $0) }, takesPrefixes: false)
            .pick(text)
    }
}

extension Resolver {
    /// The devices that are assigned, in sight or held, and whether all actors that know devices have answered.
    private func devices() async throws -> (things: [KnownNames.Thing], isComplete: Bool, omitted: Int?) {
        let assigned = try await known { try await Lists.assignments(connection) }
        let sighted = try await known {
            try await connection.requests.call(ScannerTopics.sightings, hub: hub, body: Empty())
        }
        let held = try await known { try await Lists.held(connection) }
        let models = try await known { try await Lists.peripherals(connection, hub: hub) }
        let modelNames = Dictionary((models ?? []).map { ($0.peripheralID, $0.name) }) { first, _ in first }
        var names: [String: [String]] = [:]
        for device in sighted?.devices ?? [] {
            names[device.device.description, default: []] +=
                [device.name].compactMap(\.self) + device.peripheralIDs.compactMap { modelNames[$0] }
        }
        for reading in (held ?? []).map(\.reading) {
            guard let device = reading.device else { continue }
            let said = [reading.source.manufacturer, reading.source.model].compactMap(\.self).joined(separator: " ")
            names[device.description, default: []] += [said].filter { !$0.isEmpty }
        }
        for view in assigned ?? [] { names[view.device.description, default: []] += [] }
        let things = names.sorted { $0.key < $1.key }.map { KnownNames.Thing(id: $0.key, names: $0.value) }
        let isComplete = assigned != nil && sighted != nil && sighted?.omitted == nil && held != nil
        return (things, isComplete, sighted?.omitted)
    }

    /// The failure if the list is incomplete, because an omitted device may have the same name.
    static func crowd(_ omitted: Int) -> CommandFailure {
        CommandFailure.input(
            "\(omitted) more devices are in range than can be compared: name the device by its full UUID, as 'vitalbus device nearby' shows it"
        )
    }

    /// Asks an actor; nil if none answers, or only an older version.
    private func known<Found: Sendable>(_ ask: () async throws -> Found) async throws -> Found? {
        do {
            return try await ask()
        } catch let error as BusError where [.noResponder, .unknownOperation].contains(error.code) {
            return nil
        }
    }
}
