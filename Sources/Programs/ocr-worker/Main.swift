internal import ActorRuntime
internal import ArgumentParser
internal import OCREngine
internal import OCRWorkerActor

/// The process `ocr-worker`.
@main
struct Main: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ocr-worker",
        abstract: "Reads the displays of meters from pictures and cameras. Any number may run.",
        discussion: ActorProcess.discussion(OCRWorkerActor.self),
        version: VitalBus.version
    )

    @OptionGroup var options: ActorOptions

    func run() async throws {
        let options = options
        await PictureTools.$maker.withValue(PictureTools.displays) { () async -> Void in
            await ActorProcess.main(OCRWorkerActor.self, options, platform: .vitalBus)
        }
    }
}
