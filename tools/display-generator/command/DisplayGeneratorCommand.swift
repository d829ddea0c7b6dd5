internal import ArgumentParser
internal import DisplayGenerator
internal import Pixels
internal import SystemPackage

/// Draws displays of health devices with the truth about them.
@main
struct DisplayGeneratorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display-generator",
        abstract: "Draws displays of health devices that never were, and says what they show.",
        subcommands: [Rows.self, Photos.self, Photo.self, Sheet.self, Retake.self]
    )
}
