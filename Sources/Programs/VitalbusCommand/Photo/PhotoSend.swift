internal import ArgumentParser
internal import BusContract
internal import Foundation
internal import MessageBus
internal import OperatorConnection

/// The command `vitalbus photo send`.
struct PhotoSend: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send",
        abstract: "Read photos of displays. Each reading is held until a person confirms it.",
        discussion: """
            Takes JPEG and PNG up to 10 MB, and HEIC and AVIF, which become JPEG. This machine removes places, times \
            and names first. The same photo with the same options is one job while the worker keeps it \
            ('pictures.keep'), so it is held only once. Ctrl-C stops the waiting; the job continues.

            Example: vitalbus photo send cuff.jpg --type bloodPressure --seat bed-a
            """
    )

    @OptionGroup var place: HubOptions
    @Argument(help: ArgumentHelp("The photos.", valueName: "image")) var images: [String]
    @OptionGroup var options: PhotoOptions
    @Option(help: ArgumentHelp("When they were taken, RFC 3339. Default: now.", valueName: "time")) var taken: String?
    @Option(help: ArgumentHelp("How long to wait for each photo, in seconds.", valueName: "s")) var timeout = 120
    @Flag(help: "Read photos again that were read before; each gives a further reading.") var again = false
    @Flag(help: "Print one line of JSON for each photo.") var json = false

    func validate() throws {
        guard (1...3_600).contains(timeout) else { throw ValidationError("--timeout must be from 1 to 3600") }
    }

    func run() async throws {
        let environment = CommandEnvironment.current
        let takenAt = try taken.map { try HeldCommand.time($0, of: "--taken") }
        let wish = try options.wish
        try ImageSender.prepare(images, in: environment)
        let (failed, unstored) = try await place.connect { connection, hub in
            let resolver = Resolver(connection, place: hub)
            let sender = PhotoSender(
                hub: try await options.hub(hub, resolver: resolver),
                wish: wish,
                seat: try await resolver.seat(ifNamed: options.seat),
                takenAt: takenAt,
                isAgain: again,
                patience: .seconds(timeout)
            )
            return try await read(sender, over: connection, in: environment)
        }
        guard failed > 0 else {
            if unstored { throw PhotoText.notStored(options.seat) }
            return
        }
        try InputFile.check(images)
        throw CommandFailure("noReading", message: "\(failed) of \(images.count) photos gave no reading", exitCode: 65)
    }

    /// Sends the photos for reading in order; continues after an unreadable one.
    ///
    /// - Returns: The number of photos without a reading, and whether none of the readings was stored.
    private func read(
        _ sender: PhotoSender,
        over connection: HubConnection,
        in environment: CommandEnvironment
    ) async throws -> (failed: Int, unstored: Bool) {
        var (failed, unstored) = (0, false)
        for image in images {
            var line = PhotoLine(file: image)
            do {
                let asked = sender.takenAt ?? Date()
                line.job = try await sender.send(image, over: connection)
                if let job = line.job, job.held == true {
                    // A session may have started that the worker did not know yet.
                    let fate = try await PhotoFate.of(job.readingKey, seat: options.seat, at: asked, over: connection)
                    line.take(fate)
                }
            } catch {
                let codes = [ExitCodes.input, ExitCodes.missingFile]
                guard let failure = CommandFailure(error), codes.contains(failure.exitCode) else { throw error }
                line.error = failure.fault
            }
            if !line.isReading { failed += 1 }
            if line.isNotStored { unstored = true }
            guard !json else {
                try environment.json(line)
                continue
            }
            for text in line.text(seat: options.seat) { environment.out(text) }
        }
        return (failed, unstored)
    }
}

/// The options of a photo: its display, its seat and its worker.
struct PhotoOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The seat that the reading is for.", valueName: "id")) var seat: String?
    @OptionGroup var display: DisplayOptions
    @Option(help: ArgumentHelp("The hub whose OCR worker reads it. Default: the running hub.", valueName: "hub"))
    var worker: String?

    /// The expected display; the worker's catalogue decides, because it may have more displays.
    var wish: DisplayWish {
        get throws { try display.choice.wish }
    }

    /// The worker's hub.
    ///
    /// - Throws: ``CommandFailure`` for a hub without a worker.
    func hub(_ place: HubPlace, resolver: Resolver) async throws -> String {
        guard let worker else { return place.hub }
        return try await resolver.worker(worker)
    }

    /// Explains what to do if no worker answers.
    static func explained(_ error: BusError, hub: String) -> any Error {
        guard error.code == .noResponder else { return error }
        return CommandFailure(
            error.code.rawValue,
            message:
                "no OCR worker of hub \(hub) answers: run one with 'vitalbus up --ocr-workers 1', or name another hub with --worker",
            exitCode: 69,
            isRetriable: true
        )
    }
}
