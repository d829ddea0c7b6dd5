internal import DeviceCodecs
internal import Foundation
internal import Logging

/// Writes drawings of the catalogue's devices into the state directory.
struct PictureFolder: Sendable {
    private let folder: URL

    init(stateDirectory: URL) {
        folder = stateDirectory.appending(path: "peripherals")
    }

    /// A catalogue whose entries without an image refer to a drawing.
    ///
    /// If the drawings cannot be written, the catalogue stays as it is.
    func illustrated(_ catalogue: PeripheralCatalogue, logger: Logger) -> PeripheralCatalogue {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try catalogue.illustrated { try file($0).absoluteString }
        } catch {
            logger.warning(
                "cannot write device drawings, so the catalogue has none; check the state directory",
                metadata: ["error": "\(error)"]
            )
            return catalogue
        }
    }

    /// The file with a device's drawing; written only if it is missing or different.
    private func file(_ peripheral: Peripheral) throws -> URL {
        let file = folder.appending(path: "\(peripheral.id).svg")
        let drawing = Data(PeripheralPicture(peripheral).document.utf8)
        // Absent is nil: an unreadable file is rewritten.
        if (try? Data(contentsOf: file)) != drawing { try drawing.write(to: file, options: .atomic) }
        return file
    }
}
