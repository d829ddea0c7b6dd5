internal import ArgumentParser
internal import BusContract
internal import HubRunner
internal import MessageBus

/// Which display is shown, whose it is, and who reads it.
struct PhotoOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The seat that the reading is for.", valueName: "id")) var seat: String?
    @OptionGroup var display: DisplayOptions
    @Option(help: ArgumentHelp("The hub whose OCR worker reads it. Default: the running hub.", valueName: "hub"))
    var worker: String?

    /// What is expected; the worker's own catalogue decides, which may know more displays.
    var wish: DisplayWish {
        get throws { try display.choice.wish }
    }

    /// The worker's hub.
    ///
    /// - Throws: ``CommandFailure`` for a hub that has no worker.
    func hub(_ place: HubPlace, _ resolver: Resolver) async throws -> String {
        guard let worker else { return place.target.address.hub }
        return try await resolver.worker(worker)
    }

    /// Says the way out where no worker answers.
    static func explained(_ error: BusError, _ hub: String) -> any Error {
        guard error.code == .noResponder else { return error }
        return CommandFailure(
            error.code.rawValue,
            "no OCR worker of hub \(hub) answers: run one with 'vitalbus up --ocr-workers 1', or name another hub by --worker",
            exitCode: 69,
            isRetriable: true
        )
    }
}
