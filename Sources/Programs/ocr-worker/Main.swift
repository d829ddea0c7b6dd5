internal import ActorRuntime
internal import ArgumentParser
internal import DisplayCommands
import Foundation
internal import OCREngine
internal import OCRTools
internal import OCRWorkerActor
internal import VitalbusCommand

/// The program that links the displays' libraries: the actor `ocr-worker`, and `vitalbus` for the commands that need them.
@main
enum Main {
    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard CommandLine.arguments.first == "vitalbus" else { return await OCRWorkerProgram.main(arguments) }
        var environment = CommandEnvironment.system
        environment.displays = { PhotoLibraries() }
        exit(await CommandEnvironment.$current.withValue(environment) { await VitalbusProgram.run(arguments) })
    }
}

/// The process `ocr-worker`.
private struct OCRWorkerProgram: AsyncParsableCommand {
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
            await ActorProcess.main(OCRWorkerActor.self, options: options, platform: .vitalBus)
        }
    }
}
