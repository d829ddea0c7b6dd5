internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus

/// The command `vitalbus photo watch`.
struct PhotoWatch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Read a display from a camera, a stream or a folder until its frames agree.",
        discussion: """
            Name a camera or stream from the worker's 'cameras'. Name a folder on the worker's machine by its path, \
            which must be in one of its 'folders'. Each result is printed. The reading is held until a person \
            confirms it. Ctrl-C also stops the worker.

            Example: vitalbus photo watch desk --type bloodPressure --seat bed-a
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: "The camera's or stream's name, or the folder's path.") var source: String
    @OptionGroup var options: PhotoOptions
    @Option(help: ArgumentHelp("How many seconds the frames may take to agree, 1 to 600.", valueName: "s"))
    var seconds = 60
    @Flag(help: "Print the events as JSON, one per line.") var json = false

    func validate() throws {
        guard (1...600).contains(seconds) else { throw ValidationError("--seconds must be from 1 to 600") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let request = try Self.body(source, options: options, seconds: seconds)
        try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            var body = request
            body.seat = try await resolver.seat(ifNamed: body.seat)
            let worker = try await options.hub(hub, resolver: resolver)
            let follower = StreamFollower(hub: worker, body: body, json: json, environment: environment)
            try await follower.run(connection)
        }
    }

    /// The request for the worker: a camera or stream by its name, a folder by its path.
    static func body(
        _ source: String,
        options: PhotoOptions,
        seconds: Int,
        previewKey: String? = nil
    ) throws -> StartReading {
        let isFolder = source.contains("/")
        return StartReading(
            source: isFolder ? "folder" : source,
            path: isFolder ? URL(filePath: source).standardizedFileURL.path : nil,
            wish: try options.wish,
            seat: options.seat,
            seconds: seconds,
            previewKey: previewKey
        )
    }
}
