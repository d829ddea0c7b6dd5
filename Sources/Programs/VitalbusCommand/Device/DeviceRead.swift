internal import ArgumentParser
internal import BusContract
internal import MessageBus
internal import OperatorConnection
internal import SiteHealth
internal import VitalRecords

/// The command `vitalbus device read`.
struct DeviceRead: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Read a device now.",
        discussion: "Without --device it reads the nearest device of the model, among those of --allow if given."
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The peripheral ID, or words of the model's name.") var peripheral: String
    @Option(
        help: ArgumentHelp("The device: its UUID, the start of the UUID, or words of its name.", valueName: "device")
    )
    var device: String?
    @Option(help: ArgumentHelp("A device that may be read; may be repeated.", valueName: "device"))
    var allow: [String] = []
    @Option(help: ArgumentHelp("The seat that the data belongs to.", valueName: "id")) var seat: String?
    @Option(help: ArgumentHelp("How long to wait for a measurement.", valueName: "seconds")) var seconds = 60
    @Flag(help: "Hold the reading until it is confirmed.") var hold = false
    @Flag(help: "Print the reading as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let limit = Duration.seconds(max(1, min(300, seconds)) + 60)
        let done = try await place.connect { connection, hub in
            let body = try await request(Resolver(connection, place: hub))
            await connection.requests.expectReadings(for: body.seat, at: hub.hub)
            return try await connection.requests.call(
                ReaderTopics.readPeripheral,
                hub: hub.hub,
                body: body,
                timeout: limit
            )
        }
        if json { try environment.json(done) } else { for line in Self.text(done) { environment.out(line) } }
        if let failure = Self.failure(done, isHoldWanted: hold) { throw failure }
    }

    private func request(_ resolver: Resolver) async throws -> ReadPeripheral {
        var allowed: [DeviceID] = []
        for name in allow { allowed.append(try await resolver.device(name)) }
        return ReadPeripheral(
            device: try await resolver.device(ifNamed: device),
            peripheralID: try await resolver.peripheral(peripheral),
            seat: try await resolver.seat(ifNamed: seat),
            autoSubmit: !hold,
            seconds: seconds,
            allowedDevices: allowed.isEmpty ? nil : allowed
        )
    }

    /// The readings, newest last, each with its outcome.
    static func text(_ done: PeripheralDidRead) -> [String] {
        let fates = Dictionary((done.fates ?? []).map { ($0.readingKey, $0) }) { first, _ in first }
        let lines = done.records.map { reading in
            let fate = fates[reading.readingKey] ?? ReadingFate(readingKey: reading.readingKey, fate: done.disposition)
            return "\(LocalTime.text(reading.timestamp)) \(MeasuredText.text(reading.measurements)): \(fate.words)"
        }
        return ["device \(done.device): \(done.records.count) readings"] + lines
    }

    /// The failure if the newest reading was not recorded for any person.
    static func failure(_ done: PeripheralDidRead, isHoldWanted: Bool) -> CommandFailure? {
        guard let reading = done.records.last else { return nil }
        let fate = done.fates?.last { $0.readingKey == reading.readingKey }
        switch done.disposition {
        case .notStored:
            return CommandFailure(
                "notStored",
                message: "the default user's readings are stored nowhere: start the person's session, then read again",
                exitCode: 65
            )
        case .held where !isHoldWanted:
            let seat = fate?.assignedSeat == nil ? done.seat ?? "SEAT" : "SEAT"
            return CommandFailure(
                "held",
                message:
                    "the newest reading needs a decision: vitalbus held confirm \(reading.readingKey) --seat \(seat)",
                exitCode: 65
            )
        case .unsynced:
            return CommandFailure(
                "unsynced",
                message:
                    "the newest reading is kept, but its session has ended; it will be sent when the same user's next session starts",
                exitCode: ExitCodes.notDone
            )
        case .repeated:
            return CommandFailure(
                "repeat",
                message: "no new reading: the newest one was already stored",
                exitCode: ExitCodes.notDone
            )
        case .refused: return fate?.error.map(CommandFailure.init(fault:))
        default: return nil
        }
    }
}

extension ReadingFate {
    /// The outcome of a reading, for people.
    var words: String {
        let seat = seat.map { " of seat \($0)" } ?? ""
        switch fate {
        case .submitted: return "booked\(seat)\(logID.map { ", record \($0)" } ?? "")"
        case .unsynced: return "kept\(seat), whose session has ended\(logID.map { ": record \($0)" } ?? "")"
        case .held:
            let owner = assignedSeat.map { ", the device is assigned to \($0)" } ?? ""
            return "held, \(reason?.rawValue ?? "no owner known")\(owner): reading \(readingKey)"
        case .notStored: return "not stored (default user)"
        case .outbox: return "safe on this hub; the session manager has not answered yet and will get it later"
        case .repeated: return "already stored"
        default: return EventLine.plain("\(fate.rawValue)\(error.map { ": \($0.message)" } ?? "")")
        }
    }
}
