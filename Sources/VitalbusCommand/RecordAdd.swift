internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus record add`.
struct RecordAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add a record that somebody measured without a device on the bus.",
        discussion: """
            Values are metric=value with a unit of the metric behind them, for example systolic=128mm[Hg], \
            body_weight=11.5[stone_av] or blood_glucose=6.2mmol/L; without a unit the metric's first one is meant. \
            A unit that the metric cannot have is refused, and the error names those that it can.
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
    @Option(help: ArgumentHelp("The seat whose person it is. Default: the one named like the hub.", valueName: "id"))
    var seat: String?
    @Option(help: ArgumentHelp("When it was measured, RFC 3339. Default: now.", valueName: "time")) var time: String?
    @Option(help: ArgumentHelp("When it ended, RFC 3339; for a workout, a night, a meal.", valueName: "time"))
    var end: String?
    @Option(help: ArgumentHelp("before or after: the relation to a meal.", valueName: "word")) var meal: String?
    @Option(help: ArgumentHelp("A workout's or a meal's name.", valueName: "text")) var name: String?
    @Option(help: ArgumentHelp("A workout's kind, for example running.", valueName: "word")) var category: String?
    @Option(help: ArgumentHelp("low, medium or high: how hard a workout was.", valueName: "word")) var intensity:
        String?
    @Option(help: ArgumentHelp("An image of it, JPEG or PNG up to 10 MB.", valueName: "file")) var image: String?
    @Flag(help: "Print the answer as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let entry = try ManualEntry(self, now: Date())
        // Looked at first: a record without the image that was meant for it would have to be found again.
        let sender = try image.map { try ImageSender(file: $0) }
        let (result, received) = try await place.connect {
            connection,
            hub -> (SubmittedRecords.Result?, ImageReceived?) in
            let reading = try entry.reading(hub: hub.target.address.hub)
            let body = SubmitRecords(records: [reading])
            // The reading's key is random and made once: asked again, the session manager sees the same reading.
            let result = try await connection.requests.call(
                SessionOperations.submitRecords,
                hub: BusAddress.siteHub,
                body
            ).results.first
            guard let sender, let logID = result?.logID else { return (result, ImageReceived?.none) }
            do {
                return (result, try await sender.send(logID, connection))
            } catch let error as BusError {
                throw Self.withoutImage(logID, error)
            }
        }
        guard let result else {
            throw CommandFailure("internalError", "the session manager named no record", exitCode: 70)
        }
        guard result.outcome != "refused" else {
            throw CommandFailure.input(result.error?.message ?? "the session manager refused the record")
        }
        guard !json else { return try environment.json(result) }
        environment.out(Self.text(result))
        if let received { environment.out(ImageAdd.text(received)) }
        if sender != nil, received == nil {
            throw CommandFailure.input(
                "the image was not added: the reading is no record (yet); add it with 'vitalbus image add'"
            )
        }
    }

    /// The record is there: entered once more it would be there twice.
    private static func withoutImage(_ logID: LogID, _ error: BusError) -> CommandFailure {
        CommandFailure(
            error.code.rawValue,
            "record \(logID) is there, its image is not: \(error.message); try 'vitalbus image add \(logID) FILE'",
            exitCode: CommandFailure.exitCode(error),
            isRetriable: error.isRetriable
        )
    }

    private static func text(_ result: SubmittedRecords.Result) -> String {
        switch (result.outcome, result.logID) {
        case ("held", _): "held, reading \(result.readingKey): the seat has no session at that time ('vitalbus held')"
        case ("notStored", _): "not stored: the seat's session is the default user's"
        case (let outcome, let logID?): "record \(logID) \(outcome)"
        case (let outcome, nil): "reading \(result.readingKey) \(outcome)"
        }
    }
}
