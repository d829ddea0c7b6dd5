internal import DeviceCodecs
internal import Foundation

/// The image of a catalogue's entry for who cannot read this hub's files.
struct CatalogueImage {
    /// The most bytes of an image that travels within an answer.
    static let limit = 65_536
    /// What can be told by a file's name.
    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
        "gif": "image/gif",
    ]

    let peripheral: Peripheral

    init(_ peripheral: Peripheral) { self.peripheral = peripheral }

    /// The image as an address that holds it (RFC 2397): the file that the catalogue names, else a drawing.
    ///
    /// Nil where an address of another machine is named, which everybody can ask itself, and for a file that is missing, too long
    /// or of no known type.
    var address: String? {
        guard let named = peripheral.imageURL else { return drawing }
        guard let url = URL(string: named), url.isFileURL else { return nil }
        guard let type = Self.types[url.pathExtension.lowercased()],
            // Absent is nil: what cannot be read has no image.
            let bytes = try? Data(contentsOf: url), bytes.count <= Self.limit
        else { return nil }
        return Self.address(bytes, type: type)
    }

    private var drawing: String {
        Self.address(Data(PeripheralPicture(peripheral).document.utf8), type: "image/svg+xml")
    }

    private static func address(_ bytes: Data, type: String) -> String {
        "data:\(type);base64,\(bytes.base64EncodedString())"
    }
}
