/// An error in decoding bytes from a device, or in finding a codec for them.
public struct CodecError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable code for programs; new codes may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The stable name of the code.
        public let rawValue: String

        /// Makes a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The frame ends before a field that it announces.
        public static let truncated = Code(rawValue: "truncated")
        /// The frame has no bytes.
        public static let empty = Code(rawValue: "empty")
        /// The frame is longer than an attribute value can be.
        public static let oversized = Code(rawValue: "oversized")
        /// There is no codec for the characteristic.
        public static let unsupportedCharacteristic = Code(rawValue: "unsupportedCharacteristic")
        /// The input is malformed, for example text that is not hex.
        public static let invalid = Code(rawValue: "invalid")
    }

    /// The kind of failure.
    public let code: Code

    /// What failed and how to fix it; never contains the bytes of the frame.
    public let message: String

    /// Makes an error with a code and its message.
    public init(code: Code, message: String) {
        self.code = code
        self.message = message
    }

    /// False: the same bytes fail again.
    public var isRetriable: Bool { false }

    /// The code, then the message.
    public var description: String { "\(code.rawValue): \(message)" }
}
