extension Envelope where Payload == IgnoredPayload {
    /// The message with content that is JSON already, as this project writes it.
    ///
    /// - Parameter data: A JSON value; it is not looked at.
    /// - Throws: `EncodingError` for attributes that JSON cannot hold, ``BusError`` `internalError` when there is no
    ///   place for the content.
    public func encoded(data: [UInt8]) throws -> [UInt8] {
        var bytes = try WireJSON.encode(self)
        // Quotes within texts are escaped, so these bytes stand at the envelope's own member only.
        guard let place = bytes.firstRange(of: Array(#""data":{}"#.utf8)) else {
            throw BusError(.internalError, "the envelope has no place for its content")
        }
        bytes.replaceSubrange(place.upperBound - 2..<place.upperBound, with: data)
        return bytes
    }
}
