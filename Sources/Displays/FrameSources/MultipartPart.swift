/// One part of a multipart stream.
package struct MultipartPart: Sendable, Hashable {
    /// The header fields, names in lower case; of equal names the last.
    package let headers: [String: String]
    /// The body.
    package let body: [UInt8]

    /// Makes a part.
    package init(headers: [String: String], body: [UInt8]) {
        (self.headers, self.body) = (headers, body)
    }
}
