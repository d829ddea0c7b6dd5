internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import HubRunner
internal import MessageBus
internal import PictureParts

/// The command `vitalbus photo preview`.
struct PhotoPreview: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "See what a hub's camera sees, and where to hold the meter, until its display is read.",
        discussion: """
            As 'photo watch', and each frame is shown with the meter's overlay, the display that was found and what is read \
            so far: as blocks of colour in a terminal, and as a JPEG by --save, which an image viewer may follow. Only this \
            command can fetch these frames, for a minute; the worker keeps them in memory. Ctrl-C ends it at the worker too.

            Example: vitalbus photo preview desk --peripheral 10530 --seat bed-a --save preview.jpg
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The camera's or stream's name, or the folder's path.") var source: String
    @OptionGroup var options: PhotoOptions
    @Option(help: ArgumentHelp("How long the frames may take to agree, 1 to 600.", valueName: "s")) var seconds = 60
    @Option(
        help: ArgumentHelp("Write the newest frame to this file, again and again; it stays there.", valueName: "file")
    )
    var save: String?
    @Option(help: ArgumentHelp("The same as --save DIR/preview.jpg.", valueName: "dir")) var directory: String?
    @Flag(help: "Only words, no picture, also in a terminal.") var plain = false

    func validate() throws {
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds goes from 1 to 600") }
        guard save == nil || directory == nil else { throw ValidationError("give --save or --directory, not both") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let file = try target()
        let key = UUID().uuidString + "-" + UUID().uuidString.prefix(8)
        let request = try PhotoWatch.body(source, options, seconds: seconds, previewKey: key)
        let screen = PreviewScreen(environment: environment, isPlain: plain)
        try await place.connect { connection, hub in
            let resolver = Resolver(connection, hub)
            var body = request
            body.seat = try await resolver.seat(ifNamed: body.seat)
            let hub = try await options.hub(hub, resolver)
            let viewer = PreviewViewer(hub: hub, key: key, file: file, screen: screen)
            let follower = StreamFollower(hub: hub, body: body, json: false, environment: environment, viewer: viewer)
            do {
                try await follower.run(connection)
            } catch {
                await Self.tell(file, screen, environment)
                throw error
            }
        }
        await Self.tell(file, screen, environment)
    }

    private static func tell(_ file: String?, _ screen: PreviewScreen, _ environment: CommandEnvironment) async {
        guard let file, await screen.hasSaved else { return }
        environment.err("\(file) shows the last frame; it stays until you remove it")
    }

    /// The file that is written.
    ///
    /// - Throws: ``CommandFailure`` (65) where its folder is none.
    private func target() throws -> String? {
        guard let file = save ?? directory.map({ "\($0)/preview.jpg" }) else { return nil }
        let folder = URL(filePath: file).deletingLastPathComponent().path
        let kind = try? FileManager.default.attributesOfItem(atPath: folder + "/.")[.type] as? FileAttributeType
        guard kind == .typeDirectory, FileManager.default.isWritableFile(atPath: folder) else {
            throw CommandFailure.input("\(file) cannot be written: \(folder) is no folder that you may write to")
        }
        return file
    }
}

/// Fetches the newest preview of a stream, writes it and shows it.
struct PreviewViewer: Sendable {
    let hub: String
    /// What the previews were asked for with; nobody else has it.
    let key: String
    /// Where the newest one is written; nil for nowhere.
    let file: String?
    let screen: PreviewScreen

    /// Shows frames until there are no more; of those that came meanwhile the newest.
    ///
    /// - Throws: ``CommandFailure`` (65) where the file cannot be written.
    func show(_ frames: AsyncStream<OCRDidProcessResult>, _ connection: HubConnection) async throws {
        for await event in frames {
            guard let preview = event.preview else { continue }
            let wanted = file != nil || screen.showsPictures
            let picture = wanted ? await fetch(preview.picture, connection) : nil
            if let file, let picture {
                try write(picture, file)
                await screen.noteSaved()
            }
            await screen.show(event.result, preview, picture)
        }
    }

    /// The picture; nil where it is gone already, since frames follow each other fast.
    private func fetch(_ picture: PictureReference, _ connection: HubConnection) async -> [UInt8]? {
        try? await PieceReader.read(sha256: picture.sha256, size: picture.size) { offset in
            try await connection.requests.call(
                OCRTopics.pictureBytes,
                hub: hub,
                PictureBytesRequest(sha256: picture.sha256, offset: offset, previewKey: key),
                timeout: .seconds(5)
            )
        }
    }

    /// Replaces the file in one step, so that a viewer never sees a half of one; it shows a room, and is the user's alone.
    private func write(_ picture: [UInt8], _ file: String) throws {
        let next = "\(file).\(getpid()).part"
        let made = FileManager.default.createFile(
            atPath: next,
            contents: Data(picture),
            attributes: [.posixPermissions: 0o600]
        )
        guard made, unsafe rename(next, file) == 0 else {
            try? FileManager.default.removeItem(atPath: next)
            throw CommandFailure.input("\(file) cannot be written: check its rights and the room on its disk")
        }
    }
}
