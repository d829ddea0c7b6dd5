internal import ArgumentParser

/// The command `vitalbus photo`.
struct PhotoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "photo",
        abstract: "Have a hub's OCR worker read displays, from photos or a camera, for a person to confirm.",
        discussion: "'vitalbus ocr' reads photos on this machine alone, and holds nothing.",
        subcommands: [
            PhotoSend.self, PhotoWatch.self, PhotoPreview.self, PhotoPeripherals.self, PhotoOverlay.self,
        ]
    )
}
