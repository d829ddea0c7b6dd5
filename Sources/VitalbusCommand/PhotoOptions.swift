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
    /// - Throws: `BusError` for names that are none.
    func hub(_ place: HubPlace) throws -> String {
        if let seat { try BusAddress.check(seat, as: "seat") }
        if let worker { try BusAddress.check(worker, as: "hub") }
        return worker ?? place.target.address.hub
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
