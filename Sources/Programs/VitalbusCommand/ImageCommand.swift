internal import ArgumentParser

/// The command `vitalbus image`.
struct ImageCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "image",
        abstract: "Add images to records.",
        subcommands: [ImageAdd.self]
    )
}
