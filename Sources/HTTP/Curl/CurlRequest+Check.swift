extension CurlRequest {
    /// Headers that follow from the body and would contradict it.
    private static let bodyHeaders = ["Content-Length", "Transfer-Encoding", "Expect"]

    /// Refuses what would break the message or smuggle a second one.
    func check() throws(CurlError) {
        guard CurlHeaders.isValidName(method) else {
            throw Self.invalid("the method is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidName(field.name) {
            throw Self.invalid("a header's name is not a token of RFC 9110")
        }
        for field in headers.fields where !CurlHeaders.isValidValue(field.value) {
            throw Self.invalid("the value of header \(field.name) holds control characters")
        }
        for name in Self.bodyHeaders where headers[name] != nil {
            throw Self.invalid("header \(name) follows from the body and may not be set")
        }
        guard timeout > .zero, maximumResponseBytes >= 0 else {
            throw Self.invalid("timeout must be above zero and maximumResponseBytes not below it")
        }
        if case .stream(_, let length?) = body, length < 0 {
            throw Self.invalid("the length of a stream may not be negative")
        }
    }

    static func invalid(_ message: String) -> CurlError {
        CurlError(code: .invalidRequest, message: "Request refused: \(message).")
    }
}
