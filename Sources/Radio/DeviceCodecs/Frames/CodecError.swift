/// Why bytes from a device, or what names them, could not be decoded.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, for programs.
    ///
    /// More codes can come later.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The frame ends before a field that it promises.
        public static let truncated = Code(rawValue: "truncated")
        /// The frame has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// The frame is longer than an attribute's value can be.
        public static let oversized = Code(rawValue: "oversized")
        /// No codec for the characteristic.
        public static let unsupportedCharacteristic = Code(rawValue: "unsupportedCharacteristic")
        /// The input is not what it should be, as text that is no hex.
        public static let invalid = Code(rawValue: "invalid")
    }

    /// What is wrong.
    public let code: Code

    /// What is wrong and the way out.
    ///
    /// Never the frame's bytes.
    public let message: String

    /// Makes an error.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// False: the same bytes fail again.
    public var isRetriable: Bool { false }

    /// The code and the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
