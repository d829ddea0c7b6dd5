internal import ArgumentParser
internal import BusContract
internal import DisplayAccess
internal import Foundation
internal import ImageCleaning
internal import MessageBus
internal import OperatorConnection
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
            Takes JPEG and PNG up to 10 MB, and HEIC and AVIF, which become JPEG. Place, time, names and other metadata are \
            removed first. The image is sent after its record. The event imageSubmitted or imageSubmissionFailed reports the result.
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The record's log id.") var record: String
    @Argument(help: ArgumentHelp("The image.", valueName: "file")) var file: String
    @Flag(help: "Print the answer as JSON.") var json = false

    func run() async throws {
        let environment = CommandEnvironment.current
        let logID = try RecordCommand.logID(record)
        let sender = try ImageSender(file: file, in: environment)
        let received = try await place.connect { connection, _ in try await sender.send(logID, over: connection) }
        json ? try environment.json(received) : environment.out(Self.text(received))
    }

    /// The result of an image, for people.
    static func text(_ received: ImageReceived) -> String {
        let words = "image \(received.imageID?.rawValue ?? "?") of record \(received.logID) \(received.state)"
        guard received.hasPath == false else { return words }
        return words
            + "; no path for images is configured; the image stays queued until an uploader has destination.*.paths.image"
    }
}

/// Sends an image of a record to the session manager, part by part.
struct ImageSender: Sendable {
    /// The validated image without metadata: a location or name in it never reaches the bus.
    let image: CleanImage

    /// Reads and validates a file.
    ///
    /// - Throws: ``CommandFailure`` (66) for a missing file, (65) for one that cannot become a record's image.
    init(file: String, in environment: CommandEnvironment) throws {
        image = try Self.image(of: file, in: environment)
    }

    /// Reads an image and strips its metadata.
    ///
    /// A format that records cannot carry becomes a JPEG, with a message to the user.
    ///
    /// - Throws: ``CommandFailure`` as ``init(file:in:)``.
    static func image(of file: String, in environment: CommandEnvironment) throws -> CleanImage {
        var bytes = try bytes(of: file)
        guard bytes.count <= CleanImage.byteLimit, let format = ImageFormat(bytes), format.becomesJPEG else {
            return try image(of: file, bytes: bytes)
        }
        do {
            bytes = try environment.displays().jpeg(of: bytes, name: "'\(file)'")
        } catch let fault as PhotoFault {
            throw CommandFailure("invalidArgument", message: fault.message, exitCode: 65)
        }
        environment.err(
            "'\(file)' is \(format.name); it was converted to a JPEG of \(bytes.count) bytes without places and times"
        )
        return try image(of: file, bytes: bytes)
    }

    /// Loads the libraries if one of the files needs them, before any file is sent.
    ///
    /// - Throws: ``CommandFailure`` (69) if they cannot be loaded.
    static func prepare(_ files: [String], in environment: CommandEnvironment) throws {
        for file in files {
            // Absent is nil: a folder is reported when its turn comes.
            guard let head = try? FileHandle(forReadingAtPath: file)?.read(upToCount: 512) else { continue }
            guard ImageFormat(Array(head))?.becomesJPEG == true else { continue }
            _ = try environment.displays()
            return
        }
    }

    private static func bytes(of file: String) throws -> [UInt8] {
        try InputFile.check(file)
        guard let handle = FileHandle(forReadingAtPath: file),
            // Absent is nil: the error is thrown below.
            let data = try? handle.read(upToCount: CleanImage.byteLimit + 1)
        else { throw CommandFailure.input("'\(file)' cannot be read, or is empty") }
        return Array(data)
    }

    private static func image(of file: String, bytes: [UInt8]) throws -> CleanImage {
        do {
            return try CleanImage(cleaning: bytes)
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
