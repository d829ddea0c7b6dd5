internal import DeviceCodecs
internal import Foundation
internal import Logging

/// The drawings of the catalogue's devices as files of the state directory.
struct PictureFolder: Sendable {
    private let folder: URL

    init(stateDirectory: URL) {
        folder = stateDirectory.appending(path: "peripherals")
    }

    /// A catalogue whose entries name a drawing where they name no image.
    ///
    /// An entry whose drawing cannot be written stays without.
    func illustrated(_ catalogue: PeripheralCatalogue, _ logger: Logger) -> PeripheralCatalogue {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return try catalogue.illustrated { try file($0).absoluteString }
        } catch {
            logger.warning("the pictures of devices cannot be written", metadata: ["error": "\(error)"])
            return catalogue
        }
    }

    /// The file with a device's drawing; written only where it is not there as it should be.
    private func file(_ peripheral: Peripheral) throws -> URL {
        let file = folder.appending(path: "\(peripheral.id).svg")
        let drawing = Data(PeripheralPicture(peripheral).document.utf8)
        if (try? Data(contentsOf: file)) != drawing { try drawing.write(to: file, options: .atomic) }
        return file
    }
}
