internal import ArgumentParser
internal import BusContract
internal import Files
internal import Foundation
internal import MessageBus
internal import OperatorConnection
internal import PictureParts

/// The command `vitalbus photo preview`.
struct PhotoPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Show a hub's camera and where to hold the meter, until its display is read.",
        discussion: """
            Works like 'photo watch' and also shows each frame with the meter's overlay, the display that was found \
            and the values so far. The terminal shows blocks of colour; --save writes a JPEG that an image viewer can \
            follow. Only this command can fetch the frames. The worker keeps them in memory for a minute. Ctrl-C also \
            stops the worker.

            Example: vitalbus photo preview desk --peripheral 10530 --seat bed-a --save preview.jpg
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The camera's or stream's name, or the folder's path.") var source: String
    @OptionGroup var options: PhotoOptions
    @Option(help: ArgumentHelp("How many seconds the frames may take to agree, 1 to 600.", valueName: "s"))
    var seconds = 60
    @Option(
        help: ArgumentHelp("Write each new frame to this file; the last one is kept.", valueName: "file")
    )
    var save: String?
    @Option(help: ArgumentHelp("The same as --save DIR/preview.jpg.", valueName: "dir")) var directory: String?
    @Flag(help: "Print only words, no picture, even in a terminal.") var plain = false

    func validate() throws {
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 600") }
        guard save == nil || directory == nil else { throw ValidationError("give --save or --directory, not both") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let file = try target()
        let key = UUID().uuidString + "-" + UUID().uuidString.prefix(8)
        let request = try PhotoWatch.body(source, options: options, seconds: seconds, previewKey: key)
        let screen = try PreviewScreen(environment: environment, isPlain: plain)
        try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            var body = request
            body.seat = try await resolver.seat(ifNamed: body.seat)
            let hub = try await options.hub(hub, resolver: resolver)
            let viewer = PreviewViewer(hub: hub, key: key, file: file, screen: screen)
            let follower = StreamFollower(hub: hub, body: body, json: false, environment: environment, viewer: viewer)
            do {
                try await follower.run(connection)
            } catch {
                await Self.tell(file, screen: screen, in: environment)
                throw error
            }
        }
        await Self.tell(file, screen: screen, in: environment)
    }

    private static func tell(_ file: String?, screen: PreviewScreen, in environment: CommandEnvironment) async {
        guard let file, await screen.hasSaved else { return }
        environment.err("\(file) shows the last frame; it stays until you remove it")
    }

    /// The output file.
    ///
    /// - Throws: ``CommandFailure`` (65) if its folder does not exist.
    private func target() throws -> String? {
        guard let file = save ?? directory.map({ "\($0)/preview.jpg" }) else { return nil }
        let folder = URL(filePath: file).deletingLastPathComponent().path
        // Absent is nil: the error is thrown below.
        let kind = try? FileManager.default.attributesOfItem(atPath: folder + "/.")[.type] as? FileAttributeType
        guard kind == .typeDirectory, FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure.input("\(file) cannot be written: \(folder) is not a folder where you may write")
        }
        return file
    }
}

/// Fetches the newest preview of a stream, writes it to a file and shows it.
struct PreviewViewer: Sendable {
    let hub: String
    /// The secret with which the previews were requested.
    let key: String
    /// The file for the newest preview; nil for none.
    let file: String?
    let screen: PreviewScreen

    /// Shows frames until they end, skipping to the newest.
    ///
    /// - Throws: ``CommandFailure`` (65) if the file cannot be written.
    func show(_ frames: AsyncStream<OCRDidProcessResult>, over connection: HubConnection) async throws {
        for await event in frames {
            guard let preview = event.preview else { continue }
            let wanted = file != nil || screen.showsPictures
            let picture = wanted ? await fetch(preview.picture, over: connection) : nil
            if let file, let picture {
                try write(picture, file: file)
                await screen.noteSaved()
            }
            await screen.show(event.result, preview: preview, picture: picture)
        }
    }

    /// The picture; nil if a later frame has already replaced it.
    private func fetch(_ picture: PictureReference, over connection: HubConnection) async -> [UInt8]? {
        // Absent is nil: a later frame has replaced it.
        try? await PieceReader.read(sha256: picture.sha256, size: picture.size) { offset in
            try await connection.requests.call(
                OCRTopics.pictureBytes,
                hub: hub,
                body: PictureBytesRequest(sha256: picture.sha256, offset: offset, previewKey: key),
                timeout: .seconds(5)
            )
        }
    }

    /// Replaces the file atomically, so that a viewer never sees a partial one.
    ///
    /// The picture shows a room, so only the user may read it.
    private func write(_ picture: [UInt8], file: String) throws {
        guard PrivateFile.mayReplace(file) else {
            throw CommandFailure.input("\(file) is not a file: name another one")
        }
        let next = "\(file).\(getpid()).part"
        let made = FileManager.default.createFile(
            atPath: next,
            contents: Data(picture),
            attributes: [.posixPermissions: 0o600]
        )
        guard made, unsafe rename(next, file) == 0 else {
            try? FileManager.default.removeItem(atPath: next)
            throw CommandFailure.input(
                "\(file) cannot be written: check its permissions and the free space on its disk"
            )
        }
    }
}
