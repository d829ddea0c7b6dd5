internal import BusContract
internal import ImageCleaning
internal import VitalRecords

/// The body of an image's request: `multipart/form-data` (RFC 7578), some short fields and the file.
struct MultipartForm: Sendable {
    /// The header's value.
    let contentType: String
    /// The body.
    let bytes: [UInt8]

    /// Creates a form.
    ///
    /// The boundary derives from the file's own hash, so it cannot occur in the file.
    ///
    /// - Parameters:
    ///   - fields: Names and values of the short fields, in order; without line breaks or quotes in the names.
    ///   - image: The file's facts.
    ///   - content: The file.
    init(_ fields: [(name: String, value: String)], image: UploadGrant.Image, content: [UInt8]) {
        let boundary = "vitalbus-\(image.sha256.prefix(48))"
        let end = ImageKind(rawValue: image.contentType.rawValue)?.fileExtension ?? "bin"
        var text = ""
        for (name, value) in fields {
            text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        text += "--\(boundary)\r\nContent-Disposition: form-data; name=\"image\"; "
        text += "filename=\"\(image.imageID.rawValue).\(end)\"\r\nContent-Type: \(image.contentType)\r\n\r\n"
        contentType = "multipart/form-data; boundary=\(boundary)"
        bytes = Array(text.utf8) + content + Array("\r\n--\(boundary)--\r\n".utf8)
    }
}
