internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import VitalRecords

/// The command `vitalbus record add`.
struct RecordAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add values that were measured without a connected device.",
        discussion: """
            Write each value as metric=value and unit: blood_pressure=128/81, body_weight=154lb, body_temperature=38.5C or \
            blood_glucose=6.2mmol/L. Glucose, cholesterol, weights and temperatures need a unit, unless 'seat-units' sets one \
            for the seat. Other metrics have a usual unit. Very unusual values are rejected as likely typing errors; --unusual \
            accepts them.
            """
    )

    @OptionGroup var place: HubOptions
    @Option(
        help: ArgumentHelp(
            "biometrics, diabetes, fitness, nutrition, routine, sleep or weight.",
            valueName: "type"
        )
    )
    var type: String
    @Argument(help: ArgumentHelp("What was measured.", valueName: "metric=value[unit]")) var values: [String]
    @Option(
        help: ArgumentHelp(
            "The seat whose person was measured. Default: the one with the name of the "
                + "hub.",
            valueName: "id"
        )
    )
    var seat: String?
    @Option(help: ArgumentHelp("Time of the measurement, RFC 3339. Default: now.", valueName: "time")) var time: String?
    @Option(help: ArgumentHelp("End time, RFC 3339; for a workout, a night or a meal.", valueName: "time"))
    var end: String?
    @Option(help: ArgumentHelp("Whether it was measured before or after a meal.", valueName: "word")) var meal: String?
    @Option(help: ArgumentHelp("The name of the workout or meal.", valueName: "text")) var name: String?
    @Option(help: ArgumentHelp("The kind of workout, for example running.", valueName: "word")) var category: String?
    @Option(help: ArgumentHelp("The intensity of a workout: low, medium or high.", valueName: "word")) var intensity:
        String?
    @Flag(help: "Accept very unusual values.") var unusual = false
    @Option(help: ArgumentHelp("An image for the record, up to 10 MB: JPEG, PNG, HEIC or AVIF.", valueName: "file"))
    var image: String?
    @Flag(help: "Print the answer as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let entry = try ManualEntry(self, now: Date())
        // Read first, because a record stored without its image would have to be found again.
        let sender = try image.map { try ImageSender(file: $0, in: environment) }
        let isUnusual = unusual
        let (result, received, taken) = try await place.connect {
            connection,
            hub -> (SubmittedRecords.Result?, ImageReceived?, String) in
            let address = hub.hub
            // Checked before any request is sent.
            if !entry.lacksUnits { _ = try entry.reading(hub: address) }
            let seat = try await Resolver(connection, place: hub).seat(try entry.seat(hub: address))
            let session = try await TypedAnswer.session(seat, over: connection)
            let reading = try entry.reading(hub: address, seat: seat, units: session?.typedUnits ?? [:])
            let body = SubmitRecords(records: [reading], unusual: isUnusual ? true : nil)
            // The reading's key is random and made once, so that a repeated request is for the same reading.
            let result = try await connection.requests.call(
                SessionOperations.submitRecords,
                hub: BusAddress.siteHub,
                body: body
            ).results.first
            let user = await TypedAnswer.user(reading, present: session, seat: seat, over: connection)
            var taken = TypedAnswer.text(reading, seat: seat, user: user)
            if let warning = session?.leftOut(of: reading) { taken += "\n" + warning }
            guard let sender, let logID = result?.logID else { return (result, ImageReceived?.none, taken) }
            do {
                return (result, try await sender.send(logID, over: connection), taken)
            } catch let error as BusError {
                throw Self.withoutImage(logID, error: error)
            }
        }
        guard let result else {
            throw CommandFailure("internalError", message: "the session manager named no record", exitCode: 70)
        }
        guard result.outcome != .refused else {
            throw result.error.map { CommandFailure($0.code, message: $0.message, exitCode: 65) }
                ?? CommandFailure.input("the session manager refused the record")
        }
        if json { try environment.json(result) }
        let failure = Self.failure(result, hasImage: sender != nil)
        if !json, failure == nil || result.logID != nil {
            for line in taken.split(separator: "\n") { environment.out(String(line)) }
            environment.out(Self.text(result))
            if let received { environment.out(ImageAdd.text(received)) }
        }
        if let failure { throw failure }
        guard !json else { return }
        if sender != nil, received == nil {
            throw CommandFailure.input(
                "the image was not added: the reading is not a record yet; add it with 'vitalbus image add'"
            )
        }
    }

    /// The failure if only the image is missing: the record is stored, so entering it again would duplicate it.
    private static func withoutImage(_ logID: LogID, error: BusError) -> CommandFailure {
        CommandFailure(
            error.code.rawValue,
            message:
                "record \(logID) was added, but not its image: \(error.message); try 'vitalbus image add \(logID) FILE'",
            exitCode: CommandFailure.exitCode(error),
            isRetriable: error.isRetriable
        )
    }

    /// The failure if there is no record, or it waits for a session; nil if it is stored.
    private static func failure(_ result: SubmittedRecords.Result, hasImage: Bool) -> CommandFailure? {
        let image = hasImage ? ", and then 'vitalbus image add' for its image" : ""
        return switch result.outcome {
        case .held:
            CommandFailure(
                "held",
                message:
                    "held, reading \(result.readingKey): the seat has no session at that time. Do not enter it again; confirm whom it belongs to: vitalbus held confirm \(result.readingKey) --seat SEAT --session ID\(image)",
                exitCode: 65
            )
        case .notStored:
            CommandFailure(
                "notStored",
                message: "not stored: the seat's session belongs to the default user",
                exitCode: 65
            )
        case .unsynced:
            CommandFailure(
                "unsynced",
                message:
                    "record \(result.logID?.rawValue ?? "") is kept, but its session has ended. Do not enter it again: the same user's next session sends it",
                exitCode: ExitCodes.notDone
            )
        default: nil
        }
    }

    private static func text(_ result: SubmittedRecords.Result) -> String {
        switch (result.outcome, result.logID) {
        case (let outcome, let logID?): "record \(logID) \(outcome)"
        case (let outcome, nil): "reading \(result.readingKey) \(outcome)"
        }
    }
}
