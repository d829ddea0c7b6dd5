internal import DeviceCodecs
internal import Foundation

/// The image of a catalogue entry, for clients that cannot read this hub's files.
struct CatalogueImage {
    /// The largest image included in a reply, in bytes.
    static let limit = 65_536
    /// The media types by file extension.
    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "webp": "image/webp",
        "gif": "image/gif",
    ]

    let peripheral: Peripheral

    init(_ peripheral: Peripheral) { self.peripheral = peripheral }

    /// The image as a data URL (RFC 2397): the file that the catalogue names, otherwise a drawing.
    ///
    /// Nil for an address on another machine, which clients can load themselves, and for a file that is missing, too
    /// large or of unknown type.
    var address: String? {
        guard let named = peripheral.imageURL else { return drawing }
        guard let url = URL(string: named), url.isFileURL else { return nil }
        guard let type = Self.types[url.pathExtension.lowercased()],
            // Absent is nil: an unreadable file has no image.
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
