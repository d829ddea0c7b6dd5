internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import ImageCleaning
internal import MessageBus
internal import PictureParts
internal import VitalRecords

/// The command `vitalbus image`.
struct ImageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Add images to records.",
        subcommands: [ImageAdd.self]
    )
}

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
        let received = try await place.connect { connection, _ in try await sender.send(logID, over: connection) }
        json ? try environment.json(received) : environment.out(Self.text(received))
    }

    /// The result of an image, for people.
    static func text(_ received: ImageReceived) -> String {
        "image \(received.imageID?.rawValue ?? "?") of record \(received.logID) \(received.state)"
    }
}

/// Sends an image of a record to the session manager, part by part.
struct ImageSender: Sendable {
    /// The validated image without metadata: a location or name in it never reaches the bus.
    let image: CleanImage

    /// Reads and validates a file.
    ///
    /// - Throws: ``CommandFailure`` (65) for a file that is unreadable or no accepted image, with what to do.
    init(file: String) throws { image = try Self.image(of: file) }

    /// Reads an image and strips its metadata.
    ///
    /// - Throws: ``CommandFailure`` (65) as ``init(file:)``.
    static func image(of file: String) throws -> CleanImage {
        guard let handle = FileHandle(forReadingAtPath: file),
            // Absent is nil: thrown below.
            let data = try? handle.read(upToCount: CleanImage.byteLimit + 1)
        else { throw CommandFailure.input("'\(file)' cannot be read, or is empty") }
        do {
            return try CleanImage(cleaning: Array(data))
        } catch {
            throw CommandFailure("invalidArgument", message: "'\(file)': \(error.message)", exitCode: 65)
        }
    }

    /// Sends the image; a repetition has no effect.
    func send(_ record: LogID, over connection: HubConnection) async throws -> ImageReceived {
        let sha256 = image.sha256
        let put = PutImage(logID: record, sha256: sha256, size: image.bytes.count)
        return try await PartSender(image.bytes, clock: ContinuousClock()).send {
            try await connection.requests.call(SessionOperations.putImage, hub: BusAddress.siteHub, body: put)
        } part: { index, data in
            let part = ImagePart(logID: record, sha256: sha256, index: index, data: data)
            return try await connection.requests.call(SessionOperations.imagePart, hub: BusAddress.siteHub, body: part)
        }
    }
}
