/// Asks for the codes in a picture that was handed over by `putPicture`.
public struct ScanCode: Codable, Sendable, Hashable {
    /// The kind of text to look for in codes.
    public struct Purpose: ContractWord {
        /// The value on the wire.
        public let rawValue: String

        /// Wraps a value, known or unknown.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The 32 hex digits of a peripheral's key.
        public static let key = Self(rawValue: "key")

        /// The values that this version knows.
        public static let known: [Self] = [.key]
    }

    /// The picture.
    public var sha256: String
    /// What to look for; anything when absent.
    public var purpose: Purpose?

    /// Makes a request.
    public init(sha256: String, purpose: Purpose? = nil) {
        self.sha256 = sha256
        self.purpose = purpose
    }
}

/// The codes of a picture.
public struct ScannedCodes: Codable, Sendable, Hashable {
    /// One code.
    public struct Code: Codable, Sendable, Hashable {
        /// `QR-Code`, `EAN-13`, `CODE-128` and so on.
        public var kind: String
        /// The code's text.
        public var text: String

        /// Makes a code.
        public init(kind: String, text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The codes.
    public var codes: [Code]

    /// Makes a reply.
    public init(codes: [Code]) { self.codes = codes }
}
