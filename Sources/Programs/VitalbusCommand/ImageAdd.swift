internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus
internal import VitalRecords

/// The command `vitalbus image add`.
struct ImageAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Add an image to a record.",
        discussion: """
            JPEG and PNG up to 10 MB. Places, times, names and whatever else stands beside the picture are taken away first. \
            The image goes to the server after its record; imageSubmitted or imageSubmissionFailed tells what came of it.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String
    @Argument(help: ArgumentHelp("The image.", valueName: "file")) var file: String
    @Flag(help: "Print the answer as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let logID = try RecordCommand.logID(record)
        let sender = try ImageSender(file: file)
        let received = try await place.connect { connection, _ in try await sender.send(logID, connection) }
        json ? try environment.json(received) : environment.out(Self.text(received))
    }

    /// What became of an image, for people.
    static func text(_ received: ImageReceived) -> String {
        "image \(received.imageID?.rawValue ?? "?") of record \(received.logID) \(received.state)"
    }
}
